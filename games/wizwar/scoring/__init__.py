"""How points of «Маго-бой» (Wiz-War) are counted and written down."""
