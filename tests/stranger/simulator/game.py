"""The one object that the simulator asks: the engine; the table is drawn as any game's."""

from simulator.game import Simulator
from tests.stranger.simulator.engine import Strategy


class StrangerSimulator(Simulator):
    rules = Strategy()


GAME = StrangerSimulator()
