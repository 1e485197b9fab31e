"""«Маго-бой» / Wiz-War (T. Jolly), classic."""
