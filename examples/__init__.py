"""Small games from outside, each named by `GRIMOIRE_GAMES=examples.<id>` alone."""
