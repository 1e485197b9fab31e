"""What the simulator knows of «Маго-бой». Engine and table are imported when they are first asked for."""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import Any

from games.wizwar.simulator.puzzle_themes import THEMES
from rulebook.content.entries import Text
from simulator.bulk.figures import Ceilings, Metric
from simulator.cases.kinds import CaseParams
from simulator.engine.rules import Rules
from simulator.game import BotStrength, Simulator
from simulator.table.base import Table


class WizWarSimulator(Simulator):
    bot_titles = {
        "greedy": Text("бот за сокровищами", "treasure-hunting bot"),
        "guarding": Text("бот стережёт своё", "treasure-guarding bot"),
    }
    bot_strengths = {
        "greedy": BotStrength(97.2, "random", 2),
        "guarding": BotStrength(61.2, "greedy", 2),
    }
    decisions = {2: 120, 3: 80, 4: 72, 5: 66, 6: 58}
    promises = Ceilings(replay=600, random=900, hint=3)
    case_params = CaseParams(seats_or_cards=("from", "by"))
    puzzle_themes = THEMES
    sight_rules = ("sight.line", "move.steps")

    @cached_property
    def engine(self) -> Rules[Any, Any]:
        from games.wizwar.simulator.engine.facade import WizWar

        return WizWar()

    @cached_property
    def table(self) -> Table:
        from games.wizwar.simulator.table.facade import WizWarTable

        return WizWarTable(self.engine)

    def own_figures(self) -> Iterator[Metric]:
        """Lines of sight are a part of this engine that is promised for itself, and the hint for six."""
        from games.wizwar.simulator.benchmarks import hint_figures, sight_figures

        return chain(sight_figures(), hint_figures())


GAME = WizWarSimulator()
