"""Tests with games from outside: those of examples/, and Nim of docs/new-game.md."""
