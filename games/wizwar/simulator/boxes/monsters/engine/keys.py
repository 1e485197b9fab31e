"""What the box writes into short forms of positions (cases/README.md): its monsters, and charges of wands."""

from collections.abc import Sequence
from typing import Any

from games.wizwar.simulator.boxes.monsters.engine.creatures import (
    DEMOCRATIC,
    MONSTERS,
    WILD,
    Creature,
    stat,
)
from games.wizwar.simulator.boxes.monsters.engine.kept import KEPT, WANDS
from games.wizwar.simulator.engine.box import Key
from games.wizwar.simulator.engine.places import BEASTS, FIGURES, SEAT_OF, square_text
from games.wizwar.simulator.engine.positions.short_board import read_square_on
from games.wizwar.simulator.engine.positions.short_reading import MOST_LIFE, MOST_TURNS, number, wizard
from games.wizwar.simulator.engine.state import CREATURES, GONE, NOBODY, State
from games.wizwar.simulator.engine.view import View, with_creatures
from simulator.engine.evolve import evolve
from simulator.engine.shortform import malformed

COUNTS = ("life", "lost", "used", "blows")
SWITCHES = ("fresh", "idle")


# --- Monsters -----------------------------------------------------------------------------------------------


def _creatures(seen: State | View) -> Sequence[Creature]:
    found: Sequence[Any] = seen.creatures if isinstance(seen, View) else seen.wizards[CREATURES:]
    return found


def _text(seen: Any, place: int, one: Creature) -> str:
    """`m1 troll@1b3 w2 life=4 fresh`: what differs from an unhurt monster at the start of a turn."""
    words = [BEASTS[place], f"{one.card}@{square_text(one.at)}", FIGURES[one.maker]]
    usual = {"life": stat(seen, one.card, "life"), "lost": 0, "used": 0, "blows": 0}
    words += [f"{name}={getattr(one, name)}" for name in COUNTS if getattr(one, name) != usual[name]]
    return " ".join([*words, *(name for name in SWITCHES if getattr(one, name))])


def _texts(seen: Any, creatures: Sequence[Creature]) -> str:
    return "; ".join(_text(seen, place, one) for place, one in enumerate(creatures) if one.at != GONE)


def _read(seen: Any, value: Any, names: Sequence[str]) -> tuple[Creature, ...]:
    """By place; between them those that are gone."""
    if not isinstance(value, str):
        raise malformed("monsters")
    found: dict[int, Creature] = {}
    for row in value.split(";"):
        if row.strip():
            place, one = _read_one(seen, row.split(), names)
            if place in found:
                raise malformed(f"monsters: {row!s:.60}")
            found[place] = one
    gone = Creature(DEMOCRATIC, GONE, 0, NOBODY, 0)
    return tuple(found.get(place, gone) for place in range(max(found, default=-1) + 1))


def _read_one(seen: Any, words: list[str], names: Sequence[str]) -> tuple[int, Creature]:
    row = " ".join(words)[:60]
    if len(words) < 3 or words[0] not in BEASTS:
        raise malformed(f"monsters: {row}")
    card, _, square = words[1].partition("@")
    if card not in MONSTERS or card not in seen.course.cards:
        raise malformed(f"monsters: {row}")
    maker, at = wizard(words[2], names, "monsters"), read_square_on(square, len(names))
    owner = NOBODY if card in WILD else maker
    one = Creature(card, at, 0, owner, maker, fresh=False)
    one = one._replace(life=stat(seen, card, "life"))
    facts: dict[str, Any] = {}
    for word in words[3:]:
        name, _, amount = word.partition("=")
        if name in COUNTS and amount.isdecimal() and len(amount) < 5:
            facts[name] = int(amount)
        elif word in SWITCHES:
            facts[word] = True
        else:
            raise malformed(f"monsters: {row}")
    one = one._replace(**facts)
    if not 0 < one.life < MOST_LIFE:
        raise malformed(f"monsters: {row}")
    return SEAT_OF[words[0]] - CREATURES, one


MONSTERS_KEY = Key(
    lambda seen, names: _texts(seen, _creatures(seen)),
    lambda state, value, names: evolve(
        state, wizards=with_creatures(state.wizards, _read(state, value, names))
    ),
    lambda seen, value, names: _texts(seen, _read(seen, value, names)),
)


# --- Wands, and what has been done this turn ----------------------------------------------------------------


def _read_charges(value: Any, names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, str):
        raise malformed("charges")
    found = {}
    for word in value.split():
        wand, _, n = word.partition(":")
        if wand not in WANDS or wand in found or not n.isdecimal():
            raise malformed(f"charges: {word:.40}")
        found[wand] = number(int(n[:6]), "charges", MOST_TURNS, 1)
    return tuple(sorted(found.items()))


def _read_used(value: Any, names: Sequence[str]) -> tuple[str, ...]:
    if not isinstance(value, str) or not {*value.split()} <= WANDS:
        raise malformed("used")
    return tuple(sorted({*value.split()}))


def _read_infected(value: Any, names: Sequence[str]) -> tuple[int, ...]:
    words = value.split() if isinstance(value, str) else ["?"]
    if not all(word in BEASTS or SEAT_OF.get(word, len(names)) < len(names) for word in words):
        raise malformed("infected")
    return tuple(sorted({SEAT_OF[word] for word in words}))


def _switch(field: str) -> Key:
    """A key that is true where something has been done."""

    def read(value: Any, names: Sequence[str]) -> bool:
        if type(value) is not bool:
            raise malformed(field)
        return value

    return KEPT.key(field, read, bool)


KEYS = {
    "monsters": MONSTERS_KEY,
    "charges": KEPT.key(
        "charges", _read_charges, lambda charges: " ".join(f"{wand}:{n}" for wand, n in charges)
    ),
    "used": KEPT.key("used", _read_used, " ".join),
    "infected": KEPT.key("infected", _read_infected, lambda seats: " ".join(FIGURES[who] for who in seats)),
    "second": _switch("second"),
    "begun": _switch("begun"),
}
