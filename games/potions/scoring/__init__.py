"""How points of «Зельеварение» are counted and written down."""
