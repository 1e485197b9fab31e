"""Tales by the Fire: a game told aloud. Rules, cards, a sheet and paper, and no engine."""
