"""What happens to a match: starting it, moves of people and bots, undo, curtains, branching off.

The record is all that is stored; positions are replayed from it. Every change locks the match, so that two
phones that press at once never write the same ply.

Plies count what a seat knows: in an open frame of sealed choices (see `matches.sealed`) a page sees its own
alone. Every replay is cut to that before anything is shown, counted, refused or given to a bot.
"""

import secrets
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext

from scoring.models import Sheet, sheet_from_rounds
from simulator.engine.chance import substream
from simulator.engine.dealing import GIVEN
from simulator.engine.game import Event, Step
from simulator.engine.record import Record, may_undo, steps_of
from simulator.engine.rules import Rules
from simulator.game import engine_of, table_of
from simulator.jobs import helper
from simulator.matches.access import MatchAccess
from simulator.matches.sealed import SealedChoice, frames_of
from simulator.models import HERE, Match, Seat
from simulator.table.base import Table
from web.polling import WRITTEN, name_of

TURN_SECONDS = 2.0  # after which a bot begins no other move in one request
THEN, MOST_AT_ONCE = ";", 40  # between several moves in one text, and how many it may hold


class Stale(Exception):
    """The page that asked shows another ply than the one that stands now."""


class Curtained(Exception):
    """The device is in other hands than those of whoever is to move."""


@dataclass(frozen=True)
class Replay:
    """A match replayed: `steps[n]` is what stood and happened after n moves. `torn`: the game fails at the
    next one.
    """

    record: Record
    steps: tuple[Step, ...]
    torn: bool = False

    @cached_property
    def engine(self) -> Rules[Any, Any]:
        return engine_of(self.record.game)

    @cached_property
    def table(self) -> Table:
        return table_of(self.record.game)

    @property
    def ply(self) -> int:
        return len(self.steps) - 1

    @cached_property
    def settled(self) -> Sequence[int]:
        """The plies at which no compound move was under way and no frame of sealed choices half chosen; the
        opening always counts as one.
        """
        plies = range(1, len(self.steps))
        hidden = {ply for frame in self.frames for ply in plies if frame.hides(ply)}
        return [0, *(ply for ply in plies if ply not in hidden and not self._under_way(ply))]

    def _under_way(self, ply: int) -> bool:
        return self.table.under_way(self.steps[ply].state)

    @cached_property
    def frames(self) -> Sequence[SealedChoice]:
        """The frames of sealed choices, the last of them perhaps open."""
        acting = [self.engine.to_act(step.state) for step in self.steps]
        return list(frames_of(acting, [seat for seat, _ in self.record.moves], self._under_way))

    @property
    def open_frame(self) -> SealedChoice | None:
        """The frame in which not all have chosen yet, as far as this replay knows."""
        return self.frames[-1] if self.frames and self.frames[-1].end is None else None

    def closed_at(self, ply: int) -> SealedChoice | None:
        """The frame whose last choice led to a ply."""
        return next((frame for frame in self.frames if frame.end == ply), None)

    def whole(self, ply: int) -> int:
        """The ply, or the beginning of the frame that was half chosen there: who was first is not shown."""
        inside = ply != self.ply and next((frame for frame in self.frames if frame.hides(ply)), None)
        return inside.start if inside else ply

    def chosen_by(self, frame: SealedChoice, seat: int | None) -> "Replay":
        """The replay up to a frame, and what a seat has chosen in it: sealed choices don't depend on those
        of others, so this is where the seat believes itself.
        """
        made = self.record.moves[frame.start : frame.end]
        return self._again(frame.start, [move for move in made if move[0] == seat])

    def in_order(self) -> "Replay":
        """The same with the choices of the frame that has just closed in the order of the seats: in any order
        they lead to the same, and so nothing that is kept tells who was first.
        """
        frame = self.closed_at(self.ply)
        if frame is None:
            return self
        return self._again(frame.start, sorted(self.record.moves[frame.start :], key=itemgetter(0)))

    def _again(self, ply: int, moves: Sequence[tuple[int, str]]) -> "Replay":
        """The replay up to a ply, and other moves from there."""
        record, steps = self.record.cut(ply), list(self.steps[: ply + 1])
        for seat, text in moves:
            move = self.engine.parse(steps[-1].state, seat, text)
            record = record.with_move(seat, move)
            steps.append(self.engine.apply(steps[-1].state, seat, move))
        return Replay(record, tuple(steps))

    def seen_by(self, seat: int | None) -> "Replay":
        """The replay as a seat (None: a bystander) knows it: without what another seat has only begun, or
        chosen in secret.
        """
        if self.open_frame is not None:
            return self.chosen_by(self.open_frame, seat)
        last = self.settled[-1]
        if last == self.ply or seat in self.to_act:
            return self
        return Replay(self.record.cut(last), self.steps[: last + 1])

    def told(self, ply: int, heard: Sequence[Event]) -> Sequence[Event]:
        """What somebody has heard of a ply, as sentences tell it."""
        before = self.steps[ply - 1].state if ply else None
        return self.table.told(before, self.steps[ply].state, heard)

    def is_answer(self, ply: int) -> bool:
        """Whether the move at a ply was only an answer, in the turn of somebody else."""
        mover, _ = self.record.moves[ply - 1]
        return self.table.is_asked(self.engine.view(self.steps[ply - 1].state, mover))

    @property
    def state(self) -> Any:
        return self.steps[-1].state

    @property
    def over(self) -> bool:
        return not self.to_act

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(sorted(self.engine.to_act(self.state)))


def replay_of(match: Match) -> Replay:
    """Replays a match, from where this process replayed it last. Raises BadRecord if the rules have changed
    since.
    """
    record, engine = match.record(), match.engine
    known, found = replayed.get(match.pk, (None, None))
    if known is not engine or found is None or not _begins(found.record, record):
        found = None
    if found is None or found.record != record:
        found = Replay(record, tuple(steps_of(engine, record, found.steps if found else ())))
        _remember(match.pk, engine, found)
    return found


def sound_part(match: Match) -> Replay:
    """The match as far as it can be replayed, whatever its game raises there."""
    record, steps = match.record(), list[Step]()
    try:
        steps.extend(steps_of(match.engine, record))
    except Exception:
        if not steps:
            raise
    return Replay(record.cut(len(steps) - 1), tuple(steps), torn=len(steps) <= len(record.moves))


# By match, with the engine that replayed it: a page asks several times, and a turn of a bot is many moves.
replayed: dict[int, tuple[Rules[Any, Any], Replay]] = {}
MOST_REPLAYED = 16  # each takes up to some megabytes


def _begins(before: Record, now: Record) -> bool:
    """Whether a record is the other one with some moves fewer, or none."""
    return now.cut(len(before.moves)) == before


def _remember(key: int, engine: Rules[Any, Any], replay: Replay) -> None:
    replayed.pop(key, None)
    while len(replayed) >= MOST_REPLAYED:
        replayed.pop(next(iter(replayed), key), None)  # threads may forget at once
    replayed[key] = engine, replay


# --- Starting ---------------------------------------------------------------------------------------------


class SeatPlayer(NamedTuple):
    """Who takes a seat: `kind` is "here", "phone" or a bot of the engine."""

    name: str
    kind: str


def new_seed() -> int:
    return secrets.randbits(63)


def named_seed(name: str, ply: int) -> int:
    """The same whenever a name is asked again, and nothing that a match's own seed could be guessed from."""
    return zlib.crc32(f"{name} {ply}".encode())


def begin(record: Record, players: Sequence[SeatPlayer], dealing: str = GIVEN, **about: Any) -> Match:
    """A match from a record with all its moves. Raises BadRecord for one that can't be replayed."""
    steps = tuple(steps_of(engine_of(record.game), record))
    with transaction.atomic():
        match = Match.objects.create(
            game=record.game,
            rules=record.rules,
            config=dict(record.config),
            seed=str(record.seed),
            start=None if record.start is None else dict(record.start),
            dealing=dealing,
            finished=not engine_of(record.game).to_act(steps[-1].state),
            **about,
        )
        Seat.objects.bulk_create(
            Seat(match=match, place=place, name=player.name, kind=player.kind)
            for place, player in enumerate(players)
        )
        match.moves.bulk_create(
            match.moves.model(match=match, ply=ply, seat=seat, text=text)
            for ply, (seat, text) in enumerate(record.moves, start=1)
        )
    return match


# --- Moves ------------------------------------------------------------------------------------------------


class Moved(NamedTuple):
    """A match after a move, and what was played. `fresh`: nothing else has changed since it was read, so that
    a page may be drawn of these without asking again.
    """

    match: Match
    replay: Replay
    fresh: bool


def move(
    match: Match, seat: int, ply: int, text: str, access: MatchAccess | None = None, whole: bool = False
) -> Moved:
    """Makes a move at `ply`, as the seat counts; one that was made already (a retry) is left alone.

    Several moves, such as the steps of a way, stand in one text with semicolons between them: they are made
    one after another until one can't be made any more or teaches something new; `whole` ones, such as a plan
    that was drafted, are made all or none. Other seats' pages hear of it once the whole move is made, or all
    have chosen. Raises Stale where the match has moved on, which the sealed choices of others don't do,
    IllegalMove where the rules forbid the first (of whole ones: any), Curtained where the shared device of
    `access` is in other hands.
    """
    texts = texts_of(text)
    with transaction.atomic():
        locked = Match.objects.select_for_update().get(pk=match.pk)
        replay = replay_of(locked)
        if access is not None and behind_curtain(access, replay, seat, ply):
            raise Curtained
        # A curtain that is lifted while all choose leaves no trace in the version.
        is_shared = access is not None and len(access.own) > 1 and replay.open_frame is not None
        fresh = locked.version == match.version and not is_shared
        known = replay.seen_by(seat)
        if _is_repeated(replay, known, seat, ply, texts, whole):
            return Moved(locked, replay, fresh)
        if ply != known.ply:
            raise Stale
        after = _after(replay, seat, texts, whole)
        _write(locked, replay, after)
    _remember(locked.pk, replay.engine, after)
    return Moved(locked, after, fresh)


def texts_of(text: str) -> list[str]:
    """Several moves that stand in one text."""
    return text.split(THEN)[:MOST_AT_ONCE]


def _after(replay: Replay, seat: int, texts: Sequence[str], whole: bool = False) -> Replay:
    """The replay with the moves that a seat can make. Raises IllegalMove for the first, or any of a whole."""
    known = replay.seen_by(seat)
    after = _make(known, seat, texts, whole)  # refused, if at all, by what the seat knows
    if known.ply != replay.ply:
        after = _make(replay, seat, [text for _, text in after.record.moves[known.ply :]], whole)
    return after.in_order()


def _write(locked: Match, replay: Replay, after: Replay) -> None:
    """Writes the moves that have led from one replay to another."""
    closed = after.closed_at(after.ply)
    first = closed.start if closed else replay.ply
    if closed:
        locked.moves.filter(ply__gt=first).delete()
    locked.moves.bulk_create(
        locked.moves.model(match=locked, ply=ply, seat=seat, text=text)
        for ply, (seat, text) in enumerate(after.record.moves[first:], start=first + 1)
    )
    if after.settled[-1] > replay.ply:
        locked.finished = after.over
        locked.touch("finished")


def _make(replay: Replay, seat: int, texts: Sequence[str], whole: bool) -> Replay:
    """The replay with the moves that can be made. Raises IllegalMove for the first, or any of a whole."""
    engine, record, steps = replay.engine, replay.record, list(replay.steps)
    for text in texts:
        parsed = engine.parse(steps[-1].state, seat, text)
        further = len(steps) > len(replay.steps) and not whole
        if further and engine.check(steps[-1].state, seat, parsed) is not None:
            break
        record = record.with_move(seat, parsed)
        steps.append(engine.apply(steps[-1].state, seat, parsed))
        if seat in steps[-1].learned and not whole:
            break
    return Replay(record, tuple(steps))


def _is_repeated(
    replay: Replay, known: Replay, seat: int, ply: int, texts: Sequence[str], whole: bool
) -> bool:
    """Whether the moves since `ply` began with these, sent again by a page that missed the answer: with all
    of a whole.

    Of sealed choices only one's own count, even after the frame has closed.
    """
    frame = next((frame for frame in replay.frames if frame.covers(ply)), None)
    replay = known if frame is None else replay.chosen_by(frame, seat)
    since = replay.record.moves[ply:][: len(texts)]
    if whole and len(since) < len(texts):
        return False
    parsed = (
        (seat, str(replay.engine.parse(step.state, seat, text)))
        for step, text in zip(replay.steps[ply:], texts, strict=False)
    )
    return bool(since) and list(since) == list(parsed)[: len(since)]


def bot_to_act(replay: Replay, seats: Sequence[Seat]) -> Seat | None:
    """The bot whose turn it is, if it is a bot's."""
    return next((seats[place] for place in replay.to_act if seats[place].is_bot), None)


def bot_turn(access: MatchAccess, ply: int) -> Moved | None:
    """Lets the bot whose turn it is play it to its end, with the answers of other bots to it; does nothing if
    somebody else's page was quicker. Where that takes long, the rest waits for another request.

    Bots that choose in secret choose at once, all of them. None if that changes nothing that pages may show.
    """
    replay = replay_of(access.match)
    if replay.open_frame is not None and replay.open_frame.covers(ply):
        return _bots_choose(access, replay)
    after = _turn_thought(access, replay) if ply == replay.settled[-1] else replay
    return _write_turn(access.match, replay, after)


def _turn_thought(access: MatchAccess, before: Replay) -> Replay:
    """The replay after a bot's turn, of which nothing is written yet; thought no further once another page
    has written into the match.
    """
    replay, until = before, time.monotonic() + TURN_SECONDS
    seat = first = bot_to_act(replay, access.seats)
    match = name_of(access.match)
    written = WRITTEN.of(match)
    while first is not None and seat is not None and WRITTEN.of(match) == written:
        try:
            texts = _bot_choice(replay, seat)
        except helper.Busy:
            if replay is before:
                raise
            break
        replay = _after(replay, seat.place, texts)
        seat = bot_to_act(replay, access.seats)
        if replay.settled[-1] == replay.ply and (
            time.monotonic() > until or not _goes_on(access, replay, first)
        ):
            break
    return replay


def _write_turn(match: Match, replay: Replay, after: Replay) -> Moved:
    """Writes what bots have thought of, if the record is still what they thought about."""
    if after is replay:
        return Moved(match, replay, fresh=False)
    with transaction.atomic():
        locked = Match.objects.select_for_update().get(pk=match.pk)
        fresh = locked.version == match.version
        if locked.record() != replay.record:
            return Moved(locked, replay, fresh=False)
        _write(locked, replay, after)
    _remember(locked.pk, replay.engine, after)
    return Moved(locked, after, fresh)


def _goes_on(access: MatchAccess, replay: Replay, first: Seat) -> bool:
    """Whether a bot's turn is neither over nor interrupted: by a person, secret choices, a round's end."""
    if replay.open_frame is not None or not all(access.seats[place].is_bot for place in replay.to_act):
        return False
    if any(event.kind in replay.table.ROUND_ENDS for event in replay.steps[-1].events):
        return False
    return all(place == first.place or _is_asked(replay, place) for place in replay.to_act)


def _is_asked(replay: Replay, place: int) -> bool:
    return replay.table.is_asked(replay.engine.view(replay.state, place))


def _bots_choose(access: MatchAccess, replay: Replay) -> Moved | None:
    """Every bot makes its choices in the open frame; None if the frame stays open all the same."""
    frame = replay.open_frame
    while replay.open_frame == frame:
        seat = bot_to_act(replay, access.seats)
        if seat is None:
            return None
        text = THEN.join(_bot_choice(replay, seat))
        try:
            replay = move(access.match, seat.place, replay.seen_by(seat.place).ply, text).replay
        except Stale:
            break
    return Moved(access.match, replay, fresh=False)


def _bot_choice(replay: Replay, seat: Seat) -> list[str]:
    """What a bot chooses by what its seat knows."""
    apart = () if replay.open_frame is None else (seat.place,)  # bots that choose together don't choose alike
    known, engine = replay.seen_by(seat.place), replay.engine
    job = {
        "job": "choose",
        "game": known.record.game,
        "state": engine.encode(known.state),
        "seat": seat.place,
        "bot": seat.kind,
        "seed": substream(known.record.seed, known.ply, *apart),
    }
    answer = helper.do(Path(settings.DATA_DIR), job, settings.HELPER_PATIENCE)
    texts = texts_of(str(answer.get("move", "")))
    if engine.check(known.state, seat.place, engine.parse(known.state, seat.place, texts[0])) is None:
        return texts
    # Not a helper of ours; any legal move keeps the game going.
    return [str(engine.legal_moves(known.state, seat.place)[0])]


# --- Whose hand a page may show -----------------------------------------------------------------------------


class Viewer(NamedTuple):
    """Through whose eyes a page looks (None: a bystander's), and before whom a curtain hangs."""

    seat: int | None
    curtain: int | None = None


def viewer(access: MatchAccess, replay: Replay) -> Viewer:
    """On a shared device the curtain hangs until the person whose turn it is lifts it.

    Where nothing is hidden there is none, and whoever is to act has the page.
    """
    if len(access.own) < 2:
        return Viewer(access.own[0] if access.own else None)
    if not replay.engine.hides:
        return Viewer(next((place for place in replay.to_act if place in access.own), access.own[0]))
    lifted = max((access.seats[place] for place in access.own), key=lambda seat: seat.lifted)
    last = lifted.place if lifted.lifted else None
    due = [place for place in replay.to_act if place in access.own]
    if due and last not in due:
        return Viewer(None, due[0])
    return Viewer(last)


def behind_curtain(access: MatchAccess, replay: Replay, seat: int, ply: int) -> bool:
    """Whether a move of `seat`, which is to act, comes while somebody else has the shared device."""
    frame = replay.open_frame
    acting = replay.to_act if frame is None else frame.seats
    if seat not in acting or seat == viewer(access, replay).seat:
        return False
    return ply >= replay.seen_by(seat).ply


def unlock_device(access: MatchAccess, place: int, version: int) -> None:
    """The person at `place` has the device now and looks. Raises Stale where the match has moved on.

    Other devices hear of it, but not in a frame of sealed choices: that the device was handed on would tell
    them that somebody has chosen.
    """
    with transaction.atomic():
        locked = Match.objects.select_for_update().get(pk=access.match.pk)
        if locked.version != version:
            raise Stale
        replay = replay_of(locked)
        if replay.open_frame is None:
            locked.touch()
        last = max(seat.lifted for seat in locked.seats.all())
        access.seats[place].lifted = max(locked.version, last + 1)
        access.seats[place].seen_ply = replay.seen_by(place).ply
        access.seats[place].save(update_fields=["lifted", "seen_ply"])


# --- Undo ---------------------------------------------------------------------------------------------------


def undo_refusal(access: MatchAccess, replay: Replay) -> str:
    """Why the last move stands, in the reader's language; empty if it may be taken back from this device."""
    if replay.ply == 0:
        return gettext("Отменять пока нечего.")
    if replay.open_frame is not None:  # for everybody, whoever has chosen: so a refusal tells nothing
        return gettext("Пока все выбирают, отменить ничего нельзя.")
    if replay.closed_at(replay.ply):
        return gettext("Все уже выбрали, и выбор открыт: обратно его не закрыть.")
    mover = replay.record.moves[-1][0]
    if mover in access.own and replay.settled[-1] != replay.ply:
        return ""  # nobody else knows yet that this move has begun
    learned = replay.steps[-1].learned
    if access.seats[mover].is_bot and not any(seat in access.own for seat, _ in replay.record.moves):
        return gettext("Отменять пока нечего.")
    if access.seats[mover].is_bot:
        return gettext("Бот уже ответил. Чтобы пойти по-другому, отступите и попробуйте иначе.")
    if mover not in access.own:
        return gettext("Ход сделан с другого телефона: отменить его может только тот, кто ходил.")
    if mover in learned:
        if replay.table.CARDS:
            return gettext("После хода открылись карты, и обратно их не закрыть.")
        return gettext("Ход показал то, чего до него не знали: обратно его не взять.")
    if not may_undo(learned, mover, _onlookers(access, replay)):
        return gettext("Ход уже увидел другой игрок.")
    return ""


def _onlookers(access: MatchAccess, replay: Replay) -> list[int]:
    """Seats whose people may have seen the last move: at another device, or by lifting the curtain."""
    return [
        seat.place
        for seat in access.seats
        if not (seat.is_bot or seat.place in access.own)
        or (seat.seen_ply is not None and seat.seen_ply >= replay.ply)
    ]


class NoUndo(Exception):
    """The last move stands; the text says why."""


def undo(access: MatchAccess, ply: int) -> None:
    """Takes the last choice back, with whatever another seat has begun since. Raises Stale or NoUndo."""
    with transaction.atomic():
        locked = Match.objects.select_for_update().get(pk=access.match.pk)
        replay = replay_of(locked)
        replay = replay.seen_by(viewer(access, replay).seat)
        if ply != replay.ply:
            raise Stale
        reason = undo_refusal(access, replay)
        if reason:
            raise NoUndo(reason)
        locked.moves.filter(ply__gte=_drafted_from(replay)).delete()
        if ply in replay.settled:
            locked.finished = False
            locked.touch("finished")


def _drafted_from(replay: Replay) -> int:
    """The first ply of the last choice: what was drafted and made as one goes back as one."""
    ply = replay.ply
    while ply - 1 not in replay.settled and replay.table.is_drafted(replay.steps[ply - 1].state):
        ply -= 1
    return ply


# --- Branching off ------------------------------------------------------------------------------------------


def fork(access: MatchAccess, replay: Replay, ply: int, seat: int, **about: Any) -> Match:
    """A match of one's own from `ply` on; `about` are fields of the row.

    While the match goes on, the cards that `seat` can't see are dealt anew: nobody learns anything by trying.
    After the end everything is known, and the branch keeps the true cards.
    """
    match = access.match
    players = [_alone(each, seat, replay.table.DEFAULT_BOT) for each in access.seats]
    about |= {"origin": match, "origin_ply": ply}
    if replay.over:
        return begin(replay.record.cut(ply), players, **about)
    return begin(known_record(replay, ply, seat), players, dealt_anew=True, **about)


def known_record(replay: Replay, ply: int, seat: int | None) -> Record:
    """What a seat knows at a ply, as a record that begins there: cards that it can't see are dealt anew."""
    record, engine = replay.record, replay.engine
    world = engine.resample(replay.steps[ply].state, seat, secrets.randbits(63))
    return Record(record.game, record.rules, record.config, new_seed(), (), engine.encode(world))


def _alone(seat: Seat, mine: int, patient: str) -> SeatPlayer:
    """Who sits there in a branch: oneself, the same bots, and patient bots instead of the other people."""
    if seat.place == mine:
        return SeatPlayer(seat.name, HERE)
    return SeatPlayer(seat.name, seat.kind if seat.is_bot else patient)


# --- Into a score sheet -------------------------------------------------------------------------------------


def sync_sheet(access: MatchAccess, rounds: Sequence[Any], title: str, over: bool) -> Sheet:
    """The match's score sheet with its `rounds` as the table gives them: the same one while it is open, else
    a new one; closed where the match is `over`. Raises Refused.
    """
    with transaction.atomic():
        locked = Match.objects.select_for_update().get(pk=access.match.pk)
        sheet = locked.sheet
        if sheet is not None and not sheet.finished:
            sheet.sync_from_match(rounds, over)
        elif sheet is None or locked.poured != len(rounds):
            sheet = sheet_from_rounds(locked.game, list(access.names), rounds, title, over)
        locked.sheet, locked.poured = sheet, len(rounds)
        locked.save(update_fields=["sheet", "poured"])
    return sheet
