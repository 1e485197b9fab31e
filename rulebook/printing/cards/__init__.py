"""Cards as they are printed: faces and backs as SVG text in millimetres, for any size of card. Pure."""
