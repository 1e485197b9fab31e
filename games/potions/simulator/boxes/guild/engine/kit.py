"""What the Guild of Alchemists brings to a course."""

from collections.abc import Sequence
from typing import Any

from games.potions.scoring.boxes.guild.points import MAGEMA, STAGE, STONE, STONE_KIND, UNIVERSALITY
from games.potions.scoring.points import Play
from games.potions.simulator.boxes.guild.engine import columns, says, spells, stages
from games.potions.simulator.engine import phases, shared
from games.potions.simulator.engine.course import Course, Kit, Limits, Verb
from games.potions.simulator.engine.data import CARD
from games.potions.simulator.engine.staging import KEPT
from games.potions.simulator.engine.state import Staged, State
from web.refusal import Refusal

GAME = spells.GAME
NUMBERS = GAME.constants
ALONE, BOTH = "guild", "both"


def limits(boxes: Sequence[str]) -> Limits:
    """Together with another box hands are larger (guild.both.first)."""
    name = ALONE if len(boxes) == 1 else BOTH
    return Limits(*(NUMBERS[f"{name}_draw_{part}"] for part in ("below", "to", "stop")))


def why_not_source(state: State, staged: Staged, move: Any) -> Refusal:
    """A recipe that is protected where it lies; for a stage, one that isn't what it asks for."""
    protected = stages.why_protected(state, move.args[0])
    if protected and move.args[2:] == (KEPT,):
        return protected
    if staged.place:
        stage = stages.wanted_by(state, staged)
        row = columns.rows_of(state)[staged.seat]
        if move.args[0] in {code for code in state.course.codes if CARD[code].id == stage.card}:
            return protected or stages.why_nowhere(state, stage)
        return stages.why_not_card(state, row, stage, move.args[0])
    return shared.why_not_use(state, staged, move)


def is_stage(play: Play, course: Course) -> bool:
    return len(play.place) == 2 and 0 <= play.n <= 99


KIT = Kit(
    flow=phases.FLOW,
    wild=(MAGEMA,),
    stand_ins={UNIVERSALITY: "simple_elixir"},
    keeps=(phases.KEEPING, columns.KEEPING),
    verbs={**phases.VERBS, stages.VERB: Verb(stages.check, stages.do)},
    answers={"use": why_not_source, spells.SKIP: spells.why_not_skip, spells.PUT: spells.why_not_put},
    compounds={stages.VERB: stages.COMPOUND},
    spells=spells.SPELLS,
    frames={**phases.FRAMES, "Returning": (spells.Returning, spells.RETURNING)},
    decoders={**phases.DECODERS, spells.Returning: spells.decode_returning},
    advance={**phases.ADVANCE, spells.Returning: spells.returning},
    played_in=phases.PLAYED_IN,
    says={**phases.SAYS, **says.SAYS},
    sources={columns.SEQUENCE: columns.SOURCE},
    offers=(phases.draws, stages.offers),
    from_tables=(stages.offers_from_tables,),
    set_up=(columns.draw_cards,),
    limits=limits,
    deal=NUMBERS["guild_deal"],
    opening=NUMBERS["guild_cupboard"],
    columns=columns.COLUMNS,
    plays={STAGE: is_stage, STONE: is_stage},
    short_keys={**phases.SHORT_KEYS, columns.SEQUENCES: columns.compare},
    wishes=(phases.wish_to_draw, stages.wishes),
    rarities={
        **{f"cast:{spell}": phases.casts(spell) for spell in spells.SPELLS},
        "stage:other_column": phases.tells("stage_other_column"),
        "stage:own_column": phases.tells("stage_own_column"),
        "stone": phases.tells("stone_laid"),
        "circle": phases.tells("circle_closed"),
    },
    things={STONE_KIND: ("stone_no_recipe", "guild.stone.no_recipe")},
    policies={
        **shared.POLICIES,
        "assembled": stages.assembled,
        "out_of_reach": stages.out_of_reach,
        "why_barred": stages.why_barred,
    },
    clauses_with={"university": {"second": "guild.both.stop", "place": "guild.both.top"}},
    clauses={
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
    },
)
