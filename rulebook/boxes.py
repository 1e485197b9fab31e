"""Which boxes of a game a reader has on the table: said once, kept in a cookie, never in a link."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse

from rulebook import finder, shelf
from rulebook.content import reading
from rulebook.content.entries import Box, GameContent
from web.revalidation import YEAR

COOKIE = "boxes-{}"  # one for each game
BETWEEN = "."  # ids of boxes in it


class BoxChoice(NamedTuple):
    """A box as the chooser shows it: `then` are the boxes on the table once it is put there or taken away."""

    box: Box
    is_on: bool
    then: str


class Table(NamedTuple):
    """What a reader has on the table of a game that has boxes; `back` is the page that asks.

    `is_settled`: the reader has said it before, be it that there are none.
    """

    game: str
    boxes: tuple[str, ...]
    choices: tuple[BoxChoice, ...]
    back: str
    is_settled: bool

    @property
    def on(self) -> tuple[BoxChoice, ...]:
        return tuple(choice for choice in self.choices if choice.is_on)

    @property
    def said(self) -> str:
        """«air,water», for addresses of what is made of it."""
        return ",".join(self.boxes)


def known(game_id: str, asked: str, between: str = ",") -> tuple[str, ...] | None:
    """The boxes that a text names, in their order; None if the game lacks one of them."""
    named = {part for part in asked.split(between) if part}
    return tuple(sorted(named)) if named <= set(shelf.whole(game_id).box_by_id) else None


def chosen(request: HttpRequest, game_id: str) -> tuple[str, ...]:
    """The boxes on the reader's table; the base game alone, where the cookie says nothing that is known."""
    return known(game_id, request.COOKIES.get(COOKIE.format(game_id), ""), BETWEEN) or ()


def on_tables(request: HttpRequest) -> dict[str, tuple[str, ...]]:
    """The boxes on the reader's table, by game."""
    return {game_id: chosen(request, game_id) for game_id in shelf.games()}


def remember(request: HttpRequest, response: HttpResponse, game_id: str, boxes: tuple[str, ...]) -> None:
    response.set_cookie(
        COOKIE.format(game_id),
        BETWEEN.join(boxes),
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def on_table(request: HttpRequest, game_id: str) -> GameContent:
    """What counts at the reader's table. Raises Http404."""
    game, boxes = shelf.game_or_404(game_id), chosen(request, game_id)
    return reading.load(game_id, boxes=boxes) if boxes else game


def holding(request: HttpRequest, game_id: str, kind: str, entry_id: str) -> GameContent:
    """What counts at the table if this entry does, else all that the game has: every entry has a page."""
    content, every = on_table(request, game_id), shelf.whole(game_id)
    if entry_id in getattr(content, f"{kind}_by_id"):
        return content
    return every if entry_id in getattr(every, f"{kind}_by_id") or entry_id in every.retired else content


def table(request: HttpRequest, game_id: str) -> Table | None:
    """What the chooser shows; None for a game without boxes."""
    every = shelf.whole(game_id).boxes
    on = set(chosen(request, game_id))
    choices = tuple(BoxChoice(box, box.id in on, ",".join(sorted(on ^ {box.id}))) for box in every)
    is_settled = COOKIE.format(game_id) in request.COOKIES
    return Table(game_id, tuple(sorted(on)), choices, request.get_full_path(), is_settled) if every else None


def unplayed(content: GameContent) -> tuple[Box, ...]:
    """The boxes of a content that have no table in the simulator, though it plays the game."""
    if finder.room("simulator", content.id) is None:
        return ()
    rooms = finder.boxes("simulator", content.id)
    played = {box for box, room in rooms.items() if (room.path / "table").is_dir()}
    return tuple(box for box in content.boxes if box.id not in played)


def counting(content: GameContent) -> frozenset[str]:
    """What the column `needs` of entries says that count with the boxes of a content."""
    every, on = shelf.whole(content.id), content.box_by_id.keys()
    entries = (*every.clauses, *every.cards, *every.rulings)
    return frozenset(entry.condition for entry in entries if entry.counts_with(on))


def asked_for(game_id: str, said: str) -> GameContent:
    """A game with the boxes that an address names. Raises Http404."""
    shelf.game_or_404(game_id)
    boxes = known(game_id, said)
    if not boxes:
        raise Http404(said)
    return reading.load(game_id, boxes=boxes)
