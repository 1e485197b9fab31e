"""What may stand in the cells of the sheet of «Алхимики», and what their texts mean.

rep.<hex>                  an event: «2 debunk +2 seal_lost -5 robe», a seat, causes with amounts, then flags:
                           robe, authority, and C1 or C2 for a conference
theory.<ingredient>        the theory published on its book: «a1»
seal.<ingredient>.<seat>   a player's seal there: «gold», «silver», «hedge_R»…, «?» for one face down
spent.<seat>               seals that left the game with theories that fell: «gold hedge_G»
conflict.<i>.<j>           «1»: two books share a conflict token; in the order of the ingredients
truth.<ingredient>         the answer of the great reveal: «a5»
artifacts.<seat>           what a player owns: «magic_mirror robe_of_respect»; so does grants.<seat>: «g1 g5»
more.<seat>                artifacts for which that cell has no room
gold.<seat>                a number; so are favours.<seat> (cards in hand), feather.<seat> (kinds under the
                           Feather in Cap) and reputation.<seat> (by hand: wins over the events)
level.<seat>               «apprentice» or «master»: whose conferences count for the player
set.<grant>                points of a grant as one's own box has them: «1»
tile.<grant>               its ingredients as one's own box has them: «toad claw fern»
set.<C1 or C2>.<level>     numbers of one's own conference token: need, gain, losses from 0 seals: «2 1 2 1»

Seats count from 1 in cells and texts, from 0 everywhere else.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from games.alchemists.scoring.points import (
    ALCHEMICALS,
    ARTIFACTS,
    GAME,
    GRANTS,
    INGREDIENTS,
    MINIMUM,
    REASONS,
    SEALS,
    Part,
)
from games.alchemists.scoring.sheet.reveal import FACE_DOWN, LOG, ConferenceNumbers, Happening
from scoring.sheets.core import (
    NAME_LIMIT,
    NUMBER,
    TEXT_LIMIT,
    YES,
    BadEntry,
    State,
    bad_text,
    number_in,
    seat_in,
)

LEVELS = ("apprentice", "master")
CONFERENCES = {card.code: card for card in GAME.cards if card.kind == "conference"}
ROBE_FLAG, AUTHORITY_FLAG = "robe", "authority"
BOOK_SEALS: int = GAME.constants["seals_per_book"]
ALL_SEALS = sum(int(card.data["copies"]) for card in SEALS.values())
FAVOURS = sum(card.count for card in GAME.cards if card.kind == "favour")
SEAT = re.compile(r"[1-9]", re.ASCII)
AMOUNT = re.compile(r"[+-][1-9][0-9]{0,2}|0", re.ASCII)
# Numbers typed by hand: the least and the most.
RANGES: Mapping[str, tuple[int, int]] = {
    "reputation": (MINIMUM, 199),
    "gold": (0, 199),
    "favours": (0, FAVOURS),
    "feather": (0, len(INGREDIENTS)),
}
POURED_MOST = 1999  # gold of a game that begins from any position: more than the range that a refusal names
BOX_MOST = 20  # no number printed on a token is larger
# Reasons whose amount varies: the least and the most.
AMOUNTS: Mapping[str, tuple[int, int]] = {
    "conference": (0, BOX_MOST),
    "conference_loss": (-BOX_MOST, 0),
    "altar": (1, 8),
    "gain": (1, 999),
    "loss": (-99, -1),
}
OWNED = ("artifacts", "more")  # the cells with artifacts
BOTH_BOOKS = 2  # a master's debunk may cost somebody the seals of two books in one event
# The clause about each sort of thing: where a word names none of them.
SORTS: Mapping[str, tuple[Mapping[str, Any] | Sequence[str], str]] = {
    "ingredient": (INGREDIENTS, "publish.new"),
    "alchemical": (ALCHEMICALS, "formula.circles"),
    "artifact": (ARTIFACTS, "artifact.buy"),
    "grant": (GRANTS, "grants.take"),
    "seal": (SEALS, "seals.supply"),
}


def known(sort: str, word: str) -> str:
    """`word`, if it names a thing of this sort. Raises BadEntry."""
    things, clause = SORTS[sort]
    if word not in things:
        raise BadEntry("sheet_unknown", clause, text=word[:NAME_LIMIT])
    return word


def cell_of(cell: str, seats: int) -> tuple[str, tuple[str, ...]]:
    """What sort of cell this is, and what its name says beyond that. Raises BadEntry."""
    kind, *args = cell.split(".")
    shape = _SHAPES.get(kind)
    if shape is None or not shape(args, seats):
        raise BadEntry("sheet_cell", "score.record", text=cell[:NAME_LIMIT])
    return kind, tuple(args)


def _is_seat(word: str, seats: int) -> bool:
    return bool(SEAT.fullmatch(word)) and int(word) <= seats


def _of_seat(args: Sequence[str], seats: int) -> bool:
    return len(args) == 1 and _is_seat(args[0], seats)


def _of_ingredient(args: Sequence[str], seats: int) -> bool:
    return len(args) == 1 and args[0] in INGREDIENTS


def _of_seal(args: Sequence[str], seats: int) -> bool:
    return len(args) == 2 and args[0] in INGREDIENTS and _is_seat(args[1], seats)


def _of_pair(args: Sequence[str], seats: int) -> bool:
    return len(args) == 2 and list(args) in [
        [i, j] for n, i in enumerate(INGREDIENTS) for j in INGREDIENTS[n + 1 :]
    ]


def _of_setting(args: Sequence[str], seats: int) -> bool:
    if len(args) == 1:
        return args[0] in GRANTS
    return len(args) == 2 and args[0] in CONFERENCES and args[1] in LEVELS


def _of_event(args: Sequence[str], seats: int) -> bool:
    return LOG.is_cell(".".join((LOG.prefix, *args)))


_SHAPES: Mapping[str, Callable[[Sequence[str], int], bool]] = {
    "rep": _of_event,
    **dict.fromkeys((*OWNED, "grants", "spent", "level", *RANGES), _of_seat),
    **dict.fromkeys(("theory", "truth"), _of_ingredient),
    "seal": _of_seal,
    "conflict": _of_pair,
    "set": _of_setting,
    "tile": lambda args, seats: len(args) == 1 and args[0] in GRANTS,
}


# --- What a text means ------------------------------------------------------------------------------------


def happening_of(text: str, seats: int) -> Happening:
    """The event that a text tells. Raises BadEntry."""
    words = text.split(" ")
    if len(text) > TEXT_LIMIT or len(words) < 3:
        raise bad_text(text)
    seat, rest = seat_in(words[0], seats), words[1:]
    parts: list[Part] = []
    while len(rest) > 1 and rest[0] in REASONS:
        parts.append(_part(rest[0], rest[1]))
        rest = rest[2:]
    flags = {ROBE_FLAG, AUTHORITY_FLAG, *CONFERENCES}
    if not parts or not flags.issuperset(rest) or len(set(rest)) < len(rest):
        raise bad_text(text)
    if len({part.reason for part in parts}) < len(parts):
        raise bad_text(text)
    tokens = [word for word in rest if word in CONFERENCES]
    if len(tokens) > 1:
        raise bad_text(text)
    return Happening(seat, tuple(parts), ROBE_FLAG in rest, AUTHORITY_FLAG in rest, "".join(tokens))


def _part(reason: str, amount: str) -> Part:
    if not AMOUNT.fullmatch(amount):
        raise bad_text(f"{reason} {amount}")
    n, usual = int(amount), REASONS[reason].amount
    if reason in AMOUNTS:
        least, most = AMOUNTS[reason]
        fits = least <= n <= most
    elif reason == "seal_lost":
        fits = n in [usual * books for books in range(1, BOTH_BOOKS + 1)] if usual else False
    else:
        fits = n == usual
    if not fits:
        raise bad_text(f"{reason} {amount}")
    return Part(reason, n)


def signed(n: int) -> str:
    """«+2», «-5», «0»: an amount as texts have it."""
    return f"{n:+d}" if n else "0"


def text_of(happening: Happening) -> str:
    """The text that tells an event."""
    words = [str(happening.seat + 1)]
    for reason, amount in happening.parts:
        words += [reason, signed(amount)]
    words += [ROBE_FLAG] * happening.robe + [AUTHORITY_FLAG] * happening.authority
    return " ".join(words + [happening.conference] * bool(happening.conference))


def listed(sort: str, text: str) -> tuple[str, ...]:
    """A list of things, none twice. Raises BadEntry."""
    words = [known(sort, word) for word in text.split(" ")]
    if len(set(words)) < len(words):
        raise bad_text(text)
    return tuple(words)


def numbers_of(text: str, guessed: bool = False) -> ConferenceNumbers:
    """Need, gain and as many losses as there are ways to miss the need. Raises BadEntry."""
    words = text.split(" ")
    if len(words) < 3:
        raise bad_text(text)
    need = number_in(words[0], 1, len(INGREDIENTS))
    gain, *losses = (number_in(word, 0, BOX_MOST) for word in words[1:])
    if len(losses) != need:
        raise bad_text(text)
    return ConferenceNumbers(need, gain, tuple(losses), guessed)


def text_of_numbers(numbers: ConferenceNumbers) -> str:
    """«2 1 2 1»: need, gain, losses, as a cell has them."""
    return " ".join(map(str, (numbers.need, numbers.gain, *numbers.losses)))


def texts(state: State, kind: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """What stands in the cells of one sort: (what the cell's name says, text), without empty ones."""
    for cell, entry in state.cells.items():
        head, *args = cell.split(".")
        if head == kind and entry.text:
            yield tuple(args), entry.text


# --- May it be written now? -------------------------------------------------------------------------------


def check_text(state: State, cell: str, text: str) -> None:
    """Raises BadEntry if `text` may not stand in `cell` now; an empty text may always."""
    kind, args = cell_of(cell, state.seats)
    if kind == "rep" and cell not in state.cells and len(state.cells) >= LOG.most:
        raise BadEntry("sheet_full", "score.record", max=LOG.most)
    if len(text) > TEXT_LIMIT:
        raise bad_text(text)
    if text:
        _CHECKS[kind](state, args, text)


def _check_event(state: State, args: Sequence[str], text: str) -> None:
    happening_of(text, state.seats)


def _check_gold(state: State, args: Sequence[str], text: str) -> None:
    if not (NUMBER.fullmatch(text) and int(text) <= POURED_MOST):
        number_in(text, *RANGES["gold"])


def _check_range(kind: str) -> Callable[[State, Sequence[str], str], None]:
    def check(state: State, args: Sequence[str], text: str) -> None:
        number_in(text, *RANGES[kind])

    return check


def _check_theory(state: State, args: Sequence[str], text: str) -> None:
    known("alchemical", text)
    for (other,), there in texts(state, "theory"):
        if there == text and other != args[0]:
            raise BadEntry("sheet_token_taken", "publish.token", alchemical=text, ingredient=other)


def _check_truth(state: State, args: Sequence[str], text: str) -> None:
    known("alchemical", text)
    for (other,), there in texts(state, "truth"):
        if there == text and other != args[0]:
            raise BadEntry("sheet_truth_taken", "mix.world", alchemical=text, ingredient=other)


def _check_seal(state: State, args: Sequence[str], text: str) -> None:
    ingredient, place = args
    if text != FACE_DOWN:
        known("seal", text)
    if not state.entry(f"theory.{ingredient}").text:
        raise BadEntry("sheet_no_theory", "endorse.theory", ingredient=ingredient)
    seals = {where: kind for where, kind in texts(state, "seal") if where != (ingredient, place)}
    if sum(where[0] == ingredient for where in seals) >= BOOK_SEALS:
        raise BadEntry("sheet_book_full", "endorse.places", ingredient=ingredient, n=BOOK_SEALS)
    own = [kind for where, kind in seals.items() if where[1] == place]
    check_supply(int(place) - 1, [*own, *spent(state, place), text])


def _check_spent(state: State, args: Sequence[str], text: str) -> None:
    words = [known("seal", word) for word in text.split(" ")]
    own = [kind for where, kind in texts(state, "seal") if where[1] == args[0]]
    check_supply(int(args[0]) - 1, [*own, *words])


def spent(state: State, place: str) -> list[str]:
    """The seals of a seat (as cells name it) that left the game."""
    return state.entry(f"spent.{place}").text.split()


def check_supply(seat: int, kinds: Sequence[str]) -> None:
    """Raises BadEntry when a player would have used more seals of a kind than there are."""
    for kind, n in Counter(kinds).items():
        if kind != FACE_DOWN and n > SEALS[kind].data["copies"]:
            count = SEALS[kind].data["copies"]
            raise BadEntry("sheet_seals", "seals.supply", seat=seat, seal=kind, n=n, count=count)
    if len(kinds) > ALL_SEALS:
        raise BadEntry("sheet_seals_all", "seals.supply", seat=seat, n=len(kinds), count=ALL_SEALS)


def _check_list(
    kinds: Sequence[str], sort: str, code: str, clause: str
) -> Callable[[State, Sequence[str], str], None]:
    """A list of things of which each exists once, so that no two players have it."""

    def check(state: State, args: Sequence[str], text: str) -> None:
        words = listed(sort, text)
        for (place,), there in chain.from_iterable(texts(state, kind) for kind in kinds):
            both = set(words) & set(there.split(" "))
            if both and place != args[0]:
                first = next(word for word in words if word in both)
                raise BadEntry(code, clause, **{sort: first, "seat": int(place) - 1})

    return check


def _check_flag(state: State, args: Sequence[str], text: str) -> None:
    if text != YES:
        raise bad_text(text)


def _check_level(state: State, args: Sequence[str], text: str) -> None:
    if text not in LEVELS:
        raise bad_text(text)


def _check_setting(state: State, args: Sequence[str], text: str) -> None:
    if len(args) == 1:
        number_in(text, *GAME.constants["grant_points"])
    else:
        numbers_of(text)


def _check_tile(state: State, args: Sequence[str], text: str) -> None:
    if len(listed("ingredient", text)) != len(GRANTS[args[0]].data["ingredients"]):
        raise bad_text(text)


_CHECKS: Mapping[str, Callable[[State, Sequence[str], str], None]] = {
    "rep": _check_event,
    **{kind: _check_range(kind) for kind in RANGES},
    "gold": _check_gold,
    "theory": _check_theory,
    "truth": _check_truth,
    "seal": _check_seal,
    "spent": _check_spent,
    "conflict": _check_flag,
    **dict.fromkeys(OWNED, _check_list(OWNED, "artifact", "sheet_artifact_taken", "artifact.buy")),
    "grants": _check_list(("grants",), "grant", "sheet_grant_taken", "grants.one"),
    "level": _check_level,
    "set": _check_setting,
    "tile": _check_tile,
}
