"""What a match that is over leads to: its picture, and the same people once more."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from rulebook.printing.picture_views import picture_response
from scoring import poster
from simulator.engine.record import Record
from simulator.matches import deal, play
from simulator.matches.access import COOKIE, open_match
from simulator.matches.views import board_of, replay_of
from simulator.models import Match
from web.begun_once import begin_once
from web.errors import RequestError, endpoint
from web.limits import CREATING
from web.ways_back import WayBack


@endpoint("GET", "HEAD")
def picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """The end of a match as a PNG, for who may see the match; its sheet would have the same."""
    board = board_of(open_match(request, public_id))
    sheet = board.ending.sheet if board.ended else None
    svg = poster.draw_board(sheet) if sheet else None
    if svg is None:
        message = gettext("Картинка будет, когда партия сыграна.")
        raise RequestError(404, message, game=board.content)
    way = WayBack(board.match.get_absolute_url(), gettext("К партии"))
    return picture_response(request, svg, f"{board.match.game}-{public_id}.png", way, private=True)


@never_cache
@endpoint("POST")
def again(request: HttpRequest, public_id: str) -> HttpResponse:
    """The same people, options and boxes once more, with cards dealt anew."""
    access = open_match(request, public_id)
    match = access.match
    if not access.is_host:
        message = gettext("Ещё раз начинает тот, кто начал эту партию.")
        raise RequestError(403, message, game=match.content)
    if match.start is not None:
        message = gettext("Эта партия начата с середины: сыграть её ещё раз с начала нельзя.")
        raise RequestError(422, message, game=match.content)
    replay_of(access)  # what older rules allowed may be no game any more
    CREATING.spend(request)
    players = [play.SeatPlayer(seat.name, seat.kind) for seat in access.seats]
    record = Record(match.game, match.engine.rules, match.config, play.new_seed())
    made = begin_once(request, Match, "host", partial(deal.gather, record, players))
    return COOKIE.let_in(request, made.host_token, made.get_absolute_url())
