"""The Guild of Alchemists: what it adds to the game, and what it changes."""

from collections.abc import Sequence
from typing import Any

from games.potions.rulebook.boxes.guild import sequences
from games.potions.scoring.boxes.guild.points import MAGEMA, STAGE, STONE, STONE_KIND, UNIVERSALITY
from games.potions.scoring.points import Play
from games.potions.simulator.boxes.guild.engine import columns, proposing, proving, stages
from games.potions.simulator.boxes.guild.engine.says import SAYS
from games.potions.simulator.boxes.guild.engine.spells import (
    GAME,
    PUT,
    RETURN,
    RETURNING,
    SKIP,
    SPELLS,
    put_refusal,
    skip_refusal,
)
from games.potions.simulator.engine import shared
from games.potions.simulator.engine.box import Box, Limits, Verb
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import CARD
from games.potions.simulator.engine.phases import casts, tells
from games.potions.simulator.engine.short_parts import comparison
from games.potions.simulator.engine.staging import KEPT
from games.potions.simulator.engine.state import Staged, State
from simulator.engine.game import Seat
from web.refusal import Refusal

NUMBERS = GAME.constants
ALONE, BOTH = "guild", "both"


def source_refusal(state: State, staged: Staged, move: Any) -> Refusal:
    """A recipe that is protected where it lies; for a stage, one that isn't what it asks for."""
    word, *_ = move.args
    protected = stages.why_protected(state, word)
    if protected and move.args[2:] == (KEPT,):
        return protected
    if staged.place:
        stage = stages.wanted_by(state, staged)
        row = columns.rows_of(state)[staged.seat]
        if word in {code for code in state.course.codes if CARD[code].id == stage.card}:
            return protected or stages.nowhere_refusal(state, stage)
        return stages.card_refusal(state, row, stage, word)
    return shared.use_refusal(state, staged, move)


def is_stage(play: Play, course: Course) -> bool:
    return len(play.place) == 2 and 0 <= play.n <= 99 and play.seat not in play.owners


class Guild(Box):
    """It adds Sequences and their Stone, three spells, an element and a recipe that stand in for others. It
    changes how many recipes a player has, which of them can be taken, and how many cards are drawn.
    """

    rests_on = (shared.SHARED,)
    deal = NUMBERS["guild_deal"]
    opening = NUMBERS["guild_cupboard"]
    wild = (MAGEMA,)
    stand_ins = {UNIVERSALITY: "simple_elixir"}
    things = {STONE_KIND: ("stone_no_recipe", "guild.stone.no_recipe")}
    verbs = {stages.VERB: Verb(stages.check, stages.do)}
    compounds = {stages.VERB: stages.COMPOUND}
    spells = SPELLS
    frames = (RETURNING,)
    answers = {"use": source_refusal, SKIP: skip_refusal, PUT: put_refusal}
    says = SAYS
    sources = {columns.SEQUENCE: columns.SOURCE}
    keeps = (columns.KEEPING,)
    short_keys = {columns.SEQUENCES: comparison(columns.KEEPING)}
    plays = {STAGE: is_stage, STONE: is_stage}
    rarities = {
        **{f"cast:{spell}": casts(spell) for spell in SPELLS},
        "stage:other_column": tells("stage_other_column"),
        "stage:own_column": tells("stage_own_column"),
        "stone": tells("stone_laid"),
        "circle": tells("circle_closed"),
    }
    known_verbs = frozenset({RETURN})
    proofs = proving.PROOFS
    propositions = staticmethod(proposing.propositions)
    after_deal = staticmethod(columns.draw_cards)
    offered_moves = staticmethod(stages.offers)
    moves_from_tables = staticmethod(stages.offers)
    wished_moves = staticmethod(stages.wishes)
    read_columns = staticmethod(columns.read_columns)
    columns_json = staticmethod(sequences.data_of)
    barred_refusal = staticmethod(stages.barred_refusal)
    clauses = {
        "draw": "guild.phases.choose",
        "choose": "guild.phases.choose",
        "three": "guild.phases.three",
        "second": "guild.phases.limit",
        "third": "guild.phases.third",
        "pass": "guild.phases.pass",
        "further": "guild.phases.further",
        "spell": "guild.spell.order",
        "place": "guild.spell.order",
        "circle": "guild.end.circle",
        "wild.element": "guild.magema.element",
        "wild.one": "guild.magema.one",
        "target.guild": "guild.spell.target",
        "silent.magema": "guild.magema.half",
        "silent.elixir": "guild.universality.half",
    }
    clauses_with = {"university": {"second": "guild.both.stop", "place": "guild.both.top"}}

    def recipe_count(self, state: State, seat: Seat) -> int:
        """On the table and in Sequences (guild.both.income): the Stone is none."""
        laid = columns.all_cards(columns.rows_of(state)[seat])
        return len(state.tables[seat]) + sum(CARD[code].kind != STONE_KIND for code in laid)

    def out_of_reach(self, state: State) -> list[list[str]]:
        """What lies in Sequences (guild.sequence.spells)."""
        return [columns.all_cards(row) for row in columns.rows_of(state)]

    def hand_limits(self, boxes: Sequence[str]) -> Limits:
        """Together with another box hands are larger (guild.both.first)."""
        name = ALONE if len(boxes) == 1 else BOTH
        return Limits(*(NUMBERS[f"{name}_draw_{part}"] for part in ("below", "to", "stop")))


BOX = Guild()
