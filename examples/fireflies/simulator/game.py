"""The one object that the simulator asks: the engine and the name of its bot; the table is the plain one."""

from examples.fireflies.simulator.engine import Fireflies
from rulebook.content.entries import Text
from simulator.game import Simulator


class FirefliesSimulator(Simulator):
    engine = Fireflies()
    bot_titles = {"careful": Text("бот, вовремя останавливается", "bot, stops in time")}


GAME = FirefliesSimulator()
