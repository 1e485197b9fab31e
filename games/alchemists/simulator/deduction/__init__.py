"""Alchemists: the chemistry of a secret world, what can be deduced of it, the laboratory that keeps it.
Pure.
"""
