"""What the code of a game raises in a match or a score sheet: a page that says so, and a line in the log."""

from collections.abc import Callable, Mapping

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import Error as DatabaseError
from django.http import Http404, HttpRequest, HttpResponse

from config.logs import ANSWERED
from scoring import failing as sheets
from simulator.matches import failing as matches

Answer = Callable[[HttpRequest, Exception], HttpResponse | None]

ANSWERS: Mapping[str, Answer] = {"simulator": matches.answer, "scoring": sheets.answer}
# No game can help these: what was asked, the computer, the database. `config.errors` has their pages.
NOT_OF_A_GAME = (Http404, PermissionDenied, SuspiciousOperation, DatabaseError, OSError, MemoryError)


class FailingGames:
    """A middleware: games that fail are answered for here, so that nothing else of the site notices."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer; None leaves it to the page of the server's own mistakes."""
        match = request.resolver_match
        answer = ANSWERS.get(match.namespace) if match else None
        if answer is None or isinstance(exception, NOT_OF_A_GAME):
            return None
        response = answer(request, exception)
        if response is not None:
            setattr(response, ANSWERED, True)
        return response
