"""How points of «Алхимики» are counted and written down."""
