"""What may be done in the Game of Pure Strategy."""
