"""What a table says when it is asked by one key: what happened, who has what, what can be done, why not, and
the board by rows. Asked by GET, nothing is written; everything comes from the reader's view.
"""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from rulebook.wording.sentences import ended, remedy
from rulebook.wording.sentences import render as sentence
from simulator.matches.about import THING, thing_asked, thing_now, told_of
from simulator.matches.access import open_match
from simulator.matches.board import MatchPresenter
from simulator.matches.news import whole_news
from simulator.matches.views import board_of, ply_asked
from simulator.models import MOVE_LIMIT
from simulator.table import facts
from simulator.table.about import ThingName
from simulator.table.speech import portions
from web.errors import endpoint
from web.refusal import Refusal

TRIED = "try"  # of an address: the move that is asked about


@never_cache
@endpoint("GET", "HEAD")
def speech(request: HttpRequest, public_id: str) -> HttpResponse:
    """What there is to tell at `?ply=` or as the table stands; with `?try=` or `?thing=` why not."""
    return spoken(request, board_of(open_match(request, public_id), ply_asked(request)))


def spoken(request: HttpRequest, board: MatchPresenter, news: Sequence[str] = ()) -> HttpResponse:
    """Lists of texts to be told one by one, and the legal moves with their words; `news` where no match has
    any.
    """
    if TRIED in request.GET or THING in request.GET:
        said: dict[str, Any] = {"why": portions([_why(request, board)])}
    else:
        said = {
            "news": portions(news or _news(board)),
            "people": portions(_people(board)),
            "moves": portions([_asked(board)]),
            "keys": [{"move": text, "words": words} for text, words in board.moves],
            "board": portions(_rows(board)),
            "none": gettext("Здесь сказать нечего."),
            "which": gettext("Встаньте на карту, клетку или кнопку и спросите ещё раз."),
            "choose": gettext("Сначала выберите ход: каждое нажатие M называет следующий."),
        }
    return JsonResponse(said, json_dumps_params={"ensure_ascii": False})


def _news(board: MatchPresenter) -> list[str]:
    """What the card above the table tells, in the order in which it happened, then what bots own up to."""
    told = [f"{line.text} ×{line.times}" if line.times > 1 else line.text for line in whole_news(board.log)]
    faults = board.ending.faults if board.ended else ()
    return told + [f"{fault.name}: {fault.words}" for fault in faults]


def _asked(board: MatchPresenter) -> str:
    """Whose turn it is, and among how many moves the reader may choose."""
    n = len(board.words)
    if not n:
        return ended(board.waiting or board.status)
    many = gettext("Ходов: %(n)s.") % {"n": n}
    return f"{ended(board.status)} {many}"


def _rows(board: MatchPresenter) -> list[str]:
    if board.hidden:
        return []
    return list(board.table.read(board.content, board.view, board.names, board.lang))


def _people(board: MatchPresenter) -> list[str]:
    """What each has, the reader first; then the hand of the reader."""
    if board.hidden:
        return []
    seat, say = board.viewer.seat, board.say
    told = [told_of(say, board.view, ThingName("seat", str(place))) for place in range(len(say.names))]
    lines = [f"{each.name}. {each.lines[-1]}" for each in told if each]
    first = [] if seat is None else [gettext("Вы: %(what)s") % {"what": lines.pop(seat)}]
    held = [_held(board, card) for card in board.table.hand(board.view)]
    own = [gettext("На руке: %(cards)s.") % {"cards": ", ".join(held)}] if held else []
    return [*first, *own, *lines]


def _held(board: MatchPresenter, card: Any) -> str:
    found = told_of(board.say, board.view, ThingName("card", str(card)))
    return found.name if found else facts.said(board.content, "hand", card, board.lang, board.names)


def _why(request: HttpRequest, board: MatchPresenter) -> str:
    """Why a move or what is tried with a thing isn't allowed now; else what is."""
    if not board.mine or board.viewer.seat is None:
        return ended(board.waiting or board.status)
    text = request.GET.get(TRIED, "").strip()[:MOVE_LIMIT]
    if text:
        engine, seat = board.replay.engine, board.viewer.seat
        refusal = engine.check(board.state, seat, engine.parse(board.state, seat, text))
        words = dict(board.moves).get(text, "")
        return _refused(board, board.table.refused(board.state, refusal)) if refusal else _allowed(words)
    found = thing_now(board, thing_asked(request))
    if found is None:
        return gettext("Этого на столе нет: может быть, уже убрали.")
    if found.refusal:
        return _refused(board, found.refusal)
    return _allowed(found.moves[0]) if found.moves else found.about.name


def _allowed(words: str) -> str:
    return gettext("Можно: %(words)s.") % {"words": words}


def _refused(board: MatchPresenter, refusal: Refusal) -> str:
    told = (board.content, refusal.code, refusal.params, board.lang, board.names)
    said = sentence(board.content, "refusal", *told[1:])
    return " ".join(filter(None, (said, remedy(*told))))
