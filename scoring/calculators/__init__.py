"""Calculators: the one owner of every scoring rule, a module for each game. Pure."""
