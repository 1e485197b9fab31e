"""Lessons, puzzles and «find the better»: a position, a sentence, a move, and what the rules say to it."""
