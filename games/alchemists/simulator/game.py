"""What the simulator knows of «Алхимики»: the engine, and laboratory and notebook for cardboard tables."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from games.alchemists.simulator.puzzle_themes import THEMES
from rulebook.content.entries import Text
from simulator.bulk.figures import Ceilings, Metric
from simulator.cases.kinds import CaseKind, CaseParams
from simulator.engine.rules import Rules
from simulator.game import BotStrength, Character, Example, Simulator
from simulator.table.base import Table


class AlchemistsSimulator(Simulator):
    bot_titles = {
        "wild": Text("бот, пробует всё", "bot, tries everything"),
        "sensible": Text("бот, вдумчивый", "bot, thoughtful"),
        "attentive": Text("бот, внимательный", "bot, attentive"),
    }
    characters = {
        "careful": Character(
            "low_guarantee",
            Text(
                "Обещаю покупателям меньше, чем могу сварить: боюсь прогадать, а золото оставляю им.",
                "I promise buyers less than I can brew: I leave them the gold rather than take a chance.",
            ),
        ),
        "greedy": Character(
            "any_card",
            Text(
                "Хватаю любую карту, даже если такая уже есть: с чем её мешать потом, я не думаю.",
                "I grab any card, even one that I have: what to mix it with later never crosses my mind.",
            ),
        ),
        "hasty": Character(
            "blind",
            Text(
                "Тяну карты вслепую: сравнивать те, что лежат открыто, мне некогда.",
                "I draw cards blind: there is no time to compare those that lie open.",
            ),
        ),
        "forgetful": Character(
            "again",
            Text(
                "Записей не веду: мешаю то, что уже мешал, и публикую то, что сам давно опроверг опытом.",
                "I keep no notes: I mix the same things again, and publish what my own tests have ruled out.",
            ),
        ),
        "scholarly": Character(
            "no_discount",
            Text(
                "Считаю всё, кроме соперников: скидок не даю, и покупателей уводят у меня из-под носа.",
                "I count everything but my rivals: I give no discount, and they lead my buyers away.",
            ),
        ),
    }
    bot_strengths = {
        "wild": BotStrength(23.0, "random", 4),
        "greedy": BotStrength(97.0, "random", 4),
        "sensible": BotStrength(92.5, "greedy", 4),
        "attentive": BotStrength(72.5, "sensible", 2),
        "careful": BotStrength(50.0, "greedy", 4),
        "hasty": BotStrength(25.0, "greedy", 4),
        "forgetful": BotStrength(10.0, "greedy", 4),
        "scholarly": BotStrength(90.0, "greedy", 4),
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
