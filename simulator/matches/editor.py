"""The editor «Положение»: any position, checked by the engine, to play from, to ask about, to share."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from rulebook.content.entries import GameContent, OptionText
from scoring.forms import seat_rows
from simulator.engine import sharing
from simulator.engine.game import Hint, Step
from simulator.engine.record import Record
from simulator.engine.refusal import BadPosition
from simulator.game import engine_of, table_of
from simulator.jobs.jobs import JobFailed
from simulator.matches import forms, play
from simulator.matches.access import COOKIE, game_of
from simulator.matches.hint_parts import HintAsked, counted, more_at
from simulator.matches.hints import hint_context
from simulator.matches.log import Words
from simulator.models import HERE, Match
from web import names as rule_of_names
from web.begun_once import begin_once
from web.errors import RequestError, endpoint
from web.language import page_language
from web.limits import CREATING, HINTS
from web.refusal import Refusal
from web.told_once import tell_once

MOST_TEXTS = 40  # of one kind: seats, cauldrons, stacks
AT_FIRST = 4
OPTION_LIMIT = 80  # letters of an option's value
ONCE = HintAsked()
log = logging.getLogger("grimoire.games")


@dataclass(frozen=True)
class PositionDraft:
    """A position as typed or shared: a short form, not trusted yet, and what its sharer says of it."""

    position: Mapping[str, Any]
    names: tuple[str, ...]
    note: str = ""

    @property
    def letters(self) -> str:
        return sharing.pack(self.position, self.note)

    def place(self, key: str) -> int:
        """The seat, from 0, that a key such as `turn` names; -1 for none."""
        value = self.position.get(key)
        if value in self.names:
            return self.names.index(str(value))
        return value - 1 if type(value) is int and 1 <= value <= len(self.names) else -1


class HintFound(NamedTuple):
    """A hint for the seat to act in a position."""

    state: Any
    seat: int
    hint: Hint


@never_cache
@endpoint("GET", "HEAD", "POST")
def edit(request: HttpRequest, game_id: str) -> HttpResponse:
    """The editor. A form comes back as an address with the position in it, so each can be shared."""
    game = game_of(game_id)
    if request.method != "POST":
        return _show(request, game, asked_for(game, request.GET.get("p", "")))
    draft = _typed(game, request.POST)
    do = request.POST.get("do", "check")
    if do in ROW_BUTTONS:
        return _show(request, game, ROW_BUTTONS[do](game, draft), check=False)
    return ACTIONS.get(do, _address)(request, game, draft)


# --- Reading ------------------------------------------------------------------------------------------------


def asked_for(game: GameContent, letters: str) -> PositionDraft | None:
    """The shared position; None where there are no letters. Raises RequestError for broken ones."""
    if not letters:
        return None
    try:
        found, note = sharing.noted(sharing.unpack(letters))
    except sharing.BadShare:
        message = gettext("Ссылка на положение повреждена: часть её потерялась по дороге.")
        raise RequestError(400, message, game=game) from None
    return PositionDraft(found, _names(game, found), note)


def _names(game: GameContent, found: Mapping[str, Any]) -> tuple[str, ...]:
    """Names for the editor's rows, whatever the position says."""
    engine = engine_of(game.id)
    players = found.get("players")
    names = engine.names(found) or ([str(n) for n in range(1, players + 1)] if _is_count(players) else [])
    return tuple(rule_of_names.cut(name, 2 * rule_of_names.LIMIT) for name in names[: engine.seats[-1]])


def _is_count(players: Any) -> bool:
    return type(players) is int and 0 <= players < 20


def _typed(game: GameContent, form: QueryDict) -> PositionDraft:
    seats = engine_of(game.id).seats[-1]
    names = [rule_of_names.clean_name(name) for name in form.getlist("name")[: seats + 1]]
    table = table_of(game.id)
    fields = {
        key: [text[:limit] for text in form.getlist(key)[:MOST_TEXTS]]
        for key, limit in table.EDITOR_FIELDS.items()
    }
    found = table.position_of(game, names, fields)
    for key in table.EDITOR_SEATS:
        text = form.get(key, "")
        if text.isdecimal() and len(text) < 3 and int(text) < len(names):
            found[key] = names[int(text)]
    if table.EDITS_OPTIONS:
        found["options"] = _options(game, form, found.get("options", {}))
    return PositionDraft(found, tuple(names), sharing.clean_note(form.get("note", "")))


def _options(game: GameContent, form: QueryDict, written: Any) -> Any:
    """Those of the form that aren't as usual, and what is `written` of others, which have no field; what is
    no table stays for `decode` to refuse.
    """
    if not isinstance(written, Mapping):
        return written
    chosen = forms.options_in(game, form)
    others = {name: value for name, value in written.items() if name not in chosen}
    return others | {
        name: value for name, value in chosen.items() if value != game.option_by_id[name].default
    }


# --- Rows ---------------------------------------------------------------------------------------------------


def _add_row(game: GameContent, draft: PositionDraft) -> PositionDraft:
    free = next(name for n in range(1, 20) if (name := gettext("Игрок %(n)s") % {"n": n}) not in draft.names)
    names = (*draft.names, free)[: engine_of(game.id).seats[-1]]
    return replace(draft, names=names)


def _remove_row(game: GameContent, draft: PositionDraft) -> PositionDraft:
    least = engine_of(game.id).seats[0]
    return replace(draft, names=draft.names[: max(least, len(draft.names) - 1)])


def _as_typed(game: GameContent, draft: PositionDraft) -> PositionDraft:
    """What else there is to fill in follows from what is typed."""
    return draft


ROW_BUTTONS = {"add": _add_row, "remove": _remove_row, "fields": _as_typed}


# --- What the buttons do ------------------------------------------------------------------------------------


def refusals_of(game: GameContent, draft: PositionDraft) -> tuple[Refusal, ...]:
    """Why the position can't exist; empty if it can. Raises RequestError for bad names."""
    if not all(draft.names) or len(set(draft.names)) < len(draft.names):
        raise RequestError(422, gettext("Назовите каждого игрока, и каждого по-своему."))
    bad = next((seat.fault for seat in seat_rows(draft.names, judged=True) if seat.fault), "")
    if bad:
        raise RequestError(422, bad)
    try:
        engine_of(game.id).decode(dict(draft.position))
    except BadPosition as error:
        return error.refusals
    return ()


def _problem(request: HttpRequest, game: GameContent, draft: PositionDraft) -> HttpResponse | None:
    """The page that says what is wrong; None for a position that can exist."""
    try:
        refusals = refusals_of(game, draft)
    except RequestError as stop:
        return _show(request, game, draft, check=False, stop=stop)
    return _show(request, game, draft) if refusals else None


def _address(request: HttpRequest, game: GameContent, draft: PositionDraft) -> HttpResponse:
    """On to the address that carries the position: that of the editor, or to share it that of its board."""
    if request.POST.get("do") == "share":
        url = shared_url(game, draft.letters, shares=True)
    else:
        url = f"{reverse('simulator:position_editor', args=[game.id])}?p={draft.letters}"
    return _problem(request, game, draft) or HttpResponseRedirect(url)


def shared_url(game: GameContent, letters: str, shares: bool = False) -> str:
    """The board of a shared position; with the link unfolded for who `shares` it."""
    url = f"{reverse('simulator:position', args=[game.id])}?p={letters}"
    return f"{url}&share=1#share" if shares else url


def _hint(request: HttpRequest, game: GameContent, draft: PositionDraft) -> HttpResponse:
    """What the moves of the seat to act are likely to cost here."""
    problem = _problem(request, game, draft)
    if problem:
        return problem
    try:
        found = hint_of(request, game, draft)
    except RequestError as stop:
        return _show(request, game, draft, stop=stop)
    return _show(request, game, draft, **context_of(game, draft, found))


def hint_of(
    request: HttpRequest, game: GameContent, draft: PositionDraft, asked: HintAsked = ONCE
) -> HintFound:
    """The hint of a sound position. Raises RequestError where there is none, or its game fails."""
    engine = engine_of(game.id)
    state = engine.decode(dict(draft.position))
    seat = min(engine.to_act(state), default=None)
    if seat is None:
        raise RequestError(422, gettext("Эта партия окончена: подсказывать нечего."))
    seed = play.named_seed(sharing.pack(draft.position), 0)
    HINTS.spend_once(request, f"{game.id} {seed}")
    replay = play.Replay(Record(game.id, engine.rules, {}, 0), (Step(state, (), frozenset()),))
    try:
        return HintFound(state, seat, counted(replay, seat, seed, asked))
    except JobFailed as error:
        where = error.failure.where
        tell_once(log, f"hint {game.id} {where}", f"{game.id}: a hint fails: {error.failure}")
        raise RequestError(500, gettext("Подсказка сломалась: ошибка в самой игре.")) from None


def context_of(game: GameContent, draft: PositionDraft, found: HintFound) -> dict[str, Any]:
    """What `_hint.html` shows of it; its page asks on at the address of the board."""
    say = Words(table_of(game.id).content(draft.position), draft.names, page_language())
    return {
        "hint_name": rule_of_names.isolated(draft.names[found.seat]),
        **hint_context(say, found.state, found.seat, found.hint),
        "hint_more": more_at(found.hint, shared_url(game, draft.letters)),
    }


def _play(request: HttpRequest, game: GameContent, draft: PositionDraft) -> HttpResponse:
    """A match from here: the person takes the seat whose turn it is, bots the others. Of hands that are left
    empty it asks once; those of an address are meant so.
    """
    problem = _problem(request, game, draft)
    if problem:
        return problem
    bare = _bare(game, draft)
    asked = [seat for seat in bare.split() if seat not in _meant_bare(request, "").split()]
    if asked:
        return _show(
            request,
            game,
            draft,
            bare=bare,
            asked=rule_of_names.isolated_all(draft.names[int(seat)] for seat in asked),
        )
    CREATING.spend(request)
    make = partial(begin_from, game, draft.position, draft.names)
    made = begin_once(request, Match, "host", make)
    return COOKIE.let_in(request, made.host_token, made.get_absolute_url(), tried=True)


def _bare(game: GameContent, draft: PositionDraft) -> str:
    """The seats of a sound position that have no card in hand, as the form keeps them: «0 2»."""
    return " ".join(map(str, table_of(game.id).bare(engine_of(game.id).decode(dict(draft.position)))))


def _meant_bare(request: HttpRequest, given: str) -> str:
    """The seats whose empty hands were meant: those `given` with an address, or asked about before."""
    return request.POST.get("bare", "")[:OPTION_LIMIT] if request.method == "POST" else given


def begin_from(
    game: GameContent, found: Mapping[str, Any], names: Sequence[str], bot: str = "", **about: Any
) -> Match:
    """A match that starts from a short form, with a `bot` or the table's in the other seats; hands known only
    by their number are dealt at random, at tables that deal once the same for everybody who opens it.
    `about` are fields of the row.

    Raises BadPosition.
    """
    engine, table = engine_of(game.id), table_of(game.id)
    seed = play.named_seed(sharing.pack(found), 0) if table.DEALS_ONCE else play.new_seed()
    state = engine.decode(table.deal_unknown(found, seed))
    start = engine.encode(engine.reseeded(state, play.new_seed()))
    mine = min(engine.to_act(state))
    players = [
        play.SeatPlayer(name, HERE if place == mine else bot or table.DEFAULT_BOT)
        for place, name in enumerate(names)
    ]
    record = Record(game.id, engine.rules, {"players": len(names)}, seed, (), start)
    return play.begin(record, players, dealt_anew=not table.is_whole(found), **about)


ACTIONS = {"hint": _hint, "play": _play}


# --- The page -----------------------------------------------------------------------------------------------


def _show(
    request: HttpRequest,
    game: GameContent,
    draft: PositionDraft | None,
    check: bool = True,
    stop: RequestError | None = None,
    **more: Any,
) -> HttpResponse:
    table = table_of(game.id)
    given = draft is not None
    if draft is None:
        names = tuple(gettext("Игрок %(n)s") % {"n": n} for n in range(1, min(AT_FIRST, game.players[1]) + 1))
        draft = PositionDraft({"players": list(names)}, names)
    game = table.content(draft.position)
    refusals: tuple[Refusal, ...] = ()
    if given and check:
        try:
            refusals = refusals_of(game, draft)
        except RequestError as error:
            stop = error
    sound = given and check and not refusals and stop is None
    chosen = draft.position.get("options")
    chosen = chosen if isinstance(chosen, Mapping) else {}
    context = {
        "game": game,
        "door": "play",
        "draft": draft,
        "names": draft.names,
        **table.editor_fields(game, draft.position, draft.names, page_language()),
        **{key: draft.place(key) for key in table.EDITOR_SEATS},
        "options": [
            (option, value := chosen.get(option.id, option.default), _unlisted(option, value))
            for option in game.options
            if table.EDITS_OPTIONS and not option.hidden
        ],
        "palette": table.palette(game, page_language()),
        "styles": table.STYLES,
        "refusals": refusals,
        "stop": stop,
        "sound": sound,
        "may_add": len(draft.names) < engine_of(game.id).seats[-1],
        "may_remove": len(draft.names) > engine_of(game.id).seats[0],
        "bare": _meant_bare(request, _bare(game, draft) if sound else ""),
        **more,
    }
    status = stop.status if stop else 422 if refusals or "asked" in more else 200
    return render(request, "simulator/position.html", context, status=status)


def _unlisted(option: OptionText, value: Any) -> str:
    """The words of a value that isn't among the choices, such as one for each seat; empty for one that is."""
    said = {str(choice.value): choice.text.in_(page_language()) for choice in option.choices}
    words = str(value)[:OPTION_LIMIT].split(",")
    return "" if str(value) in said else ", ".join(said.get(word, word) for word in words)
