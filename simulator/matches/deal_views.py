"""The deal of a match: shares come in, and after the end anybody may check where the cards came from."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from simulator.engine import dealing as how
from simulator.engine import proof
from simulator.matches import deal
from simulator.matches.access import MatchAccess, open_match
from simulator.matches.views import replay_of
from web.errors import RequestError, endpoint


@never_cache
@endpoint("GET", "HEAD", "POST")
def dealing(request: HttpRequest, public_id: str) -> HttpResponse:
    """How a match is dealt: the check, or the shares of the seats at this device."""
    access = open_match(request, public_id)
    if request.method == "POST":
        return _add(request, access)
    if not access.match.is_dealt:
        return HttpResponseRedirect(access.match.get_absolute_url())
    return _show(request, access)


def _add(request: HttpRequest, access: MatchAccess) -> HttpResponse:
    """Shares for one's own seats; the host may also go on without those who haven't come."""
    waits = request.POST.get("do") != "all"
    if not (access.own if waits else access.is_host):
        message = gettext("Это делает только тот, кто начал партию.")
        raise RequestError(403, message, game=access.match.content)
    shares = {place: request.POST.get(f"share-{place}", "") for place in access.own}
    deal.add_all(access.match, shares, waits)
    return HttpResponseRedirect(access.match.get_absolute_url())


def _show(request: HttpRequest, access: MatchAccess) -> HttpResponse:
    match = access.match
    context = {
        "game": match.content,
        "door": "play",
        "match": match,
        "access": access,
        "table": match.table,
        "mixed": match.dealing == how.MIXED,
    }
    if match.finished:
        context |= _proof(access)
    return render(request, "simulator/deal.html", context)


def _proof(access: MatchAccess) -> dict[str, object]:
    """The same proof as of the file that «Сохранить запись» gives."""
    replay_of(access)  # 410 where the rules have changed since
    try:
        found = proof.prove(proof.written(deal.saved(access)))
    except proof.NoProof:
        return {}
    return {"proof": found, "checks": deal.checks(found), "verdict": deal.verdict(found)}
