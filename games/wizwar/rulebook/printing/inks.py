"""The ink of «Маго-бой» and the pale tint that goes with it, those of the site's light theme."""

INK, TINT = "#8c2c42", "#f5e3e6"
