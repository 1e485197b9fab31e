"""How points of the Game of Pure Strategy are counted."""
