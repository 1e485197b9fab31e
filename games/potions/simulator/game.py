"""What the simulator knows of «Зельеварение». Engine and table are imported when they are first asked for."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from rulebook.content.entries import Text
from simulator.bulk.figures import Ceilings, Metric
from simulator.cases.kinds import CaseParams
from simulator.engine.rules import Rules
from simulator.game import BotStrength, Character, PuzzleTheme, Simulator
from simulator.table.base import Table


class PotionsSimulator(Simulator):
    bot_titles = {
        "wild": Text("бот, чудит", "bot, plays oddly"),
        "careful": Text("бот, осторожный", "bot, careful"),
        "greedy": Text("бот, жадный", "bot, greedy"),
        "hasty": Text("бот, торопливый", "bot, hasty"),
        "forgetful": Text("бот, забывчивый", "bot, forgetful"),
        "scholarly": Text("бот, книжник", "bot, scholarly"),
    }
    characters = {
        "careful": Character(
            "shuns_others",
            Text(
                "Чужих рецептов не трогаю: боюсь половины, которая достанется хозяину, и теряю свою.",
                "I keep off other people’s recipes: I fear the half that owners get, and lose my own.",
            ),
        ),
        "greedy": Character(
            "lays_spells",
            Text(
                "Заклятья кладу в шкаф ради очка, а ведь после заклятья можно сыграть ещё карту.",
                "I lay spells in the cupboard for a point, though after a cast spell you play another card.",
            ),
        ),
        "hasty": Character(
            "takes_less",
            Text(
                "Хватаю первое, что годится: собираю рецепт подешевле, кладу элемент, который уже лежит.",
                "I grab whatever will do: the cheaper recipe, an element that already lies there.",
            ),
        ),
        "forgetful": Character(
            "forgets_own",
            Text(
                "Что собрано больше двух кругов назад, я забываю, хотя оно лежит передо мной.",
                "What was assembled over two rounds ago I forget, though it lies right before me.",
            ),
        ),
        "scholarly": Character(
            "puts_off",
            Text(
                "Считаю на ход вперёд и готовый эликсир откладываю, а элементы разбирают соседи.",
                "I reckon a turn ahead and put ready elixirs off, while others take the elements.",
            ),
        ),
    }
    bot_strengths = {
        "wild": BotStrength(51.0, "random", 2),
        "greedy": BotStrength(99.4, "random", 2),
        "careful": BotStrength(32.2, "greedy", 2),
        "hasty": BotStrength(40.8, "greedy", 2),
        "forgetful": BotStrength(14.8, "greedy", 2),
        "scholarly": BotStrength(34.5, "greedy", 2),
        "search": BotStrength(85.1, "greedy", 2),
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
        "frees": PuzzleTheme(
            "spell.further",
            Text(
                "Собрать пока нечего. После какого заклятья рецепт с вашей руки станет можно собрать?",
                "Nothing can be assembled yet. Which spell opens a recipe in your hand?",
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
