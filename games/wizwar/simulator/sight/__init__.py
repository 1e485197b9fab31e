"""«Видит ли?»: a maze laid out as it lies on the table, and whether one square sees another."""
