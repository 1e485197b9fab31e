"""The University Course: what it adds to the game, and what it changes. Its rules are a reconstruction."""

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
    proposing,
    proving,
    scruple,
    taking,
    talismans,
    transfiguring,
)
from games.potions.simulator.engine import phases, shared, standing
from games.potions.simulator.engine.box import Box, Limits, Seen, Verb
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import RECIPES, Slot, fits
from games.potions.simulator.engine.phases import casts, tells
from games.potions.simulator.engine.plays import MOST_POINTS
from games.potions.simulator.engine.short_parts import comparison
from games.potions.simulator.engine.staging import distinct
from games.potions.simulator.engine.state import State
from simulator.engine.game import Move, Seat
from web.refusal import Params

NUMBERS = casting.GAME.constants


def is_before(play: Play, course: Course) -> bool:
    """A score may be below zero (ruling 63)."""
    return abs(play.n) <= MOST_POINTS and not play.owners


def brings(play: Play, course: Course) -> bool:
    return play.n == 0


def say_give(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    card, place = move.args
    return "give", {"card": card, "seat": place - 1}


def say_destroy(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    """The recipe with what lies under it, as there may be several of one name."""
    card, owner, *number = move.args
    recipe = distinct(state.tables[owner - 1], card)[(number[0] if number else 1) - 1]
    if not recipe.under:
        return "destroy_bare", {"card": card, "seat": owner - 1}
    return "destroy", {"card": card, "seat": owner - 1, "cards": list(recipe.under)}


def say_name(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "name", {"element": move.arg}


SPELLS = {**taking.SPELL_TABLE, **casting.SPELL_TABLE, **transfiguring.SPELL_TABLE}


class University(Box):
    """It adds spells, talismans, the Scruple, an element and a recipe that stand in for others. It changes
    where spells go, what cards bring, what is known of hands, and how many cards are drawn.
    """

    rests_on = (shared.SHARED,)
    deal = NUMBERS["university_deal"]
    opening = NUMBERS["university_cupboard"]
    wild = (MAGEMA,)
    stand_ins = {UNIVERSALITY: "simple_elixir"}
    things = {scruple.KIND: ("scruple_no_recipe", "university.scruple.thing")}
    verbs = {"pass": Verb(phases.check_pass, casting.do_pass), scruple.GIVE: Verb(scruple.check, scruple.do)}
    spells = SPELLS
    frames = casting.FRAMES
    answers = {
        taking.DESTROY: taking.fall_refusal,
        taking.PUT: taking.create_refusal,
        casting.NAME: casting.name_refusal,
        transfiguring.BUILD: transfiguring.build_refusal,
    }
    says = {scruple.GIVE: say_give, taking.DESTROY: say_destroy, casting.NAME: say_name}
    sources = {transfiguring.TOP: transfiguring.SOURCE}
    keeps = (lacking.KEEPING,)
    short_keys = {lacking.LACKS: comparison(lacking.KEEPING)}
    plays = {BEFORE: is_before, **dict.fromkeys((USEFUL, INCOME, GROWTH, FOREST, SCRUPLE), brings)}
    quiet = frozenset({INCOME, GROWTH})
    rarities = {
        **{f"cast:{spell}": casts(spell) for spell in SPELLS},
        "paid:generality": tells("half", again=True),
        "paid:usefulness": tells("useful"),
        "paid:income": tells("income"),
        "paid:growth": tells("growth"),
        "scruple": tells("scruple_given"),
        "circle": tells("circle_closed"),
    }
    proofs = proving.PROOFS
    propositions = staticmethod(proposing.propositions)
    before_turn = staticmethod(talismans.grow)
    after_turn = staticmethod(talismans.earn)
    offered_moves = staticmethod(scruple.offers)
    wished_moves = staticmethod(scruple.wishes)
    spells_on_top = True
    element_laid = staticmethod(talismans.element_laid)
    paid_halves = staticmethod(talismans.paid_halves)
    parts_after_taking = staticmethod(lacking.after_taking)
    clauses = {
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
    }

    def may_lie(self, course: Course, cards: Sequence[str], slots: Sequence[Slot]) -> bool:
        """Transfiguration may have put one recipe in the place of an ingredient."""
        pairs = list(zip(cards, slots, strict=True))
        strange = [n for n, (code, slot) in enumerate(pairs) if not fits(code, slot)]
        for n in strange:
            rest = [pair for m, pair in enumerate(pairs) if m != n]
            if cards[n] in RECIPES and standing.may_lie(course, [c for c, _ in rest], [s for _, s in rest]):
                return True
        return standing.may_lie(course, cards, slots)

    def barred_elements(self, seen: Seen) -> list[frozenset[str]]:
        """What a hand is known to lack."""
        return [frozenset(elements) for elements in lacking.lacks_of(seen)]

    def needed_elements(self, seen: Seen) -> list[tuple[Seat, str]]:
        """Whoever is asked has the element."""
        return [(frame.seat, frame.element) for frame in seen.agenda if type(frame) is casting.Asked]

    def hand_limits(self, boxes: Sequence[str]) -> Limits:
        return Limits(*(NUMBERS[f"university_draw_{part}"] for part in ("below", "to", "stop")))


BOX = University()
