"""Poison («Алхимия»), R. Knizia."""
