"""What a refusal says to whoever asked: its sentence in the reader's language, and its clause."""

from collections.abc import Sequence

from django.urls import reverse

from rulebook.content.entries import GameContent
from rulebook.wording.sentences import render
from web.errors import RequestError
from web.language import page_language
from web.refusal import Refusal


def sentence(game: GameContent, refusal: Refusal, names: Sequence[str] = ()) -> str:
    return render(game, "refusal", refusal.code, refusal.params, page_language(), names)


def clause_details(game: GameContent, clause_id: str) -> dict[str, str]:
    """A clause as a script needs it: its number and address."""
    clause = game.clause_by_id[clause_id]
    return {"number": clause.number, "url": reverse("rulebook:clause", args=[game.id, clause.id])}


def refused(game: GameContent, refusal: Refusal, names: Sequence[str] = ()) -> RequestError:
    """422: the rules don't take this, and here is the clause. `names` are the players' by seat."""
    message = sentence(game, refusal, names)
    return RequestError(422, message, refusal=refusal, clause=clause_details(game, refusal.clause))
