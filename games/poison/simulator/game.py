"""What the simulator knows of Poison. Engine and table are imported when they are first asked for."""

from functools import cached_property
from typing import Any

from rulebook.content.entries import Text
from simulator.bulk.figures import Ceilings
from simulator.engine.rules import Rules
from simulator.game import BotStrength, Character, PuzzleTheme, Simulator
from simulator.table.base import Table


class PoisonSimulator(Simulator):
    bot_titles = {"greedy": Text("бот, скупой", "bot, stingy")}
    bot_strengths = {
        "greedy": BotStrength(99.9, "random", 4),
        "flat": BotStrength(74.7, "greedy", 4),
        "careful": BotStrength(6, "greedy", 4),
        "hasty": BotStrength(2, "greedy", 4),
        "forgetful": BotStrength(21.8, "greedy", 4),
        "scholarly": BotStrength(31.1, "greedy", 4),
    }
    characters = {
        "careful": Character(
            "drips",
            Text(
                "Подливаю по капле, лишь бы не подойти к краю котла. С крупными картами и остаюсь.",
                "I pour drop by drop to stay away from the brim, and am left with my large cards.",
            ),
        ),
        "greedy": Character(
            "cheapest_now",
            Text(
                "Беру котёл подешевле. А другой, моего цвета, под конец может не стоить ничего.",
                "I take whichever cauldron is cheapest. Another, of my own colour, may cost "
                "nothing in the end.",
            ),
        ),
        "hasty": Character(
            "settles",
            Text(
                "Очко-другое не беда, думаю я, и лью первую крупную карту. А мелкая могла бы лечь даром.",
                "What’s a point or two, I think, and pour the first large card. A small one "
                "might cost nothing.",
            ),
        ),
        "forgetful": Character(
            "forgets",
            Text(
                "Мне всё кажется, что этого цвета больше всех у меня. Что вы набрали раньше, я забываю.",
                "I keep thinking that I have most of a colour. What you have taken earlier I forget.",
            ),
        ),
        "scholarly": Character(
            "brims",
            Text(
                "Доливаю ровно до тринадцати: следующему брать. А вы, может быть, этот цвет и собираете.",
                "I fill cauldrons to exactly thirteen, for the next player to take. And you may "
                "be collecting that colour.",
            ),
        ),
    }
    decisions = {3: 38, 4: 50, 5: 50, 6: 50}
    puzzle_themes = {
        "one_saves": PuzzleTheme(
            "overflow.take",
            Text(
                "Даром ляжет только одна карта. Сыграть её, и куда, или есть ход лучше?",
                "Only one card costs nothing now. Play it, and where, or is there a better move?",
            ),
            Text(
                "К концу раунда этот ход обойдётся дороже.", "By the end of the round that move costs more."
            ),
        ),
        "spill": PuzzleTheme(
            "overflow.limit",
            Text(
                "Любой ход переполнит котёл. Каким ходом потерять меньше всего?",
                "Every move spills a cauldron. Which one costs you least in the end?",
            ),
            Text("Так вы потеряете больше.", "That way you lose more."),
        ),
        "majority": PuzzleTheme(
            "majority.shed",
            Text(
                "Карты одного цвета можно набрать и сбросить. Брать или не брать?",
                "Cards of one colour can be piled up and shed. Take some, or none?",
            ),
            Text(
                "К концу раунда так выйдет больше очков.", "That leaves more points at the end of the round."
            ),
        ),
        "poison": PuzzleTheme(
            "poison.any",
            Text(
                "Яд примет не один котёл. Класть его сейчас, и если да, то куда?",
                "More than one cauldron takes your poison. Play it now, and where?",
            ),
            Text(
                "Можно, но к концу раунда это обойдётся дороже.",
                "A fair move, but it costs more by the end of the round.",
            ),
        ),
        "no_spill": PuzzleTheme(
            "turn.play",
            Text(
                "Переполнять ничего не нужно. Какую карту отдать сейчас?",
                "Nothing has to spill. Which card goes now?",
            ),
            Text(
                "Эта карта ещё пригодится: есть ход лучше.",
                "You will need that card yet: there is a better move.",
            ),
        ),
    }
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
