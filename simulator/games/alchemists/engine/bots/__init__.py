"""Who plays «Алхимики» by itself, and what a hint says."""

from simulator.games.alchemists.engine.bots.players import BOTS, hint

__all__ = ["BOTS", "hint"]
