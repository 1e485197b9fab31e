"""Expansions of «Зельеварение»: each is a folder, and that is all of it."""
