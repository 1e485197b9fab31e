"""Who asks: the cookie with the notebooks that a browser has opened, and the curtain on a shared phone."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRedirect

from games.alchemists.simulator.laboratory.access import own_seats
from games.alchemists.simulator.notebook.models import Notebook
from web.errors import View, endpoint
from web.links import Gate, LinkCookie, only_by_https

COOKIE = LinkCookie("notebooks")
GATE = Gate(
    Notebook,
    COOKIE,
    no_row=gettext_lazy("Такой записной книжки нет. Проверьте ссылку."),
    no_link=gettext_lazy("Это чужая записная книжка. Свою откройте с её ссылки или начните новую."),
    dead_link=gettext_lazy("Эта ссылка никуда не ведёт: проверьте, вся ли она."),
)
LIFTED, LIFTED_FOR = "notebook-open", 2 * 3600  # which notebook a shared phone shows, for so many seconds
SALT = "notebook-open"


def open_notebook(request: HttpRequest, public_id: str) -> Notebook:
    """The notebook, if its link was opened in this browser. Raises RequestError."""
    found: Notebook = GATE.row(public_id)
    if not found.roles_of(COOKIE.visitor(request).tokens):
        raise GATE.closed()
    return found


def is_shared(request: HttpRequest, notebook: Notebook) -> bool:
    """Whether others than its player use this phone, so that a notebook hangs behind a curtain.

    One that was begun here and whose seat has moved to another phone is not for those who stayed.
    """
    if notebook.seat is None:
        return False
    held = notebook.seat.since == notebook.since
    return any(
        not held or place != notebook.seat.place for place in own_seats(request, notebook.seat.laboratory)
    )


def is_lifted(request: HttpRequest, notebook: Notebook) -> bool:
    """Whether the person of this notebook has lifted the curtain."""
    try:
        text = signing.loads(request.COOKIES.get(LIFTED, ""), salt=SALT, max_age=LIFTED_FOR)
    except signing.BadSignature:
        return False
    return bool(text == notebook.public_id)


def unlock_device(request: HttpRequest, response: HttpResponse, notebook: Notebook) -> None:
    """Shows this notebook on a shared phone, and no other."""
    response.set_cookie(
        LIFTED,
        signing.dumps(notebook.public_id, salt=SALT),
        max_age=LIFTED_FOR,
        httponly=True,
        samesite="Lax",
        secure=only_by_https(request),
    )


def drop(response: HttpResponse) -> None:
    """Lets the curtain fall."""
    response.delete_cookie(LIFTED, samesite="Lax")


def at_notebook(*methods: str) -> Callable[[View], View]:
    """A view of a notebook that was opened here; on a shared phone the curtain comes first."""

    def decorator(view: View) -> View:
        @never_cache
        @endpoint(*methods)
        @wraps(view)
        def opening(request: HttpRequest, public_id: str, **kwargs: Any) -> HttpResponse:
            notebook = open_notebook(request, public_id)
            if is_shared(request, notebook) and not is_lifted(request, notebook):
                if request.htmx:
                    return HttpResponseClientRedirect(notebook.get_absolute_url())
                context = {"game": notebook.content, "door": "play", "notebook": notebook}
                return render(request, "simulator/alchemists/notebook/curtain.html", context)
            return view(request, notebook, **kwargs)

        return opening

    return decorator
