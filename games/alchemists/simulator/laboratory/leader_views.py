"""The leader: somebody who doesn't play and answers for the laboratory, with the board that says all."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.alchemists.rulebook.leader import leader_board
from games.alchemists.simulator.laboratory import actions
from games.alchemists.simulator.laboratory.access import COOKIE, LabAccess, access_of, open_lab
from games.alchemists.simulator.laboratory.board import board_of
from games.alchemists.simulator.laboratory.models import Laboratory
from games.alchemists.simulator.laboratory.views import page_context, stop_for
from games.alchemists.simulator.presenting.leader_board import formulas, triangle
from rulebook.printing.forms import BadOption, PaperForm, read
from rulebook.printing.views import bad_option, pdf_response
from web.addresses import invitation, printed_for
from web.errors import RequestError, endpoint, wants_json
from web.refusal import Refusal


@never_cache
@endpoint("GET", "HEAD")
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """The leader's link, to the host alone and only until somebody opens it."""
    access = open_lab(request, public_id)
    if not (access.is_host and access.lab.led) or access.lab.looked:
        refusal = Refusal("lab_leader_spent" if access.lab.looked else "lab_leader_only", "lab.leader")
        return refused(request, access, refusal)
    shown = invitation(request, access.lab.link("leader").path)
    context = page_context(board_of(access)) | shown._asdict()
    return render(request, "simulator/alchemists/laboratory/invite.html", context)


@never_cache
@endpoint("GET", "HEAD", "POST")
def leader_link(request: HttpRequest, token: str) -> HttpResponse:
    """Asks before it opens, as everybody will read that it was; works once, on one device."""
    lab = Laboratory.by_token(token, "simulator:lab_leader_link")
    if lab is None:
        raise RequestError(404, gettext("Эта ссылка ведущего уже открыта на другом телефоне или неверна."))
    access = access_of(lab, COOKIE.visitor(request).tokens)
    if access and access.own:
        return refused(request, access, Refusal("lab_leader_seated", "lab.leader", {"seats": access.own}))
    if request.method != "POST":
        context = {"game": lab.content, "door": "play", "lab": lab, "token": token}
        return render(request, "simulator/alchemists/laboratory/leader_door.html", context)
    by_host = access is not None and access.is_host
    opened = actions.look_as_leader(lab, token, COOKIE.visitor(request).key, by_host)
    if opened is None:
        raise RequestError(404, gettext("Эта ссылка ведущего уже открыта на другом телефоне или неверна."))
    return COOKIE.let_in(request, opened.leader_token, reverse("simulator:lab_leader", args=[lab.public_id]))


@never_cache
@endpoint("GET", "HEAD")
def leader(request: HttpRequest, public_id: str) -> HttpResponse:
    """Which ingredient has which formula, and all results: for the leader, and after the reveal for all."""
    access = open_lab(request, public_id)
    if not may_look(access):
        return refused(request, access, Refusal("lab_leader_only", "lab.leader"))
    truth = access.lab.truth
    context = page_context(board_of(access)) | {
        "formulas": formulas(truth),
        "triangle": triangle(truth),
        "move": invitation(request, access.lab.link("leader").path) if access.is_leader else None,
    }
    return render(request, "simulator/alchemists/laboratory/leader.html", context)


@never_cache
@endpoint("GET", "HEAD")
def leader_pdf(request: HttpRequest, public_id: str) -> HttpResponse:
    """The leader's board on paper."""
    access = open_lab(request, public_id)
    if not may_look(access):
        return refused(request, access, Refusal("lab_leader_only", "lab.leader"))
    try:
        paper = read(PaperForm, request.GET).cleaned_data["paper"]
    except BadOption as error:
        return bad_option(request, error)
    with printed_for(request):
        html = leader_board(access.lab.content, paper, access.lab.truth)
    return pdf_response(request, html, f"alchemists-{public_id}.pdf", private=True)


def may_look(access: LabAccess) -> bool:
    """Whether this phone may see the world."""
    return access.is_leader or access.lab.revealed


def refused(request: HttpRequest, access: LabAccess, refusal: Refusal) -> HttpResponse:
    """403 with nothing but the reason."""
    if wants_json(request):
        raise stop_for(access, refusal, 403)
    context = page_context(board_of(access)) | {"refusal": refusal}
    return render(request, "simulator/alchemists/laboratory/refused.html", context, status=403)
