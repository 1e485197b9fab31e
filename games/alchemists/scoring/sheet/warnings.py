"""What can't be right on a sheet of «Алхимики», or in raw data of a game."""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.alchemists.scoring.points import ARTIFACTS, AUTHORITY, FEATHER, GAME, REASONS, ROBE
from games.alchemists.scoring.sheet.cells import CONFERENCES, FAVOURS, texts
from games.alchemists.scoring.sheet.raw import Table
from games.alchemists.scoring.sheet.reveal import FACE_DOWN, EventTally, Goods, RevealTally
from scoring.sheets.core import Remark, State

DECK_ARTIFACTS = 3  # of each deck in a game (clause setup.artifacts)
# What tells the last round on a sheet that knows no rounds: the exhibition, the Altar of Gold, which is of
# the last deck, and anything behind the last conference but the end of that round.
LAST_ROUND = {"altar", *(name for name, each in REASONS.items() if each.clause.startswith("exhibition."))}
ROUND_END = frozenset({"conference", "conference_loss", "top"})
LAST_CONFERENCES = frozenset(
    code for code, card in CONFERENCES.items() if card.data["round"] == GAME.constants["rounds"] - 1
)


def warnings_of(state: State, tally: RevealTally) -> Iterator[Remark]:
    yield from _event_warnings(tally)
    yield from _robe_warnings(tally.events)
    yield from _book_warnings(state, tally)
    yield from _goods_warnings(tally.goods)


def _event_warnings(tally: RevealTally) -> Iterator[Remark]:
    for goods in tally.goods:
        mine = [event.happening for event in tally.events if event.seat == goods.seat]
        if goods.typed is not None and mine and goods.typed != goods.tracked:
            params = {"seat": goods.seat, "n": goods.typed, "count": goods.tracked}
            yield Remark("sheet_reputation_differs", "final.reputation", params)
        held = Counter(each.conference for each in mine if each.conference)
        for token, n in held.items():
            if n > 1:
                twice = {"seat": goods.seat, "card": token, "n": n}
                yield Remark("sheet_conference_twice", "conference.when", twice)
        for artifact, used in (
            (ROBE, any(each.robe for each in mine)),
            (AUTHORITY, any(each.authority for each in mine)),
        ):
            if used and artifact not in goods.artifacts:
                yield Remark("sheet_not_owned", "artifact.effect", {"seat": goods.seat, "artifact": artifact})


def _robe_warnings(events: Sequence[EventTally]) -> Iterator[Remark]:
    """The Robe of Respect gives nothing in the last round (clause robe.gain)."""
    used = Counter(
        event.seat
        for event in _last_round(events)
        if any(line.code == "rep_robe" for line in event.change.lines)
    )
    for seat, n in sorted(used.items()):
        yield Remark("sheet_robe_last", "robe.gain", {"seat": seat, "artifact": ROBE, "n": n})


def _last_round(events: Sequence[EventTally]) -> Iterator[EventTally]:
    """The events of the last round, in the order of the log. A conference written down late is none."""
    met = begun = False
    for event in events:
        reasons = {part.reason for part in event.happening.parts}
        begun = begun or bool(reasons & LAST_ROUND) or (met and not reasons <= ROUND_END)
        met = met or event.happening.conference in LAST_CONFERENCES
        if begun and not event.happening.conference:
            yield event


def _book_warnings(state: State, tally: RevealTally) -> Iterator[Remark]:
    loose = {args[0] for args, _ in texts(state, "seal")}
    for book in tally.books:
        params = {"ingredient": book.ingredient}
        if not book.alchemical and book.ingredient in loose:
            yield Remark("sheet_seal_loose", "endorse.theory", params)
        if not state.finished:
            continue  # while people are writing, the page tells what is missing
        if book.open:
            yield Remark("sheet_truth_open", "reveal.answers", params)
        for seal in book.seals:
            if book.truth and seal.kind == FACE_DOWN:
                yield Remark("sheet_seal_unknown", "reveal.answers", {**params, "seat": seal.seat})
    for pair, _ in texts(state, "conflict"):
        if not all(state.entry(f"theory.{ingredient}").text for ingredient in pair):
            yield Remark("sheet_conflict_loose", "conflict.end", {"pair": pair})


def _goods_warnings(everybody: Sequence[Goods]) -> Iterator[Remark]:
    owned = [(each.artifacts, each.feather or 0, each.favours or 0) for each in everybody]
    yield from _owned_warnings(
        [row[0] for row in owned], [row[1] for row in owned], [row[2] for row in owned]
    )


def _owned_warnings(
    artifacts: Sequence[Sequence[str]], feathers: Sequence[int], favours: Sequence[int]
) -> Iterator[Remark]:
    """What no table of players can own, by seat."""
    for seat, n in enumerate(feathers):
        if n and FEATHER not in artifacts[seat]:
            yield Remark("sheet_not_owned", "artifact.effect", {"seat": seat, "artifact": FEATHER})
    decks = Counter(ARTIFACTS[code].data["deck"] for row in artifacts for code in row)
    for deck, n in sorted(decks.items()):
        if n > DECK_ARTIFACTS:
            yield Remark("sheet_deck", "setup.artifacts", {"n": n, "max": DECK_ARTIFACTS, "deck": deck})
    if sum(favours) > FAVOURS:
        yield Remark("sheet_favours", "final.favours", {"n": sum(favours), "max": FAVOURS})


def raw_warnings(table: Table) -> Iterator[Remark]:
    for theory in table.theories:
        params = {"ingredient": theory.ingredient}
        if theory.ingredient not in table.truth:
            yield Remark("sheet_truth_open", "reveal.answers", params)
            continue
        for seal in theory.seals:
            if seal.kind == FACE_DOWN:
                yield Remark("sheet_seal_unknown", "reveal.answers", {**params, "seat": seal.seat})
    players = table.players
    yield from _owned_warnings(
        [player.artifacts for player in players],
        [player.feather_kinds for player in players],
        [player.favours for player in players],
    )
