"""What the simulator knows of «Зельеварение». Engine and table are imported when they are first asked for."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from rulebook.content.entries import Text
from simulator.bulk.figures import Ceilings, Metric
from simulator.cases.kinds import CaseParams
from simulator.engine.rules import Rules
from simulator.game import BotStrength, PuzzleTheme, Simulator
from simulator.table.base import Table


class PotionsSimulator(Simulator):
    bot_titles = {"wild": Text("бот, чудит", "bot, plays oddly")}
    bot_strengths = {
        "wild": BotStrength(51.0, "random", 2),
        "greedy": BotStrength(99.4, "random", 2),
        "search": BotStrength(90.4, "greedy", 2),
    }
    decisions = {2: 39, 3: 26, 4: 19, 5: 16, 6: 13}
    puzzle_themes = {
        "pair": PuzzleTheme(
            "assemble.half",
            Text(
                "Какой рецепт собрать и из чего, чтобы за этот ход сильнее всего обогнать остальных?",
                "Which recipe do you assemble, and of what, to get furthest ahead of the others this turn?",
            ),
            Text(
                "Так за этот ход вы обгоните остальных не так сильно.",
                "That doesn’t get you as far ahead this turn.",
            ),
        ),
        "sources": PuzzleTheme(
            "assemble.recipes",
            Text(
                "Рецепт можно собрать по-разному. Из чего, чтобы другим досталось поменьше?",
                "The recipe can be assembled in several ways. Of what, so that others get least?",
            ),
            Text(
                "Так другие получат больше, а вы не выиграете.",
                "That gives more to others, and you gain nothing.",
            ),
        ),
        "opens": PuzzleTheme(
            "assemble.cupboard",
            Text(
                "Собрать пока нечего. После какой карты в шкафу рецепт с вашей руки станет можно собрать?",
                "Nothing can be assembled yet. Which card in the cupboard opens a recipe in your hand?",
            ),
            Text(
                "После этого рецептам с вашей руки всё ещё чего-то недостаёт.",
                "After that the recipes in your hand still lack something.",
            ),
        ),
    }
    promises = Ceilings(replay=200, random=350, hint=1.5)
    case_params = CaseParams(seats=("seat", "builder"))

    @cached_property
    def engine(self) -> Rules[Any, Any]:
        from games.potions.simulator.engine.facade import Potions

        return Potions()

    @cached_property
    def table(self) -> Table:
        from games.potions.simulator.table.facade import PotionsTable

        return PotionsTable(self.engine)

    def own_figures(self) -> Iterator[Metric]:
        """Boxes change how long a turn is and what may be done in it: each set of them has its promise."""
        from games.potions.simulator.benchmarks import box_figures

        return box_figures()


GAME = PotionsSimulator()
