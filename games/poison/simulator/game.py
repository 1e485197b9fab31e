"""What the simulator knows of Poison. Engine and table are imported when they are first asked for."""

from functools import cached_property
from typing import Any

from rulebook.content.entries import Text
from simulator.bulk.figures import Ceilings
from simulator.engine.rules import Rules
from simulator.game import BotStrength, Simulator
from simulator.table.base import Table


class PoisonSimulator(Simulator):
    bot_titles = {"greedy": Text("бот, бережёт себя", "bot, plays it safe")}
    bot_strengths = {
        "greedy": BotStrength(99.9, "random", 4),
        "flat": BotStrength(74.7, "greedy", 4),
    }
    decisions = {3: 38, 4: 50, 5: 50, 6: 50}
    promises = Ceilings(replay=85, random=200, hint=0.5)

    @cached_property
    def engine(self) -> Rules[Any, Any]:
        from games.poison.simulator.engine.facade import Poison

        return Poison()

    @cached_property
    def table(self) -> Table:
        from games.poison.simulator.table.facade import PoisonTable

        return PoisonTable(self.engine)


GAME = PoisonSimulator()
