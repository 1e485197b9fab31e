"""The one object that the simulator asks: the engine; its table is the plain one."""

from examples.stranger.simulator.engine import Strategy
from simulator.game import Simulator


class StrangerSimulator(Simulator):
    engine = Strategy()


GAME = StrangerSimulator()
