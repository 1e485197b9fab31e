"""The sheet of «Зельеварение»: a log of plays, each with whoever's recipes were used.

A play is written «2 assemble powder_of_fate 1 3» (seats count from 1; players 1 and 3 owned used recipes),
«1 element 1» or «1 element supreme_elixir 2» (a card laid as an element, with the elements that were new),
«1 spell spell_of_knowledge», or «1 before 12» (points from before a game that began elsewhere).
Points and winners come from the calculator; this module only knows what a sheet may hold.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.games.potions import points as calculator
from scoring.games.potions.points import (
    ASSEMBLE,
    BEFORE,
    DESTRUCTION,
    ELEMENT,
    GAME,
    KNOWLEDGE,
    SPELL,
    TRANSFORMATION,
    Play,
    card_of,
    elements_on,
    is_spell,
)
from scoring.games.potions.sheet.journal import LOG, Choice, JournalTally, PlayTally
from scoring.sheets.core import (
    FINISH,
    NAME_LIMIT,
    TEXT_LIMIT,
    YES,
    Entry,
    Remark,
    State,
    TableRefused,
    TableScore,
    check_names,
    names_of_table,
    state_of,
    verdict_on,
)
from scoring.sheets.lines import Line, PlayerScore
from web.refusal import Refusal

# Spells that bring a recipe onto a table which nobody assembled there.
CONJURING = (TRANSFORMATION, DESTRUCTION)
NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
# Lines of a card that the sheet doesn't name.
BARE = {"element_new": "sheet_element_new", "element_old": "sheet_element_old"}
HANDS = sum(calculator.COPIES.values()) - GAME.constants["cupboard"]  # cards that reach a hand from the deck


class BadPlay(ValueError):
    """A text that means no play; `refusal` says why."""

    def __init__(self, refusal: Refusal):
        self.refusal = refusal
        super().__init__(refusal.code)


def recipe_slots(card: str) -> list[str]:
    """The ingredients of a card that are recipes: «card:elixir_of_fire», «kind:talisman»."""
    return [f"{slot.kind}:{slot.id}" for slot in GAME.card_by_id[card].ingredients if slot.kind != "element"]


def text_of(play: Play) -> str:
    """A play as the sheet writes it. Assemblies and spells name the card, elements the copy."""
    words = [str(play.seat + 1), play.kind]
    if play.kind in (ASSEMBLE, SPELL):
        words += [card_of(play.card).id, *(str(owner + 1) for owner in sorted(play.owners))]
    else:
        words += [play.card] * bool(play.card) + [str(play.n)]
    return " ".join(words)


class PotionsSheet:
    """See `scoring.sheets.core.SheetRules`."""

    game = "potions"
    table_form = (
        '{"players": ["Оля", "Коля"], "plays": [{"player": "Оля", "assemble": "powder_of_fate",'
        ' "used": ["Коля"]}, {"player": "Коля", "element": 1}, {"player": "Оля", "element": 2,'
        ' "card": "supreme_elixir"}, {"player": "Оля", "spell": "spell_of_knowledge"}]}'
    )
    fields: tuple[str, ...] = ()

    @property
    def choices(self) -> Sequence[Choice]:
        """The cards to pick from, kind by kind."""
        return CHOICES

    def rounds(self, seats: int) -> int:
        """One game (clause series.rounds)."""
        return 1

    def check_names(self, names: list[str]) -> Refusal | None:
        return check_names(names, GAME.players)

    def check(self, state: State, entry: Entry) -> Refusal | None:
        if entry.cell == FINISH:
            return None if entry.text in ("", YES) else _no_play(entry.text)
        if not LOG.is_cell(entry.cell):
            return Refusal("sheet_cell", "score.record", {"text": entry.cell[:NAME_LIMIT]})
        if state.finished:
            return Refusal("sheet_finished", "series.rounds")
        if entry.cell not in state.cells and len(state.cells) >= LOG.most:
            return Refusal("sheet_full", "components.deck", {"max": LOG.most})
        try:
            if entry.text:
                self.play_of(entry.text, state.seats)
        except BadPlay as error:
            return error.refusal
        return None

    def play_of(self, text: str, seats: int) -> Play:
        """The play that a text means. Raises BadPlay."""
        words = text.split(" ")
        if len(text) > TEXT_LIMIT or len(words) < 2 or words[1] not in _READ:
            raise BadPlay(_no_play(text))
        return _READ[words[1]](text, _seat(words[0], text, seats), words[2:], seats)

    def tally_of(self, text: str, seats: int) -> PlayTally:
        """A play by itself, outside of any log. Raises BadPlay."""
        return _tally(0, "", Entry(0, "", text), self.play_of(text, seats))

    def raw(self, names: Sequence[str], play: Play) -> dict[str, Any]:
        """A play as `score_table` reads it."""
        row: dict[str, Any] = {"player": names[play.seat]}
        if play.kind in (ASSEMBLE, SPELL):
            row[play.kind] = play.card
        else:
            row |= {play.kind: play.n} | ({"card": play.card} if play.card else {})
        return row | ({"used": [names[owner] for owner in play.owners]} if play.owners else {})

    def on_track(self, points: int) -> tuple[int, int]:
        """Where a token with so many points stands on the printed track: (lap from 0, field)."""
        return calculator.on_track(points)

    def compose(self, fields: Mapping[str, Any]) -> str:
        """`text`, or `who` (from 1), `pick` (the rest of the text) and a field `used-N` for each owner."""
        if "text" in fields or "pick" not in fields:
            return str(fields.get("text", ""))
        used = [str(n) for n in range(1, GAME.players[1] + 1) if fields.get(f"used-{n}")]
        return " ".join([str(fields.get("who", "")), str(fields.get("pick", "")), *used])

    def copies_played(self, plays: Iterable[Play]) -> dict[str, int]:
        """How often each card has been played by name."""
        return Counter(card_of(play.card).id for play in plays if play.card)

    def fold(self, seats: int, entries: Iterable[Entry]) -> JournalTally:
        state = state_of(seats, entries)
        rows = LOG.standing(state)
        plays = [self.play_of(entry.text, seats) for _, entry in rows]
        scores = score(seats, plays)
        totals = tuple(each.points for each in scores)
        leaders = calculator.winners(totals) if plays else ()
        return JournalTally(
            plays=tuple(
                _tally(n, cell, entry, play)
                for n, ((cell, entry), play) in enumerate(zip(rows, plays, strict=True), start=1)
            ),
            scores=scores,
            leaders=leaders,
            verdict=verdict_on(leaders, totals) if state.finished else None,
            warnings=list(warnings(seats, plays)),
            finished=state.finished,
        )

    def entries_of(self, rounds: Sequence[Play]) -> list[tuple[str, str]]:
        """The plays of a game, `state.history` of its engine."""
        return [(LOG.poured_cell(n), text_of(play)) for n, play in enumerate(rounds, start=1)]

    def is_whole(self, seats: int, rounds: Sequence[Play]) -> bool:
        """A log doesn't say whether anybody still holds cards (clause series.rounds)."""
        return False

    def holds(self, state: State, cell: str) -> bool:
        return False

    def typed(self, names: Sequence[str], seat: int, n: int, text: str) -> tuple[str, str]:
        """«assemble powder_of_fate Коля» or «undo 2», which empties what line 2 wrote."""
        verb, *words = text.split() or [""]
        if verb == "undo":
            numbered = len(words) == 1 and NUMBER.fullmatch(words[0])
            return LOG.poured_cell(int(words[0])) if numbered else text, ""
        named = [str(names.index(word) + 1) if word in names else word for word in (verb, *words)]
        return LOG.poured_cell(n), " ".join([str(seat + 1), *named])

    def score_table(self, data: Mapping[str, Any]) -> TableScore:
        """`{"players": ["Оля", …], "plays": […]}`.

        A play is `{"player": "Оля", "assemble": "powder_of_fate", "used": ["Коля"]}` (`used` if there are),
        `{"player": "Коля", "element": 1}` (with `"card"` if it is named), or `{"player": "Оля", "spell": …}`.
        """
        players, rows = data.get("players"), data.get("plays", [])
        names = names_of_table(self, players if isinstance(players, list) else [])
        for key in data:
            if key not in ("players", "plays"):
                raise TableRefused(_no_play(key))
        if not isinstance(rows, list):
            raise TableRefused(_no_play(str(rows)))
        plays = [_raw_play(self, names, row) for row in rows]
        scores = score(len(names), plays)
        leaders = calculator.winners([each.points for each in scores])
        return TableScore(tuple(names), scores, leaders, tuple(warnings(len(names), plays)))


# --- Reading a play ---------------------------------------------------------------------------------------


def _no_play(text: str) -> Refusal:
    return Refusal("sheet_play", "turn.play", {"text": text[:NAME_LIMIT]})


def _seat(word: str, text: str, seats: int) -> int:
    """A seat from 0. Raises BadPlay."""
    if not NUMBER.fullmatch(word):
        raise BadPlay(_no_play(text))
    if not 1 <= int(word) <= seats:
        raise BadPlay(Refusal("sheet_seat", "setup.players", {"n": int(word), "max": seats}))
    return int(word) - 1


def _card(word: str) -> str:
    """A card by id or code. Raises BadPlay."""
    if word not in GAME.card_by_id and word not in GAME.copies_by_code:
        raise BadPlay(Refusal("sheet_no_card", "components.deck", {"text": word[:NAME_LIMIT]}))
    return word


def _element(text: str, seat: int, words: Sequence[str], seats: int) -> Play:
    """«1» or «supreme_elixir 2»: how many of the card's elements were new."""
    if len(words) not in (1, 2) or not NUMBER.fullmatch(words[-1]):
        raise BadPlay(_no_play(text))
    card, n = _card(words[0]) if len(words) == 2 else "", int(words[-1])
    most = elements_on(card) if card else 1
    if n > most and most > 1:
        raise BadPlay(Refusal("sheet_great", "great.elements", {"card": card, "n": n, "max": most}))
    if n > most:
        raise BadPlay(Refusal("sheet_element", "element.new", {"n": n}))
    return Play(seat, ELEMENT, card, n)


def _assemble(text: str, seat: int, words: Sequence[str], seats: int) -> Play:
    """«powder_of_fate 1 3»: the card, then the owners of used recipes."""
    if not words:
        raise BadPlay(_no_play(text))
    card = card_of(_card(words[0])).id
    owners = tuple(_seat(word, text, seats) for word in words[1:])
    refusal = _check_assembly(seat, card, owners)
    if refusal:
        raise BadPlay(refusal)
    return Play(seat, ASSEMBLE, card, 0, owners)


def _check_assembly(seat: int, card: str, owners: Sequence[int]) -> Refusal | None:
    slots = recipe_slots(card)
    if is_spell(card):
        return Refusal("sheet_spell", "spell.play", {"card": card})
    if seat in owners:
        return Refusal("sheet_own", "assemble.own", {"card": card, "seat": seat})
    if len(set(owners)) < len(owners):
        return Refusal("sheet_once", "assemble.once", {"card": card})
    if owners and not slots:
        return Refusal("sheet_no_recipes", "assemble.cupboard", {"card": card})
    if len(owners) > len(slots):
        params = {"card": card, "n": len(owners), "max": len(slots), "ingredients": slots}
        return Refusal("sheet_owners", "assemble.half", params)
    return None


def _spell(text: str, seat: int, words: Sequence[str], seats: int) -> Play:
    if len(words) != 1:
        raise BadPlay(_no_play(text))
    card = card_of(_card(words[0])).id
    if not is_spell(card):
        raise BadPlay(Refusal("sheet_not_spell", "spell.play", {"card": card}))
    return Play(seat, SPELL, card)


def _before(text: str, seat: int, words: Sequence[str], seats: int) -> Play:
    if len(words) != 1 or not NUMBER.fullmatch(words[0]):
        raise BadPlay(_no_play(text))
    return Play(seat, BEFORE, "", int(words[0]))


_READ = {ELEMENT: _element, ASSEMBLE: _assemble, SPELL: _spell, BEFORE: _before}


def _raw_play(rules: PotionsSheet, names: Sequence[str], row: Any) -> Play:
    """A play of `score_table`. Raises TableRefused, naming the player."""
    if not isinstance(row, dict):
        raise TableRefused(_no_play(str(row)))
    name = row.get("player")
    if not isinstance(name, str) or name not in names:
        raise TableRefused(Refusal("sheet_nobody", "setup.players", {"text": str(name)[:NAME_LIMIT]}))
    try:
        return rules.play_of(f"{names.index(name) + 1} {_raw_text(names, row)}", len(names))
    except BadPlay as error:
        raise TableRefused(error.refusal, name) from None


def _raw_text(names: Sequence[str], row: Mapping[str, Any]) -> str:
    """What stands behind the player's seat. Raises BadPlay."""
    keys = frozenset(row) - {"player", "gains"}  # exports say beside each play what it brought
    if keys in ({ASSEMBLE}, {ASSEMBLE, "used"}):
        used = row.get("used", [])
        if not isinstance(used, list):
            raise BadPlay(_no_play(str(used)))
        return " ".join([ASSEMBLE, _card(str(row[ASSEMBLE])), *(_raw_owner(names, who) for who in used)])
    if keys == {SPELL}:
        return f"{SPELL} {_card(str(row[SPELL]))}"
    if keys in ({ELEMENT}, {ELEMENT, "card"}) and type(row[ELEMENT]) is int:
        card = [_card(str(row["card"]))] if "card" in row else []
        return " ".join([ELEMENT, *card, str(row[ELEMENT])])
    if keys == {BEFORE} and type(row[BEFORE]) is int:
        return f"{BEFORE} {row[BEFORE]}"
    raise BadPlay(_no_play(", ".join(sorted(keys))))


def _raw_owner(names: Sequence[str], who: Any) -> str:
    if who not in names:
        raise BadPlay(Refusal("sheet_nobody", "setup.players", {"text": str(who)[:NAME_LIMIT]}))
    return str(names.index(who) + 1)


# --- What it comes to -------------------------------------------------------------------------------------


def _tally(number: int, cell: str, entry: Entry, play: Play) -> PlayTally:
    gains = tuple(calculator.gains(play).items())
    return PlayTally(number, cell, entry.number, entry.text, play, gains, tuple(lines_of(play)))


def lines_of(play: Play) -> list[tuple[int, Line]]:
    """The calculator's lines of a play; those of a card that nobody named say so."""
    return [(seat, _worded(line)) for seat, line in calculator.lines_of(play)]


def _worded(line: Line) -> Line:
    named = bool(line.params.get("card"))
    return line if named else line._replace(code=BARE.get(line.code, line.code))


def score(seats: int, plays: Iterable[Play]) -> tuple[PlayerScore, ...]:
    """The calculator's points of each seat with the lines of `lines_of`."""
    scores = calculator.score(seats, plays)
    return tuple(each._replace(lines=tuple(map(_worded, each.lines))) for each in scores)


def warnings(seats: int, plays: Sequence[Play]) -> Iterator[Remark]:
    """What can't be right about a log, or can be only by a spell that it doesn't name.

    The order of the log proves nothing: what was forgotten is written later.
    """
    spells = Counter(play.card for play in plays if play.kind == SPELL)
    yield from _copies_warnings(plays, spells)
    if all(play.kind != BEFORE for play in plays):  # else nobody knows what lay on the tables
        yield from _ingredient_warnings(plays, spells)
        yield from _owner_warnings(seats, plays)
    most = HANDS + spells[KNOWLEDGE]
    played = sum(play.kind != BEFORE for play in plays)
    if played > most:
        yield Remark("sheet_plays", "turn.draw", {"n": played, "max": most})


def _copies_warnings(plays: Sequence[Play], spells: Mapping[str, int]) -> Iterator[Remark]:
    """A card reaches a hand once from the deck; only Knowledge brings it back, and never a spell."""
    played = Counter(card_of(play.card).id for play in plays if play.card)
    over = {card: n for card, n in played.items() if n > calculator.COPIES[card]}
    again = sum(n - calculator.COPIES[card] for card, n in over.items() if not is_spell(card))
    for card, n in over.items():
        params = {"card": card, "n": n, "count": calculator.COPIES[card]}
        if is_spell(card):
            yield Remark("sheet_spells", "knowledge.take", params)
        elif again > spells[KNOWLEDGE]:
            yield Remark("sheet_copies", "knowledge.take", {**params, "missing": again - spells[KNOWLEDGE]})


def _ingredient_warnings(plays: Sequence[Play], spells: Mapping[str, int]) -> Iterator[Remark]:
    """A recipe goes under another as often as it came onto a table: assembled, or brought by a spell."""
    built = Counter(play.card for play in plays if play.kind == ASSEMBLE)
    wanted = Counter(slot for card, n in built.items() for slot in recipe_slots(card) * n)
    missing = {slot: n - _built(slot, built) for slot, n in wanted.items() if n > _built(slot, built)}
    n, conjured = sum(missing.values()), sum(spells[card] for card in CONJURING)
    if n > conjured:
        params = {"ingredients": list(missing), "n": n - conjured}
        yield Remark("sheet_ingredient", "assemble.all", params)


def _built(slot: str, built: Mapping[str, int]) -> int:
    kind, _, name = slot.partition(":")
    if kind == "card":
        return built[name]
    return sum(n for card, n in built.items() if GAME.card_by_id[card].kind == name)


def _owner_warnings(seats: int, plays: Sequence[Play]) -> Iterator[Remark]:
    """No more recipes leave a table than were assembled there: spells only turn one into another."""
    assembled = [play for play in plays if play.kind == ASSEMBLE]
    for seat in range(seats):
        count = sum(play.seat == seat for play in assembled)
        given = sum(seat in play.owners for play in assembled)
        own = sum(len(recipe_slots(play.card)) for play in assembled if play.seat == seat and not play.owners)
        if given + own > count:
            yield Remark("sheet_owner", "assemble.recipes", {"seat": seat, "n": given + own, "count": count})


def _choice(card: str) -> Choice:
    entry = GAME.card_by_id[card]
    what = SPELL if is_spell(card) else ASSEMBLE
    points = entry.points
    return Choice(
        card,
        entry.kind,
        what,
        points,
        calculator.half(points),
        len(recipe_slots(card)),
        entry.count,
        elements_on(card),
    )


CHOICES = tuple(_choice(card.id) for kind in GAME.kinds for card in GAME.cards if card.kind == kind.id)
SHEET = PotionsSheet()
