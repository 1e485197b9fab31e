"""The base class of tables: how a game is drawn, from a view to what templates show. Pure.

A game draws what it has to show; without a word of its own it has a readable table: what is known as a list,
one's hand by the names of its cards, legal moves as buttons, points. Templates stand in `simulator/<game>/`,
those that a game hasn't got in `simulator/default/`.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

import rulebook.game
from rulebook.content import reading, series
from rulebook.content.entries import GameContent
from rulebook.content.typography import capital
from rulebook.wording.sentences import render, seat_name
from scoring.sheets.lines import ScoreLine
from simulator.engine.game import Event, Move, Seat
from simulator.engine.parts import take_members
from simulator.engine.rules import Rules
from simulator.table import about, facts
from simulator.table.about import About, ThingName, Topics
from simulator.table.asks import Ask, Asks, formats_of, in_vain
from simulator.table.facts import TOLD_ELSEWHERE, ViewFact
from simulator.table.fan import hue_of
from web import strict_json
from web.refusal import Params, Refusal

POSITION_LIMIT = 20_000  # letters of a position that is typed as data


class SeatFacts(NamedTuple):
    """A seat in its colour, with what the view knows of it; `points` None before there are any."""

    name: str
    hue: int
    acts: bool
    own: bool
    points: int | None
    facts: tuple[ViewFact, ...]


class Drawn(NamedTuple):
    """The plain table. Moves aren't drawn here: a hand asks for them (`simulator.table.fan`)."""

    facts: tuple[ViewFact, ...]
    people: tuple[SeatFacts, ...]
    hand: tuple[str, ...]


class Result(NamedTuple):
    """The points so far, by seat, which no round alone has brought."""

    round: int
    points: tuple[int, ...]
    lines: tuple[tuple[str, int, tuple[ScoreLine, ...]], ...] = ()  # of the last round: name, points, why

    @property
    def explained(self) -> bool:
        """Whether the lines tell of all points, not of the last round alone."""
        return self.points == tuple(points for _, points, _ in self.lines)

    @property
    def running(self) -> bool:
        """Whether a page calls it the score, not a round."""
        return True


class Moment(NamedTuple):
    """What one likes to see again: `look` of `css/table.css`, and `at` which thing on the board, as a CSS
    selector with parameters of the event in braces; where it isn't in sight the sentence itself has it.
    """

    look: str
    at: str = ""


class Table:
    """What a table has. `State`, `View` and rounds are those of the game's engine and calculator."""

    LOG_HIDDEN_EVENTS: Collection[
        str
    ] = ()  # kinds of events that the results of a round tell better than the log
    ROUND_ENDS: Collection[str] = ()  # kinds of events after which the results of a round are read first
    BEGINNINGS: Collection[str] = ()  # kinds that only say whose turn or which round begins: no news
    COLLAPSED_EVENTS: Collection[
        str
    ] = ()  # kinds, such as steps, of which the log tells only where a run of them led
    # Kinds that answer a move: told above its player's table until the next. None: what only some may know.
    ANSWERS: Collection[str] | None = None
    INSTEAD: Mapping[str, str] = {}  # by kinds that all hear, those of ANSWERS that tell a player the same
    MOMENTS: Mapping[str, Moment] = {}  # by kinds that all enjoy: told before other news, and shown
    HAS_SIDE_PANEL: bool = (
        False  # whether `_beside.html` stands above the log, beside the table in a large room
    )
    PICKS: bool = False  # whether a card is chosen first, by a script, and then what is done with it
    INTO_SHEET: bool = False  # whether `finished_rounds` gives what a score sheet takes
    EDITS_OPTIONS: bool = False  # whether options may be changed in the editor
    OFTEN_BARE: bool = False  # whether empty hands are nothing to ask about before a position is played
    DEALS_ONCE: bool = False  # whether what a position leaves open is the same each time it is played from
    EDITOR_FIELDS: Mapping[str, int] = {"position": POSITION_LIMIT}  # each a list of texts, and their limit
    EDITOR_SEATS: Sequence[str] = ()  # keys of the short form that name a player, sent as seats from 0
    NO_FACTS: Collection[str] = ()  # fields of the view that the plain table doesn't tell as facts
    ASKS: Asks = {}  # by verb what its arguments are, of `simulator.table.asks`: the plain hand asks for them
    ABOUT: Topics = {}  # by kinds of things, of cards too («card.attack»), where the content tells of them
    STYLES: Sequence[str] = ()  # style sheets of its own besides `css/table.css`, as `static` takes them
    SCRIPTS: Sequence[str] = ()  # modules of its own, after `js/table.js`, which they may import

    def __init_subclass__(cls, parts: Sequence[ModuleType] = ()) -> None:
        super().__init_subclass__()
        take_members(cls, parts)

    def __init__(self, engine: Rules[Any, Any]):
        self.engine = engine

    def content(self, began: Mapping[str, Any]) -> GameContent:
        """What a match or a position is told in, with all boxes: `began` is its config, its first state or a
        short form, not trusted. A table may play with cards of its own.
        """
        return reading.whole(self.engine.id)

    @property
    def DEFAULT_BOT(self) -> str:
        """The bot that takes the seats of people where somebody tries something alone."""
        return list(self.engine.bots)[-1]

    @property
    def CARDS(self) -> bool:
        """Whether the words around the table are those of a card game: dealt, turned up, in one's hand."""
        return bool(reading.load(self.engine.id).cards)

    def box_options(self, boxes: Sequence[str]) -> dict[str, Any]:
        """Options that put these boxes on the table, in the order of their ids."""
        return {}

    def start_fields(self, form: Mapping[str, str], places: Sequence[int]) -> Sequence[Any]:
        """What `form` answers to the questions of `_start.html`, "" where nothing; places go from 0."""
        return ()

    def start_options(self, form: Mapping[str, str], places: Sequence[int]) -> dict[str, Any]:
        """Options that `_start.html` asks for, besides those with choices; `places` are taken."""
        return {}

    def start_form(self, options: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
        """The fields of the start form that gave a match these options, besides those with choices: `box`,
        what `_start.html` asks. Whoever plays once more finds them filled in.
        """
        return {}

    def is_asked(self, view: Any) -> bool:
        """Whether whoever is to act only answers what somebody does: then the heading tells of no turn."""
        return False

    def inline_moves(self, drawn: Any) -> Collection[str]:
        """Moves that `draw` gave buttons which need no script, besides `choices`."""
        return ()

    def refusal_highlight(self, view: Any, refusal: Refusal) -> str:
        """What a refusal says is in the way, as SVG path data for the drawing; "" for nothing."""
        return ""

    def aimed(
        self,
        content: GameContent,
        lang: str,
        state: Any,
        seat: Seat,
        refusal: Refusal | None,
        events: Sequence[Event],
    ) -> Any:
        """How a move aims that is refused or has made these events: what the scene of an example shows over
        its drawing as `aimed`; None for nothing.
        """
        return None

    def advised(self, words: Mapping[Move, str], refusal: Refusal) -> Collection[Move]:
        """Of the legal moves those that the sentence of a refusal advises: their keys stand beside it."""
        return ()

    def under_way(self, state: Any) -> bool:
        """Whether a compound move has begun and isn't finished: nobody but its player may see that."""
        return False

    def is_drafted(self, state: Any) -> bool:
        """Whether what is asked now may be answered by a draft: choices of a compound move that are tried on
        the page, made all or none by one `move` with `whole`, and taken back as one.
        """
        return False

    def drafted(self, view: Any, draft: Sequence[str]) -> tuple[Any, Refusal | None]:
        """The view as a draft of its seat would have it, of which nothing is made, and why a part of it
        can't be. The draft comes with the page's address, moves as texts: they aren't trusted.
        """
        return view, None

    def draw(
        self,
        content: GameContent,
        view: Any,
        names: Sequence[str],
        words: Mapping[Move, str],
        events: Sequence[Event],
        lang: str,
        totals: Sequence[int],
        open_hands: Sequence[Sequence[str]] = (),
    ) -> Any:
        """What the game's templates show. `words`: the legal moves with their sentences, `events`: what has
        just happened, `open_hands`: all hands where nothing is hidden any more.
        """
        seen = self.engine.view_json(view)
        told, each = self._told_fields(seen, len(names))
        world = self.engine.world(view, 0)
        acting = {frame.get("seat") for frame in seen.get("agenda", [])[-1:]}
        acting = set(self.engine.to_act(world)) if world is not None else acting
        people = tuple(
            SeatFacts(
                name,
                hue_of(seat),
                seat in acting,
                seat == seen.get("seat"),
                totals[seat] if totals else None,
                facts.told(content, {key: value[seat] for key, value in each.items()}, lang, names),
            )
            for seat, name in enumerate(names)
        )
        public = facts.told(content, {key: told[key] for key in told if key not in each}, lang, names)
        hand = tuple(facts.said(content, "hand", card, lang, names) for card in self.hand(view))
        return Drawn(public, people, hand)

    def draw_unaided(self, *drawn: Any) -> Any:
        """The same in a puzzle that isn't solved yet: without what its reader has to find out."""
        return self.draw(*drawn)

    def _told_fields(self, seen: Mapping[str, Any], n: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """The fields of a view that the plain table tells, and those of them with a value for each of `n`."""
        told = {key: value for key, value in seen.items() if key not in {*TOLD_ELSEWHERE, *self.NO_FACTS}}
        each = {
            key: value
            for key, value in told.items()
            if key in self.by_seat and isinstance(value, list) and len(value) == n
        }
        return told, each

    def about(
        self, content: GameContent, view: Any, thing: ThingName, names: Sequence[str], lang: str
    ) -> About | None:
        """What a thing is that the page has drawn, and how it stands for the seat of the view; None for one
        that isn't there. Here: people, fields of the view and whatever the content has.
        """
        if thing.kind not in ("seat", "fact"):
            return about.of_content(content, self.ABOUT, thing, lang)
        told, each = self._told_fields(self.engine.view_json(view), len(names))
        if thing.kind == "seat":
            seat = about.seat_of(thing, len(names))
            if seat is None:
                return None
            points = dict(zip(("scores",), self.totals(view)[seat:], strict=False))
            own = points | {key: value[seat] for key, value in each.items()}
            rows = facts.told(content, own, lang, names)
            return about.of_seat(content, self.ABOUT, seat, names, lang, about.rows_told(rows))
        if thing.id not in told or facts.is_empty(told[thing.id]):
            return None
        row = facts.fact(content, thing.id, told[thing.id], lang, names)
        return about.of_fact(content, self.ABOUT, thing.id, row, lang)

    def read(self, content: GameContent, view: Any, names: Sequence[str], lang: str) -> Sequence[str]:
        """The board row by row, for whoever asks to have it read out: what lies open, without the people."""
        told, each = self._told_fields(self.engine.view_json(view), len(names))
        rows = facts.told(content, {key: told[key] for key in told if key not in each}, lang, names)
        return [f"{capital(row.label)}: {', '.join(row.items)}." for row in rows]

    def concerns(self, view: Any, thing: ThingName, move: Move) -> bool:
        """Whether a move is about a thing: here it names a card by its code, a person by their seat."""
        if thing.kind == "card":
            return thing.id in move.args
        kinds = self.ASKS.get(move.verb, ()) if thing.kind == "seat" else ()
        named = zip(kinds, move.args, strict=False)
        return any(kind is Ask.SEAT and str(arg) == thing.id for kind, arg in named)

    def attempts(self, view: Any, state: Any, seat: Seat, thing: ThingName) -> Iterable[Move]:
        """What a seat may try with a thing that no legal move is about, the likeliest first: the first that
        is refused tells why. Here a card of the hand as it is pressed, else what the engine names.
        """
        if type(self.engine).candidates is Rules.candidates:
            return ()
        if thing.kind == "card" and thing.id in self.hand(view):
            vain = in_vain(self.engine, self.ASKS, state, seat, [thing.id], ())
            return [move for move, _ in vain.values()]
        return (move for move in self.engine.candidates(state, seat) if self.concerns(view, thing, move))

    def hand(self, view: Any) -> Sequence[Any]:
        """What the seat of a view has on its hand, for the plain table."""
        held = self.engine.view_json(view).get("hand")
        return held if isinstance(held, list) else ()

    @cached_property
    def by_seat(self) -> Collection[str]:
        """The fields of a view with a place for each player, whether few sit there or many: what they hold
        stands beside the people, but for lists of people that the game has a format for, which is given
        the whole. A game may name others instead.
        """
        seats = self.engine.seats
        whole = set(filter(facts.tells_several, rulebook.game.formats(self.engine.id)))
        found = None
        for n in {seats[0], seats[-1]}:
            state = self.engine.new_game({"players": n, "options": {}}, 0).state
            seen = self.engine.view_json(self.engine.view(state, None))
            keys = {key for key, value in seen.items() if facts.is_by_seat(key, value, n)} - whole
            found = keys if found is None else found & keys
        return frozenset(found or ())

    def open_hands(self, state: Any) -> Sequence[Sequence[str]]:
        """All hands, for the end of a game."""
        return getattr(state, "hands", ())

    def bare(self, state: Any) -> Sequence[int]:
        """The seats without a card, of which the editor asks whether they were meant to be."""
        hands = () if self.OFTEN_BARE else getattr(state, "hands", ())
        return tuple(seat for seat, hand in enumerate(hands) if not hand)

    def choices(self, words: Mapping[Move, str]) -> Sequence[tuple[str, str]]:
        """Moves that are buttons of their own, beside undo and hint: (text, sentence)."""
        return ()

    def says(self, state: Any, seat: int, move: Move) -> tuple[str, Params]:
        """The words of a move by their code and parameters: the engine's, or what the board tells besides."""
        return self.engine.say(state, seat, move)

    def told(self, before: Any, after: Any, events: Sequence[Event]) -> Sequence[Event]:
        """What happened as sentences tell it, where the positions around it say more than the events do;
        `before` is None at the beginning.
        """
        return events

    def refused(self, state: Any, refusal: Refusal) -> Refusal:
        """A refusal as its sentence is to tell it."""
        return refusal

    def sentence(
        self,
        content: GameContent,
        kind: str,
        code: str,
        params: Mapping[str, Any],
        lang: str,
        names: Sequence[str],
    ) -> str:
        """A sentence of the catalogues about this table; where they have none, what there is to say."""
        if content.has_sentence(kind, code):
            verb, *_ = str(params.get("text", code)).split() or [code]  # which may have several sentences
            formats = formats_of(self.ASKS, verb) if kind == "move" else {}
            return render(content, kind, code, params, lang, names, formats)
        if "text" in params:
            return str(params["text"])
        who = f"{seat_name(params['seat'], names, lang)}: " if "seat" in params else ""
        rest = [
            facts.said(content, key, value, lang, names) for key, value in params.items() if key != "seat"
        ]
        return who + " ".join([code.replace("_", " "), *rest])

    def facts(self, view: Any) -> Sequence[tuple[str, int]]:
        """What a hint may tell besides: (colour, how many)."""
        return ()

    def round(self, state: Any) -> int:
        """The round being played, from 1."""
        return int(getattr(state, "round", 1))

    def rounds(self, players: int) -> int:
        """How many rounds a game has; with more than one the page counts them."""
        n: int = reading.load(self.engine.id).constants.get(series.ROUNDS, 1)
        return n

    def goal(self, players: int) -> int | None:
        """As many points as a game goes on to, None where it doesn't; the page says it."""
        return self.engine.goal(players)

    def totals(self, view: Any) -> Sequence[int]:
        """Points so far, by seat; empty before there are any."""
        return tuple(getattr(view, "scores", ()))

    def results(self, content: GameContent, view: Any, names: Sequence[str], lang: str) -> Sequence[Any]:
        """Every round that may be explained, for `_result.html`, the last first."""
        points, world = tuple(self.totals(view)), self.engine.world(view, 0)
        scores = () if world is None else self.engine.explain(world)
        lines = tuple((name, each.points, each.lines) for name, each in zip(names, scores, strict=False))
        return (Result(self.round(view), points, lines),) if points else ()

    def won_by(self, content: GameContent, view: Any, names: Sequence[str], lang: str) -> str:
        """A sentence on who has won, where the winners haven't shared it: they are a team."""
        return ""

    def finished_rounds(self, state: Any) -> Sequence[Any]:
        """What a score sheet takes: finished rounds, or the plays so far."""
        return ()

    def palette(self, content: GameContent, lang: str) -> Sequence[Any]:
        """Every kind of card, for the editor."""
        return ()

    def editor_fields(
        self, content: GameContent, position: Mapping[str, Any], names: Sequence[str], lang: str
    ) -> Mapping[str, Any]:
        """What `_editor.html` shows for a short form, which isn't trusted."""
        data = {key: value for key, value in position.items() if key != "players"}
        return {"position": json.dumps(data, ensure_ascii=False, indent=1)[:POSITION_LIMIT] if data else ""}

    def position_of(
        self, content: GameContent, names: Sequence[str], fields: Mapping[str, Sequence[str]]
    ) -> dict[str, Any]:
        """The short form of the editor's fields, see `EDITOR_FIELDS`; what is no data stays for `decode`."""
        text = "".join(fields["position"][:1]).strip() or "{}"
        try:
            data = strict_json.read(text)
        except ValueError:
            data = None
        return {**(data if isinstance(data, dict) else {"state": text[:80]}), "players": list(names)}

    def deal_unknown(self, position: Mapping[str, Any], seed: int) -> dict[str, Any]:
        """The short form with cards for hands that give only their number."""
        return dict(position)

    def is_whole(self, position: Mapping[str, Any]) -> bool:
        """Whether nothing was left to deal."""
        return True
