"""Who plays «Алхимики» by itself, and what a hint says."""

from games.alchemists.simulator.engine.bots.players import BOTS, weighing

__all__ = ["BOTS", "weighing"]
