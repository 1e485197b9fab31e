"""The one object that the simulator asks: the engine; its table is the plain one."""

from simulator.game import Simulator
from tests.stranger.simulator.engine import Strategy


class StrangerSimulator(Simulator):
    engine = Strategy()


GAME = StrangerSimulator()
