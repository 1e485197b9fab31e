"""Our own drawings as SVG text, for screen and print. Pure."""
