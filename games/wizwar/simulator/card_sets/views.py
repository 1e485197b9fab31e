"""Pages of a table's own cards: entering them, the set with its address, its file, its deck to print."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.wizwar.rulebook import card_sets, own_deck
from games.wizwar.rulebook.card_sets import GAME_ID, MOST_BYTES, MOST_OWN, BadCards, CardSet
from games.wizwar.rulebook.set_content import content_with
from games.wizwar.scoring.sheet import own_cards
from games.wizwar.scoring.sheet.tracker import CARDS
from games.wizwar.simulator.card_sets import access, forms
from games.wizwar.simulator.card_sets.board import Entered, decks, own_shown, shown
from games.wizwar.simulator.card_sets.models import KeptSet
from rulebook import boxes as table_boxes
from rulebook.content import reading
from rulebook.printing import views as printing
from rulebook.printing.forms import BadOption
from rulebook.printing.forms import read as read_form
from rulebook.printing.layout.game_documents import CannotPrint
from rulebook.refusals import refused
from scoring import printing as score_printing
from scoring.print_views import BlankForm
from scoring.sheets.core import BOXES, SheetEntry, state_of
from scoring.views import start_like
from web import names as rule_of_names
from web import strict_json
from web.addresses import absolute_url, paper_url, printed_for
from web.errors import RequestError, endpoint
from web.language import page_language
from web.limits import CREATING
from web.links import content_key, content_name
from web.refusal import Refusal

PAGE, SET = "simulator/wizwar/card_sets/enter.html", "simulator/wizwar/card_sets/set.html"
UNKNOWN = "simulator/wizwar/card_sets/unknown.html"
BLANK = "sheet"  # the kind of a score sheet to write on
ROWS_AT_ONCE = 3  # empty rows for cards of its own, when somebody wants more


# --- Entering -----------------------------------------------------------------------------------------------


@never_cache
@endpoint("GET", "HEAD", "POST")
def enter(request: HttpRequest) -> HttpResponse:
    """The figures of all cards as they are printed, or those of the set that `from` names, to be changed."""
    if request.method != "POST":
        found = KeptSet.named(request.GET.get("from", ""))
        return _page(request, found.data if found else {})
    do = request.POST.get("do", "")
    if do == "open":
        return _opened(request)
    data = forms.data_in(request.POST)
    if do == "more":
        return _page(request, _as_typed(request, data), more=ROWS_AT_ONCE)
    cards, refusals = _judged(data)
    if do == "count" and request.htmx:
        context = {"decks": decks(cards), "refusals": refusals, "game": reading.whole(GAME_ID)}
        return render(request, f"{PAGE}#now", context)
    if do != "save":
        return _page(request, _as_typed(request, data), refusals=refusals)
    if refusals or not cards:
        return _page(request, _as_typed(request, data), refusals=refusals, nothing=not refusals, status=422)
    CREATING.spend(request)
    return access.remember(request, HttpResponseRedirect(KeptSet.keep(cards).get_absolute_url()), cards.key)


def _as_typed(request: HttpRequest, data: Mapping[str, Any]) -> dict[str, Any]:
    """The same, with the rows that have no name yet."""
    return {**data, card_sets.OWN: [row for _, row in forms.rows_in(request.POST)][:MOST_OWN]}


def _judged(data: Any) -> tuple[CardSet, tuple[Refusal, ...]]:
    """The set, or why there is none; a deck that no choice of boxes can be played with is a reason, too."""
    try:
        cards = card_sets.read(data)
    except BadCards as error:
        return card_sets.PRINTED, error.refusals
    found = [card_sets.deck_refusal(cards, tuple(sorted(deck.boxes))) for deck in decks(cards)]
    if not all(found):
        return cards, ()
    return cards, tuple(each for n, each in enumerate(found) if each not in found[:n])  # each once


def _page(
    request: HttpRequest, data: Mapping[str, Any], *, more: int = 1, status: int = 200, **context: Any
) -> HttpResponse:
    cards, _ = _judged(data)
    shared = {
        "game": reading.whole(GAME_ID),
        "door": "play",
        "entered": Entered(data, page_language(), more),
        "decks": decks(cards),
        "seen": access.seen(request),
        "letters": card_sets.LETTERS,
        "longest": rule_of_names.longest(card_sets.LETTERS),
    }
    return render(request, PAGE, {**shared, **context}, status=status)


# --- A file -------------------------------------------------------------------------------------------------


def _opened(request: HttpRequest, wanted: str = "") -> HttpResponse:
    """A set from its file: kept here from now on. A file of another set isn't the one that was `wanted`."""
    try:
        cards = _in_file(request)
        if wanted and cards.key != content_key(wanted):
            message = gettext("В этом файле другой набор: его имя %(key)s.") % {"key": cards.key}
            raise RequestError(422, message)
    except RequestError as stop:
        context = {"game": reading.whole(GAME_ID), "door": "play", "key": wanted, "stop": stop}
        return render(request, UNKNOWN, context, status=stop.status)
    except BadCards as error:
        context = {"game": reading.whole(GAME_ID), "door": "play", "key": wanted, "refusals": error.refusals}
        return render(request, UNKNOWN, context, status=422)
    CREATING.spend(request)
    return access.remember(request, HttpResponseRedirect(KeptSet.keep(cards).get_absolute_url()), cards.key)


def _in_file(request: HttpRequest) -> CardSet:
    """Raises RequestError for what is no file of a set, BadCards for a set that can't be."""
    file = request.FILES.get("file")
    body = file.read(MOST_BYTES + 1) if file else b""
    if len(body) > MOST_BYTES:
        raise RequestError(413, gettext("Файл набора не больше %(n)s байт.") % {"n": MOST_BYTES})
    try:
        cards = card_sets.read(strict_json.read(body))
    except strict_json.BadJson:
        message = gettext("Это не файл набора: выберите тот, что дала кнопка «Скачать файлом».")
        raise RequestError(400, message) from None
    if not cards:
        raise RequestError(422, gettext("В файле нет ни одного отличия от наших карт."))
    return cards


@endpoint("GET", "HEAD")
def as_file(request: HttpRequest, key: str) -> HttpResponse:
    """The set as a file, which opens wherever this site runs."""
    kept = _kept(key)
    response = JsonResponse(kept.data, json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="wizwar-cards-{kept.key[:8]}.json"'
    return response


# --- A set --------------------------------------------------------------------------------------------------


@never_cache
@endpoint("GET", "HEAD", "POST")
def card_set(request: HttpRequest, key: str) -> HttpResponse:
    """A set, for whoever has its address; where it isn't kept, its file opens it."""
    if request.method == "POST":
        return _opened(request, key)
    kept = KeptSet.named(key)
    if kept is None:
        context = {"game": reading.whole(GAME_ID), "door": "play", "key": key}
        return render(request, UNKNOWN, context, status=404)
    cards = kept.cards
    context = {
        "game": reading.whole(GAME_ID),
        "door": "play",
        "kept": kept,
        "shown": shown(cards),
        "own": list(own_shown(cards)),
        "decks": decks(cards),
        "share_url": absolute_url(request, kept.get_absolute_url()),
        "start_url": f"{reverse('simulator:start', args=[GAME_ID])}?cards={kept.key}",
        "boxes": ",".join(_boxes(request, cards)),
    }
    return access.remember(request, render(request, SET, context), kept.key)


def _boxes(request: HttpRequest, cards: CardSet) -> list[str]:
    """The boxes on the reader's table, and those whose cards the set tells of."""
    return sorted({*table_boxes.chosen(request, GAME_ID), *card_sets.boxes_of(cards)})


def _kept(key: str) -> KeptSet:
    kept = KeptSet.named(key)
    if kept is None:
        raise RequestError(404, gettext("Такого набора здесь нет. Откройте его из файла."))
    return kept


@never_cache
@endpoint("GET", "HEAD")
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """The form for a score sheet that goes by the set."""
    cards = _kept(key).cards
    settled = {BOXES: ",".join(_boxes(request, cards)), CARDS: own_cards.text_of(cards)}
    entries = [SheetEntry(n, cell, text) for n, (cell, text) in enumerate(settled.items(), start=1)]
    return start_like(request, GAME_ID, state_of(0, entries))


@endpoint("GET", "HEAD")
def as_pdf(request: HttpRequest, key: str, kind: str = "cards") -> HttpResponse:
    """Its deck, tokens, reference or blank score sheet to print, which say whose figures they have."""
    cards = _kept(key).cards
    if kind not in (*own_deck.DOCUMENTS, BLANK):
        raise RequestError(404, gettext("Такого у набора не печатают."))
    try:
        with printed_for(request):
            if kind == BLANK:
                html = _blank(request, cards)
            else:
                html = own_deck.document(cards, kind, request.GET)
    except BadOption as error:
        return printing.bad_option(request, error)
    except CannotPrint as error:
        raise refused(reading.whole(GAME_ID), error.refusals[0]) from None
    return printing.pdf_response(request, html, f"wizwar-{kind}-{own_deck.short(cards)}.pdf", private=True)


def _blank(request: HttpRequest, cards: CardSet) -> str:
    """Score sheets to write on, whose code begins one that goes by the set. Raises BadOption."""
    boxes = _boxes(request, cards)
    game = own_deck.titled(content_with(cards, boxes), cards)
    form = read_form(BlankForm, request.GET, game=game).cleaned_data
    url = paper_url(request, reverse("simulator:card_set_sheet", args=[content_name(cards.key)]))
    return score_printing.blank(game, form["paper"], url, form["players"])
