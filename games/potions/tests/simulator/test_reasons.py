"""No refusal names a reason that the position contradicts, whatever is tried in it.

Each code stands beside what has to be so where it is said, read naively from the encoded position.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from games.potions.simulator.engine.courses import courses
from rulebook.content import reading
from simulator.engine.chance import Rng
from simulator.engine.game import Move
from simulator.game import engine_of
from tests.conformance.tables import AGENTS

GAME = engine_of("potions")
WHOLE = reading.whole("potions")
CARD = {code: card for code, (card, _) in WHOLE.copies_by_code.items()}
ELEMENTS_OF = {code: copies.elements for code, (_, copies) in WHOLE.copies_by_code.items()}
ELEMENTS = [element.id for element in WHOLE.elements]
WORDS_EACH, STRIDE, SEATS = 10, 9, 3
VERBS = (
    *("element", "assemble", "cast", "pass", "use", "target", "take", "keep", "lay"),
    *("draw", "stage", "skip", "put", "return", "give", "name", "destroy", "build"),
)


class Said(NamedTuple):
    """A refusal with the position in which it was said; `card` is the word that it names."""

    position: dict[str, Any]
    seat: int
    move: Move
    params: dict[str, Any]

    @property
    def card(self) -> str:
        return str(self.params.get("card", self.params.get("text", "")))

    @property
    def hand(self) -> list[str]:
        return list(self.position["hands"][self.seat])

    @property
    def frame(self) -> dict[str, Any]:
        return dict(self.position["agenda"][-1])

    @property
    def turn(self) -> dict[str, Any]:
        return dict(self.position["agenda"][0])

    @property
    def stacks(self) -> list[list[str]]:
        return [stack for stack in self.position["cupboard"]["stacks"] if stack]

    @property
    def apart(self) -> list[str]:
        return list(self.position["cupboard"]["apart"])

    @property
    def tops(self) -> list[str]:
        """What nothing covers."""
        return [*(stack[-1] for stack in self.stacks), *self.apart]

    @property
    def tables(self) -> list[list[str]]:
        return [[recipe[0] for recipe in table] for table in self.position["tables"]]

    @property
    def under(self) -> list[str]:
        return [code for table in self.position["tables"] for recipe in table for code in recipe[1]]

    def is_among(self, codes: list[str]) -> bool:
        return any(self.card in (code, CARD[code].id) for code in codes)

    @property
    def in_stacks(self) -> list[str]:
        return [code for stack in self.stacks for code in stack]

    def has(self, element: str) -> bool:
        return element in [ELEMENTS_OF[stack[0]][0] for stack in self.stacks]


def is_recipe(code: str) -> bool:
    return bool(CARD[code].ingredients)


def lacks(said: Said) -> bool:
    """assemble.all: of what a recipe asks for once, nothing lies there."""
    asked = Counter(f"{each.kind}:{each.id}" for each in CARD[said.card].ingredients)
    names = [CARD[code].id for table in said.tables for code in table]
    for ingredient in said.params["ingredients"]:
        kind, _, name = ingredient.partition(":")
        there = name in names if kind == "card" else kind == "element" and said.has(name)
        if there and asked[ingredient] == 1:
            return False
    return True


def lies_hidden(said: Said) -> bool:
    """assemble.under: each of them lies under a recipe."""
    found = {word for code in said.under for word in (CARD[code].id, CARD[code].kind, *ELEMENTS_OF[code])}
    return all(ingredient.partition(":")[2] in found for ingredient in said.params["ingredients"])


TRUE: dict[str, Callable[[Said], bool]] = {
    "not_in_hand": lambda said: not said.is_among(said.hand),
    "no_such_card": lambda said: not said.is_among(list(CARD)),
    "element_no_card": lambda said: said.params["element"] in ELEMENTS,
    "no_recipe": lambda said: said.is_among(said.hand) and not is_recipe(said.card),
    "not_spell": lambda said: said.is_among(said.hand) and CARD[said.card].kind != "spell",
    "missing": lacks,
    "lies_under": lies_hidden,
    "element_in_hand": lambda said: (
        (said.move.verb == "use" or not said.has(said.params["element"]))
        and any(said.params["element"] in ("any", *ELEMENTS_OF[code]) for code in said.hand)
    ),
    "not_top": lambda said: said.is_among(said.in_stacks) and not said.is_among(said.tops),
    "not_in_cupboard": lambda said: not said.is_among([*said.in_stacks, *said.apart]),
    "not_to_take": lambda said: said.is_among(said.tops),
    "takes_no_spell": lambda said: any(
        said.card in (code, CARD[code].id) for code in CARD if CARD[code].kind == "spell"
    ),
    "cast_in_phase": lambda said: bool(said.turn["cast"]),
    "put_no_recipe": lambda said: (
        said.is_among(said.hand) and not any(is_recipe(code) and said.is_among([code]) for code in said.hand)
    ),
    "not_own": lambda said: (
        said.is_among(said.tables[said.params["seat"]]) and not said.is_among(said.tables[said.seat])
    ),
    "not_assembled": lambda said: not any(said.is_among(table) for table in said.tables),
    "not_on_table": lambda said: not any(said.is_among(table) for table in said.tables),
    "not_to_destroy": lambda said: any(said.is_among(table) for table in said.tables),
    "not_under": lambda said: not said.is_among(said.frame["targets"][0][3]),
    "hand_full": lambda said: len(said.hand) >= said.params["n"],
    "deck_is_empty": lambda said: any(not deck for deck in said.position["decks"]),
    "no_draw_now": lambda said: said.frame.get("n") != 2 or said.turn["further"],
    "no_pass": lambda said: not said.turn["further"],
    "no_pass_phase": lambda said: bool(said.hand) or (said.turn["n"] == 2 and any(said.position["decks"])),
    "must_follow": lambda said: said.position["options"]["spell_follow_up"] == "must",
    "cannot_build": lambda said: said.is_among(said.hand),
    "must_draw": lambda said: 1 <= said.params["n"] <= said.frame["left"],
    "must_return": lambda said: said.params["n"] == said.frame["left"],
    "must_yield": lambda said: any(said.params["element"] in ELEMENTS_OF[code] for code in said.hand),
    "other_element": lambda said: said.frame["element"] not in ELEMENTS_OF[said.card],
    "which_copy": lambda said: len(said.params["choices"]) >= 1,
}


def tried(position: dict[str, Any], course: Any, rng: Rng) -> Iterator[Move]:
    """Every verb with words from the position and from all that there is, with and without numbers."""
    near = [code for hand in position["hands"] for code in hand]
    near += [code for stack in position["cupboard"]["stacks"] for code in stack]
    near += [*position["cupboard"]["apart"], *(row[0] for table in position["tables"] for row in table)]
    near += [code for table in position["tables"] for row in table for code in row[1]]
    words = [rng.choice(near) for _ in range(WORDS_EACH)] + [
        rng.choice(list(CARD)),
        rng.choice(ELEMENTS),
        "x",
    ]
    words += [CARD[words[0]].id, *course.deck_ids]
    for verb in VERBS:
        yield Move(verb)
        for word in words:
            yield Move(verb, (word,))
        yield from (Move(verb, (words[n], n + 1)) for n in range(SEATS))


def refusals(sets: str, seed: int) -> Iterator[tuple[str, Said, set[str]]]:
    """Each refusal of a game that is looked into now and then, with the verbs that are offered there."""
    state = GAME.new_game({"players": SEATS, "options": {"sets": sets}}, seed).state
    rng, choose, ply = Rng(seed), AGENTS["curious"](seed), 0
    while acting := sorted(GAME.to_act(state)):
        (seat,) = acting
        legal = GAME.legal_moves(state, seat)
        if ply % STRIDE == 0:
            position = GAME.encode(state)
            for move in tried(position, state.course, rng):
                refusal = GAME.check(state, seat, move)
                if refusal is not None:
                    params = dict(refusal.params)
                    yield refusal.code, Said(position, seat, move, params), {each.verb for each in legal}
        state, ply = GAME.apply(state, seat, choose(legal)).state, ply + 1


@pytest.mark.parametrize("sets", courses())
def test_no_refusal_names_a_reason_that_the_position_contradicts(sets):
    """A wrong reason teaches a wrong rule."""
    met = Counter()
    for code, said, offered in refusals(sets, 5):
        met[code] += 1
        if code in TRUE:
            assert TRUE[code](said), (code, str(said.move), said.params, said.position)
        if code in GAME.elsewhere:
            assert said.move.verb not in offered, (code, str(said.move), offered)
    assert len(met) > 12
