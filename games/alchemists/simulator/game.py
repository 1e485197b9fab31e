"""What the simulator knows of «Алхимики»: the engine, and laboratory and notebook for cardboard tables."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from games.alchemists.simulator.puzzle_themes import THEMES
from rulebook.content.entries import Text
from simulator.bulk.figures import Ceilings, Metric
from simulator.cases.kinds import CaseKind, CaseParams
from simulator.engine.rules import Rules
from simulator.game import BotStrength, Example, Simulator
from simulator.table.base import Table


class AlchemistsSimulator(Simulator):
    bot_titles = {
        "wild": Text("бот, пробует всё", "bot, tries everything"),
        "sensible": Text("бот, вдумчивый", "bot, thoughtful"),
    }
    bot_strengths = {
        "wild": BotStrength(23.0, "random", 4),
        "greedy": BotStrength(97.0, "random", 4),
        "sensible": BotStrength(88.0, "greedy", 4),
    }
    decisions = {2: 106, 3: 102, 4: 91}
    promises = Ceilings(replay=300, random=600, hint=1)
    puzzle_themes = THEMES
    case_params = CaseParams(cards=("cards", "pair"))

    @cached_property
    def engine(self) -> Rules[Any, Any]:
        from games.alchemists.simulator.engine.facade import Alchemists

        return Alchemists()

    @cached_property
    def table(self) -> Table:
        from games.alchemists.simulator.table.facade import AlchemistsTable

        return AlchemistsTable(self.engine)

    def own_figures(self) -> Iterator[Metric]:
        from games.alchemists.simulator.benchmarks import bot_figures, deduction_figures

        yield from deduction_figures()
        yield from bot_figures()

    @cached_property
    def case_kinds(self) -> Mapping[str, CaseKind]:
        from games.alchemists.simulator.deduction.case_kinds import KINDS

        return KINDS

    @property
    def case_examples(self) -> Mapping[str, Example]:
        from games.alchemists.simulator import examples

        return {"laboratory": examples.laboratory, "notebook": examples.notebook}

    @property
    def case_words(self) -> Mapping[str, Any]:
        from games.alchemists.simulator.case_words import KINDS

        return KINDS

    def recent(self, request: Any) -> Sequence[Any]:
        """The laboratories that this browser has opened."""
        from games.alchemists.simulator.laboratory.access import COOKIE
        from games.alchemists.simulator.laboratory.models import Laboratory

        return Laboratory.known_to(COOKIE.visitor(request).tokens)


GAME = AlchemistsSimulator()
