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
                "Обещал покупателям меньше, чем мог сварить: боялся прогадать, а золото оставлял им.",
                "I promised buyers less than I could brew: I left them the gold rather than take a chance.",
            ),
        ),
        "greedy": Character(
            "any_card",
            Text(
                "Хватал любую карту, даже если такая уже была: с чем её мешать потом, я не думал.",
                "I grabbed any card, even one that I had: what to mix it with later never crossed my mind.",
            ),
        ),
        "hasty": Character(
            "blind",
            Text(
                "Тянул карты вслепую: сравнивать те, что лежали открыто, мне было некогда.",
                "I drew cards blind: there was no time to compare those that lay open.",
            ),
        ),
        "forgetful": Character(
            "again",
            Text(
                "Записей не вёл: мешал то, что уже мешал, и публиковал то, что сам давно опроверг опытом.",
                "I kept no notes: I mixed the same things again, and published what my own tests ruled out.",
            ),
        ),
        "scholarly": Character(
            "no_discount",
            Text(
                "Считал всё, кроме соперников: скидок не давал, и покупателей уводили у меня из-под носа.",
                "I counted everything but my rivals: I gave no discount, and they led my buyers away.",
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
