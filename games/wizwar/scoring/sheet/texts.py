"""What the texts of the log of «Маго-бой» mean.

life 2 -3                       the lives of a seat, up or down; «set 2 17» writes the number itself
hit magical 5 1:absorb,blunt 3  damage to one or several at once, behind each what lessens it
hit physical 3 1 by 2           the same as an attack of seat 2; «by 2:shadowstone»: what got through is his
hit physical 2 1 by monster     the blow of a monster, with expansion 1
chest 1a home 2                 a treasure of seat 1 on the home of seat 2; carried: «with 2», else «floor»
turn 5                          the turn of that number (from 1) is over; without a number, the one now
extra 5                         the same, and the same player has another one
lose 2 1                        a seat loses its next turn, or so many
spell blind 4 1 2               a spell that lasts: turns (0: without an end), by whom, on whom
lift blind 2                    it ended early
d4 3                            the die
first 2                         who begins
monster shadow 2                a monster that seat 2 creates, with expansion 1
wound 2:shadow -2               its life, up or down; a second one of the same creator is «2:shadow:2»
upkeep 2:shadow                 its creator pays for keeping it
gone 2:shadow                   it is off the board otherwise than by wounds
wish 2                          a seat wishes an artifact away, with expansion 2
table 12,0k,7r h2,0,w3,… 4 2    a game from elsewhere: lives (k killed, r robbed), treasures, round, whose
                                turn, then «draw 1,2» if it ended so

Seats count from 1 in texts, from 0 everywhere else.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.wizwar.rulebook.set_content import like_of
from games.wizwar.scoring import points as calculator
from games.wizwar.scoring.points import GAME, IN, KILLED, ROBBED, TREASURES_EACH
from games.wizwar.scoring.sheet import own_cards
from games.wizwar.scoring.sheet.tracker import AT_HOME, CARRIED, LOG, ON_FLOOR, Chest, Snapshot
from rulebook.content.entries import Card, GameContent
from scoring.sheets.core import NAME_LIMIT, TEXT_LIMIT, BadEntry, bad_text, number_in, seat_in

PHYSICAL, MAGICAL = "physical", "magical"
ABSORB, BLUNT, SOULSTONE = "absorb", "blunt", "soulstone"
SHADOWSTONE = "shadowstone"
BY = "by"  # before whose attack the damage is
MONSTER, FORM = "monster", "form"  # traits of cards
NOBODYS = "democratic_monster"  # the one monster that belongs to nobody
MEDUSA = "medusa"
STONES = ("bloodstone", "shieldstone")
REDUCERS = (ABSORB, BLUNT, *STONES, SOULSTONE)
TWICE = (ABSORB, BLUNT)  # cards of which a player may play two against one attack; a stone lies there once
DIE: int = GAME.constants["die"]
LIVES_MOST, POINTS_MOST, TURNS_MOST, ROUNDS_MOST = 9999, 99, 99, 999
LETTERS = "ab"
NOBODY = -1
AMOUNT = re.compile(r"[+-][1-9][0-9]{0,3}", re.ASCII)
CHEST = re.compile(r"([1-9])([ab])", re.ASCII)
LIFE = re.compile(r"([0-9]{1,4})([kr]?)", re.ASCII)
PLACE = re.compile(r"0|([wh])([1-9])", re.ASCII)
OUT_LETTERS = {IN: "", KILLED: "k", ROBBED: "r"}


def _lasts(data: Mapping[str, Any]) -> bool:
    """Whether a card lasts on a wizard, and isn't a lost turn or a thing on the board."""
    return bool(data.get("duration")) and bool({"wizard", "self"} & set(data["targets"]))


class DeckCards(NamedTuple):
    """The cards of a deck that last on a wizard, those that create monsters, and what a wish costs: 0 where
    nobody can wish.

    Medusa takes turns away from her victim: those are counted as lost turns.
    """

    spells: Mapping[str, Card]
    monsters: Mapping[str, Card]
    wish_cost: int


@lru_cache(maxsize=64)
def deck_with(boxes: tuple[str, ...] = (), own: str = "") -> DeckCards:
    """The deck with the cards of these boxes shuffled in, and a table's `own` as a sheet writes them down."""
    game = own_cards.content(boxes, own)
    spells = [card for card in _dealt(game) if like_of(card.id) != MEDUSA and _lasts(card.data)]
    return DeckCards(
        {card.id: card for card in spells},
        {card.id: card for card in monsters_of(game)},
        game.constants.get("wish_cost", 0),
    )


def monsters_of(game: GameContent) -> list[Card]:
    """The cards of the deck that create monsters, the table's own too where the content has them."""
    return [card for card in _dealt(game) if MONSTER in traits(card)]


def _dealt(game: GameContent) -> list[Card]:
    return [card for card in game.cards if card.deck == "deck"]


def is_nobodys(card: str) -> bool:
    """Whether the monster that a card creates belongs to nobody."""
    return like_of(card) == NOBODYS


def traits(card: Card) -> Sequence[str]:
    """What a card is besides its kind."""
    found: Sequence[str] = card.data.get("traits", ())
    return found


class Table(NamedTuple):
    """What the meaning of a text hangs on: how many sit at the table, and what they play with."""

    seats: int
    deck: DeckCards


# --- Events -------------------------------------------------------------------------------------------------


class Life(NamedTuple):
    seat: int
    n: int


class SetLife(NamedTuple):
    seat: int
    n: int


class Victim(NamedTuple):
    """A victim, and what lessens the damage for them."""

    seat: int
    reducers: tuple[str, ...] = ()

    def left(self, points: int, life: int) -> int:
        """The points that get through to somebody with so many lives."""
        have = Counter(self.reducers)
        left = calculator.least(points, have[ABSORB], have[BLUNT], sum(have[stone] for stone in STONES))
        return calculator.under_soulstone(left, life) if have[SOULSTONE] else left


class Hit(NamedTuple):
    """Damage; `by` attacks, NOBODY if it is no attack; `shadow`: with a Shadowstone shown; `monster`: a
    monster hits, which is no attack of its creator.
    """

    kind: str
    points: int
    parts: tuple[Victim, ...]
    by: int = NOBODY
    shadow: bool = False
    monster: bool = False


class ChestMove(NamedTuple):
    treasure: int
    chest: Chest


class Pass(NamedTuple):
    """The end of a turn, 0 for the one that is now; `again`: the same player goes on."""

    number: int
    again: bool = False


class Lose(NamedTuple):
    seat: int
    n: int


class Spell(NamedTuple):
    card: str
    n: int
    caster: int
    subject: int


class Lift(NamedTuple):
    card: str
    subject: int


class Die(NamedTuple):
    n: int


class First(NamedTuple):
    seat: int


class CreatureRef(NamedTuple):
    """Which monster: its creator, its card, and `nth` of those that the same wizard has created with it."""

    seat: int
    card: str
    nth: int = 1


class Create(NamedTuple):
    card: str
    seat: int


class Wound(NamedTuple):
    creature: CreatureRef
    n: int


class UpkeepPaid(NamedTuple):
    creature: CreatureRef


class Gone(NamedTuple):
    creature: CreatureRef


class Wish(NamedTuple):
    seat: int


OfCreature = Wound | UpkeepPaid | Gone
Event = (
    Life
    | SetLife
    | Hit
    | ChestMove
    | Pass
    | Lose
    | Spell
    | Lift
    | Die
    | First
    | Snapshot
    | Create
    | OfCreature
    | Wish
)


# --- Reading ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)  # every entry is checked against the whole log before it
def event_of(text: str, seats: int, boxes: tuple[str, ...] = (), own: str = "") -> Event:
    """The event that a text tells with these boxes on the table, and its `own` cards. Raises BadEntry."""
    head, *words = text.split(" ")
    reader = _READERS.get(head)
    if reader is None or len(text) > TEXT_LIMIT:
        raise bad_text(text)
    return reader(text, words, Table(seats, deck_with(boxes, own)))


def _exactly(text: str, words: Sequence[str], *counts: int) -> None:
    if len(words) not in counts:
        raise bad_text(text)


def _life(text: str, words: Sequence[str], at: Table) -> Life:
    _exactly(text, words, 2)
    if not AMOUNT.fullmatch(words[1]):
        raise BadEntry("sheet_amount", "score.record", text=words[1][:NAME_LIMIT], max=LIVES_MOST)
    return Life(seat_in(words[0], at.seats), int(words[1]))


def _set(text: str, words: Sequence[str], at: Table) -> SetLife:
    _exactly(text, words, 2)
    return SetLife(seat_in(words[0], at.seats), number_in(words[1], 0, LIVES_MOST))


def _hit(text: str, words: Sequence[str], at: Table) -> Hit:
    if len(words) < 3 or words[0] not in (PHYSICAL, MAGICAL):
        raise bad_text(text)
    attacked = words[-2] == BY
    parts = tuple(_part(word, words[0], at.seats) for word in (words[2:-2] if attacked else words[2:]))
    if not parts or len({part.seat for part in parts}) < len(parts):
        raise bad_text(text)
    points = number_in(words[1], 1, POINTS_MOST)
    if attacked and words[-1] == MONSTER and at.deck.monsters:
        return Hit(words[0], points, parts, monster=True)
    return Hit(words[0], points, parts, *(_attacker(words[-1], words[0], at.seats) if attacked else ()))


def _attacker(word: str, kind: str, seats: int) -> tuple[int, bool]:
    """Who attacks, and whether with a Shadowstone."""
    seat, colon, stone = word.partition(":")
    if colon and stone != SHADOWSTONE:
        raise bad_text(word)
    if colon and kind != PHYSICAL:
        raise BadEntry("sheet_shadowstone", "card.text", card=SHADOWSTONE)
    return seat_in(seat, seats), bool(colon)


def _part(word: str, kind: str, seats: int) -> Victim:
    seat, _, listed = word.partition(":")
    reducers = tuple(listed.split(",")) if listed else ()
    for reducer, n in Counter(reducers).items():
        if reducer not in REDUCERS or n > (2 if reducer in TWICE else 1):
            raise bad_text(word)
    if SOULSTONE in reducers and kind != MAGICAL:
        raise BadEntry("sheet_soulstone", "card.text", card=SOULSTONE)
    return Victim(seat_in(seat, seats), reducers)


def treasure_in(word: str, seats: int) -> int:
    """A treasure by its owner and letter, «1a». Raises BadEntry."""
    match = CHEST.fullmatch(word)
    if match is None:
        raise bad_text(word)
    return seat_in(match[1], seats) * TREASURES_EACH + LETTERS.index(match[2])


def treasure_word(treasure: int) -> str:
    """The other way round: «1a»."""
    return f"{calculator.owner_of(treasure) + 1}{LETTERS[treasure % TREASURES_EACH]}"


def _chest(text: str, words: Sequence[str], at: Table) -> ChestMove:
    _exactly(text, words, 2, 3)
    treasure = treasure_in(words[0], at.seats)
    if words[1:] == [ON_FLOOR]:
        return ChestMove(treasure, Chest())
    if len(words) != 3 or words[1] not in (CARRIED, AT_HOME):
        raise bad_text(text)
    return ChestMove(treasure, Chest(words[1], seat_in(words[2], at.seats)))


def _pass(again: bool) -> Callable[[str, Sequence[str], Table], Pass]:
    def read(text: str, words: Sequence[str], at: Table) -> Pass:
        _exactly(text, words, 0, 1)
        return Pass(number_in(words[0], 1, LIVES_MOST) if words else 0, again)

    return read


def _lose(text: str, words: Sequence[str], at: Table) -> Lose:
    _exactly(text, words, 2)
    return Lose(seat_in(words[0], at.seats), number_in(words[1], 1, TURNS_MOST))


def spell_in(word: str, deck: DeckCards) -> str:
    """A card that lasts on a wizard. Raises BadEntry."""
    if word not in deck.spells:
        raise BadEntry("sheet_no_spell", "turn.length", text=word[:NAME_LIMIT])
    return word


def _spell(text: str, words: Sequence[str], at: Table) -> Spell:
    _exactly(text, words, 4)
    card = spell_in(words[0], at.deck)
    return Spell(
        card, number_in(words[1], 0, TURNS_MOST), seat_in(words[2], at.seats), seat_in(words[3], at.seats)
    )


def _lift(text: str, words: Sequence[str], at: Table) -> Lift:
    _exactly(text, words, 2)
    return Lift(spell_in(words[0], at.deck), seat_in(words[1], at.seats))


def _die(text: str, words: Sequence[str], at: Table) -> Die:
    _exactly(text, words, 1)
    return Die(number_in(words[0], 1, DIE))


def _first(text: str, words: Sequence[str], at: Table) -> First:
    _exactly(text, words, 1)
    return First(seat_in(words[0], at.seats))


def monster_in(text: str, word: str, deck: DeckCards) -> str:
    """A card that creates a monster. Raises BadEntry."""
    if not deck.monsters:
        raise bad_text(text)
    if word not in deck.monsters:
        raise BadEntry("sheet_no_such_monster", "monsters.live", text=word[:NAME_LIMIT])
    return word


def creature_in(text: str, word: str, at: Table) -> CreatureRef:
    """A monster by its creator and card, «2:shadow». Raises BadEntry."""
    seat, _, rest = word.partition(":")
    card, colon, nth = rest.partition(":")
    creature = CreatureRef(seat_in(seat, at.seats), monster_in(text, card, at.deck))
    return creature._replace(nth=number_in(nth, 2, LOG.most)) if colon else creature


def creature_word(creature: CreatureRef) -> str:
    """The other way round: «2:shadow»."""
    seat, card, nth = creature
    return f"{seat + 1}:{card}" + (f":{nth}" if nth > 1 else "")


def _create(text: str, words: Sequence[str], at: Table) -> Create:
    _exactly(text, words, 2)
    return Create(monster_in(text, words[0], at.deck), seat_in(words[1], at.seats))


def _wound(text: str, words: Sequence[str], at: Table) -> Wound:
    _exactly(text, words, 2)
    creature = creature_in(text, words[0], at)
    most = at.deck.monsters[creature.card].data["stats"]["life"]
    if not AMOUNT.fullmatch(words[1]) or abs(int(words[1])) > POINTS_MOST:
        raise BadEntry("sheet_amount", "score.record", text=words[1][:NAME_LIMIT], max=POINTS_MOST)
    if int(words[1]) > most:
        raise BadEntry("sheet_monster_full", "monsters.live", card=creature.card, max=most)
    return Wound(creature, int(words[1]))


def _upkeep(text: str, words: Sequence[str], at: Table) -> UpkeepPaid:
    _exactly(text, words, 1)
    creature = creature_in(text, words[0], at)
    if not upkeep_of(at.deck, creature.card):
        raise bad_text(text)
    return UpkeepPaid(creature)


def upkeep_of(deck: DeckCards, card: str) -> int:
    """What a turn with this monster costs its creator; 0 for nothing."""
    price: int = deck.monsters[card].data.get("upkeep", 0)
    return price


def _gone(text: str, words: Sequence[str], at: Table) -> Gone:
    _exactly(text, words, 1)
    return Gone(creature_in(text, words[0], at))


def _wish(text: str, words: Sequence[str], at: Table) -> Wish:
    _exactly(text, words, 1)
    if not at.deck.wish_cost:
        raise bad_text(text)
    return Wish(seat_in(words[0], at.seats))


def _table(text: str, words: Sequence[str], at: Table) -> Snapshot:
    _exactly(text, words, 4, 6)
    lives = [LIFE.fullmatch(word) for word in words[0].split(",")]
    places = [PLACE.fullmatch(word) for word in words[1].split(",")]
    if len(lives) != at.seats or len(places) != at.seats * TREASURES_EACH or words[4:5] not in ([], ["draw"]):
        raise bad_text(text)
    letters = {letter: out for out, letter in OUT_LETTERS.items()}
    found = [match for match in lives if match]
    there = [match for match in places if match]
    if len(found) < len(lives) or len(there) < len(places):
        raise bad_text(text)
    return Snapshot(
        tuple(int(match[1]) for match in found),
        tuple(letters[match[2]] for match in found),
        tuple(_placed(match, at.seats) for match in there),
        number_in(words[2], 1, ROUNDS_MOST),
        seat_in(words[3], at.seats),
        tuple(seat_in(word, at.seats) for word in words[5].split(",")) if words[5:] else (),
    )


def _placed(match: re.Match[str], seats: int) -> Chest:
    if match[1] is None:
        return Chest()
    return Chest({"w": CARRIED, "h": AT_HOME}[match[1]], seat_in(match[2], seats))


_READERS: Mapping[str, Callable[[str, Sequence[str], Table], Event]] = {
    "life": _life,
    "set": _set,
    "hit": _hit,
    "chest": _chest,
    "turn": _pass(again=False),
    "extra": _pass(again=True),
    "lose": _lose,
    "spell": _spell,
    "lift": _lift,
    "d4": _die,
    "first": _first,
    "table": _table,
    "monster": _create,
    "wound": _wound,
    "upkeep": _upkeep,
    "gone": _gone,
    "wish": _wish,
}


# --- Writing ------------------------------------------------------------------------------------------------


def text_of(known: Snapshot) -> str:
    """The text of a game that was played elsewhere."""
    lives = ",".join(f"{life}{OUT_LETTERS[out]}" for life, out in zip(known.lives, known.outs, strict=True))
    letters = {ON_FLOOR: "", CARRIED: "w", AT_HOME: "h"}
    chests = ",".join(f"{letters[chest.where]}{chest.seat + 1}" for chest in known.chests)
    draw = ["draw", ",".join(str(seat + 1) for seat in known.draw)] if known.draw else []
    return " ".join(["table", lives, chests, str(known.round), str(known.seat + 1), *draw])


def composed(fields: Mapping[str, Any]) -> str:
    """The text that the plain fields of a form of the page mean; `what` says which form it is."""
    what = str(fields.get("what", ""))
    if what == "hit":
        points = str(fields.get("more") or fields.get("points", ""))
        parts = [*_composed_parts(fields), *_composed_attacker(fields)]
        return " ".join(["hit", str(fields.get("kind", "")), points, *parts])
    if what == "life":
        return f"life {fields.get('seat', '')} {fields.get('sign', '')}{fields.get('n', '')}"
    named = {
        "spell": ("card", "n", "caster", "subject"),
        "lose": ("seat", "n"),
        "set": ("seat", "n"),
        "monster": ("card", "seat"),
    }
    return " ".join([what, *(str(fields.get(name, "")) for name in named.get(what, ()))])


def _composed_parts(fields: Mapping[str, Any]) -> Iterator[str]:
    for seat in range(1, GAME.players[1] + 1):
        if not fields.get(f"v{seat}"):
            continue
        twice = [f"{reducer}{n}" for reducer in TWICE for n in ("", 2)]
        boxes = [box for box in (*twice, *STONES, SOULSTONE) if fields.get(f"v{seat}-{box}")]
        if fields.get("kind") != MAGICAL:
            boxes = [box for box in boxes if box != SOULSTONE]
        reducers = ",".join(box.rstrip("2") for box in boxes)
        yield f"{seat}:{reducers}" if reducers else str(seat)


def _composed_attacker(fields: Mapping[str, Any]) -> Iterator[str]:
    by = fields.get(BY)
    if by:
        stone = by != MONSTER and fields.get("kind") == PHYSICAL and fields.get(SHADOWSTONE)
        yield from (BY, f"{by}:{SHADOWSTONE}" if stone else str(by))
