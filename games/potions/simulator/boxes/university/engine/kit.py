"""What the University Course brings to a course. Its rules of play are a reconstruction."""

from collections.abc import Sequence

from games.potions.scoring.boxes.university.points import (
    FOREST,
    GROWTH,
    INCOME,
    MAGEMA,
    SCRUPLE,
    UNIVERSALITY,
    USEFUL,
)
from games.potions.scoring.points import BEFORE, Play
from games.potions.simulator.boxes.university.engine import (
    casting,
    lacking,
    scruple,
    taking,
    talismans,
    transfiguring,
)
from games.potions.simulator.engine import phases, shared, standing
from games.potions.simulator.engine.course import Course, Kit, Limits, Verb
from games.potions.simulator.engine.data import RECIPES, Slot, fits
from games.potions.simulator.engine.plays import MOST_POINTS
from games.potions.simulator.engine.staging import distinct
from games.potions.simulator.engine.state import State
from simulator.engine.game import Move, Seat
from web.refusal import Params

NUMBERS = casting.GAME.constants


def limits(boxes: Sequence[str]) -> Limits:
    return Limits(*(NUMBERS[f"university_draw_{part}"] for part in ("below", "to", "stop")))


def may_lie(course: Course, cards: Sequence[str], slots: Sequence[Slot]) -> bool:
    """Transfiguration may have put one recipe in the place of an ingredient."""
    pairs = list(zip(cards, slots, strict=True))
    strange = [n for n, (code, slot) in enumerate(pairs) if not fits(code, slot)]
    for n in strange:
        rest = [pair for m, pair in enumerate(pairs) if m != n]
        if cards[n] in RECIPES and standing.may_lie(course, [c for c, _ in rest], [s for _, s in rest]):
            return True
    return standing.may_lie(course, cards, slots)


def is_before(play: Play, course: Course) -> bool:
    """A score may be below zero (ruling 63)."""
    return abs(play.n) <= MOST_POINTS and not play.owners


def brings(play: Play, course: Course) -> bool:
    return play.n == 0


def say_give(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "give", {"card": move.args[0], "seat": move.args[1] - 1}


def say_destroy(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    """The recipe with what lies under it, as there may be several of one name."""
    card, owner, *number = move.args
    recipe = distinct(state.tables[owner - 1], card)[(number[0] if number else 1) - 1]
    if not recipe.under:
        return "destroy_bare", {"card": card, "seat": owner - 1}
    return "destroy", {"card": card, "seat": owner - 1, "cards": list(recipe.under)}


def say_name(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "name", {"element": move.args[0]}


SPELLS = {**taking.SPELL_TABLE, **casting.SPELL_TABLE, **transfiguring.SPELL_TABLE}
KIT = Kit(
    flow=phases.FLOW,
    wild=(MAGEMA,),
    stand_ins={UNIVERSALITY: "simple_elixir"},
    keeps=(phases.KEEPING, lacking.KEEPING),
    verbs={
        **phases.VERBS,
        "pass": Verb(phases.check_pass, casting.do_pass),
        scruple.GIVE: Verb(scruple.check, scruple.do),
    },
    answers={
        taking.DESTROY: taking.why_not_fall,
        taking.PUT: taking.why_not_create,
        casting.NAME: casting.why_not_name,
        transfiguring.BUILD: transfiguring.why_not_build,
    },
    spells=SPELLS,
    frames={**phases.FRAMES, **casting.FRAMES},
    decoders={**phases.DECODERS, **casting.DECODERS},
    advance={**phases.ADVANCE, **casting.ADVANCE},
    played_in={**phases.PLAYED_IN, casting.Haste: casting.played_in_haste},
    sources={transfiguring.TOP: transfiguring.SOURCE},
    offers=(phases.draws, scruple.offers),
    before_turn=(talismans.grow,),
    after_turn=(talismans.earn,),
    limits=limits,
    spells_on_top=True,
    deal=NUMBERS["university_deal"],
    opening=NUMBERS["university_cupboard"],
    quiet=frozenset({INCOME, GROWTH}),
    plays={BEFORE: is_before, **dict.fromkeys((USEFUL, INCOME, GROWTH, FOREST, SCRUPLE), brings)},
    short_keys={**phases.SHORT_KEYS, lacking.LACKS: lacking.compare},
    says={**phases.SAYS, scruple.GIVE: say_give, taking.DESTROY: say_destroy, casting.NAME: say_name},
    wishes=(phases.wish_to_draw, scruple.wishes),
    rarities={
        **{f"cast:{spell}": phases.casts(spell) for spell in SPELLS},
        "paid:generality": talismans.is_paid_twice,
        "paid:usefulness": phases.tells("useful"),
        "paid:income": phases.tells("income"),
        "paid:growth": phases.tells("growth"),
        "scruple": phases.tells("scruple_given"),
        "circle": phases.tells("circle_closed"),
    },
    things={scruple.KIND: ("scruple_no_recipe", "university.scruple.thing")},
    policies={
        **shared.POLICIES,
        "as_element": talismans.as_element,
        "paid": talismans.paid_halves,
        "may_lie": may_lie,
        "parts_after_taking": lacking.after_taking,
        "barred": lacking.barred,
        "needed": casting.needed,
        "may_leave": casting.may_leave,
        "is_frame": casting.is_frame,
    },
    clauses={
        "draw": "university.phases.choose",
        "choose": "university.phases.choose",
        "three": "university.phases.three",
        "second": "university.phases.second",
        "third": "university.phases.third",
        "pass": "university.phases.pass",
        "further": "university.phases.further",
        "spell": "university.spell.order",
        "place": "university.spell.top",
        "circle": "university.end.circle",
        "wild.element": "university.magema.element",
        "wild.one": "university.magema.replace",
        "target.university": "university.spell.target",
        "silent.magema": "university.magema.half",
        "silent.universality": "university.universality.half",
        "silent.elixir": "university.universality.half",
    },
)
