"""The table of Poison: cauldrons, hands, results of rounds, and the fields of the position editor."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.poison.scoring.points import COLOURS, Round, score_round
from games.poison.simulator.engine.data import CAULDRONS, DECK, LIMIT, ORDER, VALUE
from games.poison.simulator.engine.state import State, counts_of
from games.poison.simulator.engine.view import View, unseen
from rulebook.content.entries import GameContent
from rulebook.wording.sentences import render
from scoring.sheets.lines import ScoreLine
from simulator.engine.chance import Rng
from simulator.engine.game import Event, Move
from simulator.table.typed import by_seat
from web import strict_json
from web.refusal import Refusal

SUITS = (*COLOURS, "poison")
FIELD_LIMIT, SCORES_LIMIT = 300, 4000
# Texts with cards for each seat or cauldron; the number of the round, and the rounds before it as JSON.
EDITOR_FIELDS = {
    "hand": FIELD_LIMIT,
    "captured": FIELD_LIMIT,
    "cauldron": FIELD_LIMIT,
    "round": 2,
    "scores": SCORES_LIMIT,
}
NAMES_CAULDRON = ("colour_elsewhere", "first_empty")  # refusals that say where the card may go
POT_TOP, POT_HEIGHT = 12, 46  # where the liquid of a full cauldron begins in the drawing, and its height


class CauldronView(NamedTuple):
    """A cauldron on the page; `level` and `surface` are lengths of the drawn liquid."""

    place: int
    colour: str
    suit: str
    label: str
    total: int
    cards: tuple[str, ...]
    full: bool
    level: float
    surface: float
    arrived: bool


class Player(NamedTuple):
    seat: int
    name: str
    cards: int
    taken: int
    counts: tuple[tuple[str, int], ...]
    acts: bool
    deals: bool
    own: bool
    points: int
    hand: tuple[str, ...]


class HandCard(NamedTuple):
    """A card in one's hand: where it may go, and the words of each such move."""

    code: str
    words: Mapping[str, str]

    @property
    def places(self) -> str:
        return ",".join(self.words)


class Table(NamedTuple):
    cauldrons: tuple[CauldronView, ...]
    players: tuple[Player, ...]
    hand: tuple[HandCard, ...]
    aside: int


class CountCell(NamedTuple):
    n: int
    shed: bool


class Row(NamedTuple):
    suit: str
    label: str
    cells: tuple[CountCell, ...]


class Result(NamedTuple):
    """A finished round: a row of cells for each suit, the points, and why."""

    round: int
    rows: tuple[Row, ...]
    points: tuple[int, ...]
    lines: tuple[tuple[str, int, tuple[ScoreLine, ...]], ...]


def draw(
    content: GameContent,
    view: View,
    names: Sequence[str],
    words: Mapping[Move, str],
    events: Sequence[Event],
    lang: str,
    totals: Sequence[int],
    open_hands: Sequence[Sequence[str]] = (),
) -> Table:
    """`words` are the legal moves with their sentences, `events` what has just happened, `open_hands` all
    hands where nothing is hidden any more.
    """
    arrived = {event.params["cauldron"] for event in events if event.kind == "played"}
    return Table(
        cauldrons=tuple(
            _cauldron(content, cauldron, place, place in arrived, lang)
            for place, cauldron in enumerate(view.cauldrons, start=1)
        ),
        players=tuple(_player(view, seat, name, totals, open_hands) for seat, name in enumerate(names)),
        hand=tuple(_hand_card(code, words) for code in view.hand),
        aside=view.aside,
    )


def _cauldron(content: GameContent, cauldron: Any, place: int, arrived: bool, lang: str) -> CauldronView:
    total = sum(VALUE[card] for card in cauldron.cards)
    level = round(POT_HEIGHT * min(total, LIMIT) / LIMIT, 1)
    return CauldronView(
        place=place,
        colour=cauldron.colour,
        suit=cauldron.colour if cauldron.colour in COLOURS else "",
        label=content.words["fact"][cauldron.colour].in_(lang),
        total=total,
        cards=cauldron.cards,
        full=total == LIMIT,
        level=level,
        surface=POT_TOP + POT_HEIGHT - level,
        arrived=arrived,
    )


def _player(
    view: View, seat: int, name: str, totals: Sequence[int], open_hands: Sequence[Sequence[str]]
) -> Player:
    counts = tuple(zip(SUITS, counts_of(view.captured[seat]), strict=True))
    return Player(
        seat=seat,
        name=name,
        cards=view.hand_sizes[seat],
        taken=len(view.captured[seat]),
        counts=counts if view.options.show_captured_counts else (),
        acts=bool(view.agenda) and view.agenda[-1].seat == seat,
        deals=view.dealer == seat,
        own=view.seat == seat,
        points=totals[seat] if totals else 0,
        hand=tuple(open_hands[seat]) if open_hands and seat != view.seat else (),
    )


def _hand_card(code: str, words: Mapping[Move, str]) -> HandCard:
    found = {
        str(move.args[1]): sentence
        for move, sentence in words.items()
        if move.verb == "play" and move.args[0] == code
    }
    return HandCard(code, found)


def advised(words: Mapping[Move, str], refusal: Refusal) -> list[Move]:
    """The cauldron that takes the card, where the refusal names it."""
    if refusal.code not in NAMES_CAULDRON:
        return []
    move = Move("play", (refusal.params["card"], refusal.params["cauldron"]))
    return [move] if move in words else []


def choices(words: Mapping[Move, str]) -> tuple[tuple[str, str], ...]:
    """Moves that are no plays of a card: they are buttons of their own."""
    return tuple((str(move), sentence) for move, sentence in words.items() if move.verb != "play")


def facts(view: View) -> tuple[tuple[str, int], ...]:
    """How many cards of each suit nobody at this seat has seen yet."""
    return tuple(zip(SUITS, counts_of(unseen(view)), strict=True))


def rounds(players: int) -> int:
    """As many as players (clause series.rounds)."""
    return players


def totals(view: View) -> tuple[int, ...]:
    """Points so far, by seat; empty before the first round is over."""
    if not view.history:
        return ()
    scores = [[score.points for score in score_round(each.table, each.kept)] for each in view.history]
    return tuple(map(sum, zip(*scores, strict=True)))


def results(content: GameContent, view: View, names: Sequence[str], lang: str) -> tuple[Result, ...]:
    """Every finished round, the last first."""
    labels = {suit: content.words["fact"][suit].in_(lang) for suit in SUITS}
    found = [_result(n, each, names, labels) for n, each in enumerate(view.history, start=1)]
    return tuple(reversed(found))


def _result(number: int, finished: Round, names: Sequence[str], labels: Mapping[str, str]) -> Result:
    scores = score_round(finished.table, finished.kept)
    shed = {
        (seat, line.params["colour"])
        for seat, score in enumerate(scores)
        for line in score.lines
        if line.code == "shed"
    }
    rows = tuple(
        Row(
            suit,
            labels[suit],
            tuple(CountCell(counts[n], (seat, suit) in shed) for seat, counts in enumerate(finished.table)),
        )
        for n, suit in enumerate(SUITS)
    )
    lines = tuple((name, score.points, score.lines) for name, score in zip(names, scores, strict=True))
    return Result(number, rows, tuple(score.points for score in scores), lines)


def finished_rounds(state: State) -> tuple[Round, ...]:
    """What a score sheet takes."""
    return state.history


# --- The position editor ------------------------------------------------------------------------------------


def deal_unknown(position: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The short form with cards drawn at random for hands that give only their number.

    What can't be dealt (wrong shapes, too few cards) stays as it is, for `decode` to refuse.
    """
    hands = position.get("hands")
    if not isinstance(hands, Mapping):
        return dict(position)
    named = Counter(card for text in _texts(position) for card in text.rpartition(":")[2].split())
    rest = sorted((Counter(DECK) - named).elements(), key=ORDER.__getitem__)
    Rng(seed).shuffle(rest)
    dealt = {}
    for name, value in hands.items():
        if type(value) is int and 0 <= value <= len(rest):
            dealt[name] = " ".join(sorted(rest[:value], key=ORDER.__getitem__))
            del rest[:value]
        else:
            dealt[name] = value
    return {**position, "hands": dealt}


def _texts(position: Mapping[str, Any]) -> Iterable[str]:
    """Every text of a short form that names cards."""
    captured, cauldrons = position.get("captured", {}), position.get("cauldrons", [])
    piles = [
        *position["hands"].values(),
        *(captured.values() if isinstance(captured, Mapping) else ()),
        *(cauldrons if isinstance(cauldrons, list) else ()),
    ]
    return (pile for pile in piles if isinstance(pile, str))


def is_whole(position: Mapping[str, Any]) -> bool:
    """Whether every hand names its cards."""
    hands = position.get("hands", {})
    return isinstance(hands, Mapping) and not any(type(value) is int for value in hands.values())


def editor_fields(
    content: GameContent, position: Mapping[str, Any], names: Sequence[str], lang: str
) -> dict[str, Any]:
    """What the editor's fields show for a short form that was read or typed; nothing here is trusted."""
    hands, captured = position.get("hands", {}), position.get("captured", {})
    cauldrons = position.get("cauldrons", [])
    rows = [str(row)[:FIELD_LIMIT] for row in cauldrons[:CAULDRONS]] if isinstance(cauldrons, list) else []
    seats = [
        {
            "place": place,
            "name": name,
            "hand": _field(hands, name, place),
            "captured": _field(captured, name, place),
        }
        for place, name in enumerate(names)
    ]
    return {
        "seats": seats,
        "cauldrons": rows + [""] * (CAULDRONS - len(rows)),
        "round": position.get("round", 1),
        "rounds": range(1, len(names) + 1),
        "scores": json.dumps(_rounds_of(position, names), ensure_ascii=False)[:SCORES_LIMIT],
    }


def _rounds_of(position: Mapping[str, Any], names: Sequence[str]) -> list[Any]:
    """The earlier rounds, as long as they were played by those who sit there now."""
    rows = position.get("scores", [])
    same = isinstance(rows, list) and all(isinstance(row, Mapping) and set(row) == set(names) for row in rows)
    return rows if same else []


def _field(table: Any, name: str, place: int) -> str:
    return str(by_seat(table, place, name))[:FIELD_LIMIT]


def position_of(
    content: GameContent, names: Sequence[str], fields: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """The short form of the editor's fields, see `EDITOR_FIELDS`."""
    hands, captured = zip(names, fields["hand"], strict=False), zip(names, fields["captured"], strict=False)
    return {
        "players": list(names),
        "hands": {name: _hand_value(text) for name, text in hands if text.strip()},
        "cauldrons": [_upper(text) for text in fields["cauldron"]],
        "captured": {name: _upper(text) for name, text in captured if text.strip()},
        **_round_and_before(fields),
    }


def _round_and_before(fields: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The round that is set, and the finished rounds before it that came with the position."""
    text = "".join(fields["round"][:1])
    number = {"round": int(text)} if text.isdecimal() else {}
    try:
        rows = strict_json.read("".join(fields["scores"][:1]) or "[]")
    except ValueError:
        rows = []
    before = max(0, number.get("round", 1) - 1)
    return {**number, "scores": rows[:before] if isinstance(rows, list) else []}


def _hand_value(text: str) -> str | int:
    return int(text) if text.strip().isdecimal() and len(text.strip()) < 4 else _upper(text)


CYRILLIC = str.maketrans({"К": "R", "С": "B", "Ф": "P", "Я": "X", ",": " ", ";": " "})


def _upper(text: str) -> str:
    """Card codes as people type them: small letters, the letters of the Russian cards, commas."""
    label, colon, cards = text.rpartition(":")
    return f"{label}{colon}{cards.upper().translate(CYRILLIC)}"


class CardCount(NamedTuple):
    code: str
    n: int


def palette(content: GameContent, lang: str) -> tuple[CardCount, ...]:
    """Every kind of card with its number of copies."""
    return tuple(CardCount(code, n) for code, n in Counter(DECK).items())


def sentence(
    content: GameContent, kind: str, code: str, params: Mapping[str, Any], lang: str, names: Any
) -> str:
    """A sentence of the catalogues; lists of numbers (the cards dealt) are spelled with commas."""
    spelled = {key: ", ".join(map(str, value)) if key == "counts" else value for key, value in params.items()}
    return render(content, kind, code, spelled, lang, names)
