"""The addresses of the API. Entries are asked of the tables; the answer is the same for everybody."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from rulebook import shelf
from rulebook.api import description, entries
from rulebook.api import history as past
from rulebook.api.answers import LANG, PAGE, PER_PAGE, Slice, choice, endpoint, only, standalone
from rulebook.api.entries import Json, Writer
from rulebook.api.kinds import KINDS
from rulebook.hits import find, lines
from rulebook.models import StoredEntry
from rulebook.search import finding
from web.addresses import site_url
from web.errors import RequestError
from web.language import page_language

GAME, QUERY = "game", "q"
OF_GAMES = "games"


def writer(request: HttpRequest, game_id: str) -> Writer:
    """What writes a game. Raises RequestError if there is none."""
    if game_id not in shelf.games():
        message = gettext("Такой игры здесь нет.")
        raise RequestError(404, message, parameter=GAME, choices=list(shelf.games()))
    return Writer(shelf.whole(game_id), site_url(request))


@endpoint
def index(request: HttpRequest) -> Json:
    """Where everything is."""
    only(request)
    site, query = site_url(request), f"?{LANG}={page_language()}"
    names = [OF_GAMES, *KINDS, "history", "search", "openapi"]
    return {
        "addresses": {name: f"{site}{reverse(f'api:{name}')}{query}" for name in names},
        "about": site + reverse("rulebook:api"),
    }


@standalone
def openapi(request: HttpRequest) -> Json:
    """The description of all this."""
    only(request)
    return description.document(site_url(request))


@endpoint
def games(request: HttpRequest) -> Json:
    only(request, PAGE, PER_PAGE)
    asked, ids = Slice(request), list(shelf.games())
    return asked.said(len(ids), [entries.game(writer(request, game_id)) for game_id in asked.of(ids)])


@endpoint
def game(request: HttpRequest, game_id: str) -> Json:
    only(request)
    return {"item": entries.game(writer(request, game_id))}


@endpoint
def listed(request: HttpRequest, kind: str) -> Json:
    """Entries of a kind, of one game or of all, that get through the filters."""
    found = KINDS[kind]
    only(request, GAME, PAGE, PER_PAGE, *(each.name for each in found.filters))
    asked, named = Slice(request), choice(request, GAME, shelf.games(), status=404)
    writers = [writer(request, game_id) for game_id in ([named] if named else shelf.games())]
    wanted = [
        (each, value)
        for each in found.filters
        if (value := choice(request, each.name, {v for one in writers for v in each.known(one.content)}))
    ]
    rows = StoredEntry.objects.filter(kind=found.one, game_id__in=[one.content.id for one in writers])
    for each, value in wanted:
        rows = rows.having(each.name, value)
    return asked.said_of(rows, writers, found.write)


@endpoint
def entry(request: HttpRequest, kind: str, game_id: str, entry_id: str) -> Json:
    """One entry; a rule that was renamed answers under its old id as well, with the one that it has now."""
    only(request)
    found, one = KINDS[kind], writer(request, game_id)
    now = one.content.retired.get(entry_id, entry_id)
    row = StoredEntry.objects.filter(game_id=game_id, kind=found.one, slug=now).first()
    if row is None:
        raise RequestError(404, gettext("Такой записи у этой игры нет."))
    return {"item": found.write(one, row)}


@endpoint
def history(request: HttpRequest) -> Json:
    """What changed, the newest first; of one game or of all, from a day on."""
    only(request, GAME, past.SINCE, PAGE, PER_PAGE)
    asked, named = Slice(request), choice(request, GAME, shelf.games(), status=404)
    since = past.since(request)
    writers = [writer(request, game_id) for game_id in ([named] if named else shelf.games())]
    rows = StoredEntry.objects.filter(kind="revision", game_id__in=[one.content.id for one in writers])
    rows = rows.filter(date__gte=since).order_by("-date", "game_id", "place")
    return asked.said_of(rows, writers, past.revision)


@endpoint
def search(request: HttpRequest) -> Json:
    """What the site's own search has, with all boxes on the table."""
    only(request, QUERY, GAME, PAGE, PER_PAGE)
    query = request.GET.get(QUERY, "").strip()
    if not query or len(query) > finding.LONGEST_QUERY:
        message = gettext("В q нужны слова: от одной буквы до %(most)s.") % {"most": finding.LONGEST_QUERY}
        raise RequestError(400, message, parameter=QUERY)
    asked, named = Slice(request), choice(request, GAME, shelf.games(), status=404)
    boxes = {game_id: shelf.whole(game_id).box_by_id for game_id in shelf.games()}
    try:
        found = find(query, named, asked.end, boxes)
    except finding.SearchUnavailable:
        raise RequestError(503, gettext("Поиск ещё не собран.")) from None
    shown, near = (
        [entries.hit(line, site_url(request), line.hit.kind in HAVE_ENTRIES) for line in lines(hits)]
        for hits in (asked.of(found.hits), found.nearest)
    )
    return {
        **asked.said(found.total, shown),
        "repaired": [{"typed": typed, "read_as": read_as} for typed, read_as in found.repaired],
        "unknown": list(found.unknown),
        "nearest": near,
    }


HAVE_ENTRIES = {GAME, *(kind.one for kind in KINDS.values())}


@endpoint
def nowhere(request: HttpRequest, rest: str) -> Json:
    raise RequestError(404, gettext("Такого адреса у API нет. Все адреса — на /api/v1/."))
