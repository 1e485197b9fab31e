"""What «Гильдия Алхимиков» adds to the counting: stages of Sequences and the Philosopher's Stone.

Source: the seed's «Последовательность Великого Делания», «Философский Камень», «Элементарная магема» and
«Эликсир универсальности»; rulings 40, 43, 45, 51, 54, 74, 77, 81.
"""

from games.potions.scoring.points import (
    INGREDIENT,
    Boxes,
    BoxPoints,
    KindOfPlay,
    Play,
    Used,
    half,
    half_lines,
    shared,
)
from rulebook.content import reading
from scoring.sheets.lines import ScoreLine

GAME = reading.load("potions", boxes=("guild",))
# Kinds of plays: a recipe laid into a Sequence (`place` is column and stage, both from 1, `n` the stage's
# points on the table's columns), and the Stone that ends the game.
STAGE, STONE = "stage", "stone"
COLUMNS: int = GAME.constants["columns"]
STAGES: int = GAME.constants["stages"]
STAGE_POINTS: tuple[int, ...] = tuple(GAME.constants["stage_points"])  # where a table names none of its own
STONE_POINTS: int = GAME.constants["stone_points"]
STONE_KIND = "philosophers_stone"
UNIVERSALITY, TRANSMUTATION = "elixir_of_universality", "spell_of_transmutation"
MAGEMA = "elementary_magema"
# Why a half is silent: the recipe was assembled with magema, or is the Elixir of Universality.
BY_MAGEMA, BY_ELIXIR = "magema", "elixir"


def _stage_gains(play: Play) -> dict[int, int]:
    return shared(play, play.n)


def _stage_lines(play: Play, boxes: Boxes) -> list[tuple[int, ScoreLine]]:
    column, stage = play.place
    params = {"card": play.card, "seat": play.seat, "n": half(play.n), "column": column, "stage": stage}
    code = "stage" if play.card else "stage_bare"
    laid = ScoreLine(code, "guild.sequence.points", params | {"n": play.n}, play.n)
    once = ScoreLine(f"half_{code}", "guild.sequence.half", params, half(play.n))
    return [(play.seat, laid), *half_lines(play, boxes, half(play.n), once, params)]


def _stone_lines(play: Play, boxes: Boxes) -> list[tuple[int, ScoreLine]]:
    code = "stone" if play.card else "stone_bare"
    params = {"card": play.card, "column": play.place[0], "n": play.n}
    return [(play.seat, ScoreLine(code, "guild.stone.points", params, play.n))]


class GuildPoints(BoxPoints):
    """See `BoxPoints`."""

    kinds = {
        STAGE: KindOfPlay(_stage_gains, _stage_lines, spends=False),  # it may have lain on a table
        STONE: KindOfPlay(_stage_gains, _stone_lines),
    }
    silent = {
        BY_MAGEMA: ("half_magema", "guild.magema.half"),
        BY_ELIXIR: ("half_elixir", "guild.universality.half"),
    }
    worthless = {MAGEMA: "guild.magema.element"}  # ruling 51

    def silence(self, used: Used, into: str) -> str:
        """Rulings 54, 55, 81: magema silences a recipe as an ingredient, but not in a Sequence."""
        if used.card == UNIVERSALITY:
            return BY_ELIXIR
        return BY_MAGEMA if used.magema and into == INGREDIENT else ""


POINTS = GuildPoints()
