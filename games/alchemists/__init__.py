"""«Алхимики» / Alchemists (M. Kotry)."""
