"""Score sheets as PDF files."""

from collections.abc import Callable, Sequence
from functools import partial

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from rulebook import boxes
from rulebook.content import reading
from rulebook.content.entries import GameContent
from rulebook.printing.forms import BadOption, PaperForm, read
from rulebook.printing.views import bad_option, pdf_response, public_pdf, usual_players
from rulebook.shelf import game_or_404
from scoring import printing
from scoring.access import open_sheet
from scoring.boards import board_of
from scoring.models import LinkRole
from web.addresses import paper_url, printed_for
from web.errors import endpoint
from web.language import page_language


class BlankForm(PaperForm):
    """Paper, the boxes on the table and, if only one sheet is wanted, for how many players."""

    players = forms.ChoiceField(required=False)
    boxes = forms.CharField(required=False)

    def __init__(self, *args: object, game: GameContent, **kwargs: object):
        super().__init__(*args, **kwargs)
        self.game = game
        least, most = game.players
        self.fields["players"].choices = [(str(n), str(n)) for n in range(least, most + 1)]

    def clean_boxes(self) -> tuple[str, ...]:
        found = boxes.known(self.game.id, self.cleaned_data["boxes"])
        if found is None:
            raise forms.ValidationError(gettext("Такого дополнения у этой игры нет."))
        return found

    def clean_players(self) -> list[int]:
        chosen = self.cleaned_data["players"]
        return [int(chosen)] if chosen else []


@require_safe
def blank_pdf(request: HttpRequest, game_id: str) -> HttpResponse:
    """Blank sheets, whose QR code begins a live one."""
    return _to_begin_with(request, game_id, "sheet", printing.blank)


@require_safe
def evening_pdf(request: HttpRequest, game_id: str) -> HttpResponse:
    """All that an evening needs in one file."""
    return _to_begin_with(request, game_id, "evening", _evening)


def _evening(game: GameContent, paper: str, url: str, players: Sequence[int]) -> str:
    return printing.evening(game, paper, url, players[0] if players else usual_players(game))


def _to_begin_with(request: HttpRequest, game_id: str, name: str, make: Callable[..., str]) -> HttpResponse:
    """What is printed before a game: `make` takes the game with its boxes, paper, address and players."""
    game = game_or_404(game_id)
    try:
        data = read(BlankForm, request.GET, game=game).cleaned_data
    except BadOption as error:
        return bad_option(request, error)
    url = paper_url(request, reverse("scoring:start", args=[game.id]))
    on_table = reading.load(game.id, boxes=data["boxes"])
    html = partial(make, on_table, data["paper"], url, data["players"])
    return public_pdf(request, html, f"{'-'.join((game.id, *data['boxes'], name))}.pdf")


@endpoint("GET", "HEAD")
def sheet_pdf(request: HttpRequest, public_id: str) -> HttpResponse:
    """A live sheet as it stands; its QR code gives the viewer's link, whoever prints it."""
    sheet = open_sheet(request, public_id).sheet
    try:
        paper = read(PaperForm, request.GET).cleaned_data["paper"]
    except BadOption as error:
        return bad_option(request, error)
    url = paper_url(request, sheet.link(LinkRole.VIEWER).path)
    with printed_for(request):
        html = printing.filled(board_of(sheet, page_language()), paper, url)
    return pdf_response(request, html, f"{sheet.game}-{public_id}.pdf", private=True)
