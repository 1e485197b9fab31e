"""Puzzles that are found in games between bots: what they ask, proven or measured, and which are kept."""
