"""Puzzles that positions of a game make, with answers that are proven by trying every move in question."""
