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
from simulator.game import BotStrength, Character, Simulator
from simulator.table.base import Table


class WizWarSimulator(Simulator):
    bot_titles = {
        "greedy": Text("бот, жадный", "greedy bot"),
        "guarding": Text("бот стережёт своё", "treasure-guarding bot"),
        "careful": Text("бот, осторожный", "careful bot"),
        "hasty": Text("бот, торопливый", "hasty bot"),
        "forgetful": Text("бот, забывчивый", "forgetful bot"),
        "scholarly": Text("бот, книжник", "scholarly bot"),
    }
    bot_strengths = {
        "greedy": BotStrength(97.2, "random", 2),
        "guarding": BotStrength(61.2, "greedy", 2),
        "careful": BotStrength(58.8, "greedy", 2),
        "hasty": BotStrength(70.0, "greedy", 2),
        "forgetful": BotStrength(64.4, "greedy", 2),
        "scholarly": BotStrength(53.8, "greedy", 2),
        "search": BotStrength(66.2, "guarding", 2),
    }
    characters = {
        "careful": Character(
            "shuns_treasures",
            Text(
                "Сокровище, возле которого стоит чужой маг, обхожу, хотя навредить мне он едва ли может.",
                "I leave a treasure alone if another wizard stands near it, though he can hardly harm me.",
            ),
        ),
        "greedy": Character(
            "spares_a_number",
            Text(
                "Жалею карты: несу сокровище домой пешком, а последнее число берегу.",
                "I am mean with my cards: I carry a treasure home on foot and save my last number.",
            ),
        ),
        "hasty": Character(
            "strikes_at_random",
            Text(
                "Бью чем попало: пинаю соперника, а карта посильнее остаётся в руке.",
                "I strike with whatever comes first: I kick a rival with a stronger card in my hand.",
            ),
        ),
        "forgetful": Character(
            "forgets_an_answer",
            Text(
                "О контрдействиях в руке вспоминаю, только когда жизней почти не осталось.",
                "I think of the counteractions in my hand only once I have hardly any life left.",
            ),
        ),
        "scholarly": Character(
            "spares_a_carrier",
            Text(
                "Слабую атаку берегу до выгодного случая, даже когда мимо меня уносят сокровище.",
                "I save a weak attack for a better occasion even while a treasure is carried past me.",
            ),
        ),
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
