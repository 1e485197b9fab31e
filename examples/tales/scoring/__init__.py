"""How points are counted in Tales by the Fire."""
