"""Which templates draw a table: those of its game, and plain ones for what a game doesn't draw."""

import hashlib
import re
from collections.abc import Sequence
from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.urls import resolve, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rulebook.content.entries import GameContent
from simulator.game import has_engine
from simulator.lessons import book
from simulator.lessons.lesson import LESSON

register = template.Library()

ROOT = re.compile(r'\s*<(?P<tag>[a-z]+)[^>]*?\bid="(?P<id>[^"]+)"')
KNOWN = "Table-Has"  # a header: digests of the parts that the page has, as `data-kept` gave them
WHOLE = "whole"  # of an address
FRAMES = "as_frame"  # a variable: parts are drawn for a frame, in front of a table that has its own


@register.tag
def kept(parser: Parser, token: Token) -> "KeptNode":
    """`{% kept %}<ul id="…">…</ul>{% endkept %}`: one element with an id that isn't sent again to a page that
    has it as it is, nor with the frames before it. No form in it: its token changes with every answer.
    """
    inside = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptNode(inside)


class KeptNode(template.Node):
    def __init__(self, nodelist: NodeList):
        self.nodelist = nodelist

    def render(self, context: template.Context) -> str:
        text = self.nodelist.render(context)
        root = ROOT.match(text)
        request: Any = context.get("request")
        if root is None or request is None:
            return text
        tag, name = root["tag"], root["id"]
        now = digest(text)
        if context.get(FRAMES):
            same = now == _drawn(request).get(name)
            return f'<{tag} data-as="{name}"></{tag}>' if same else text
        _drawn(request)[name] = now
        if request.headers.get("HX-Request") and now in request.headers.get(KNOWN, "").split():
            return f'<{tag} id="{name}" data-kept="{now}" hx-preserve="true"></{tag}>'
        at = root.end("tag")
        return f'{text[:at]} data-kept="{now}"{text[at:]}'


@register.tag
def later(parser: Parser, token: Token) -> "LaterNode":
    """`<details id="…"><summary>…</summary>{% later "…" %}…{% endlater %}</details>`: what few unfold comes
    when it is unfolded; `?whole` is the page that has it from the first, for browsers without a script.
    """
    home = parser.compile_filter(token.split_contents()[1])
    inside = parser.parse(("endlater",))
    parser.delete_first_token()
    return LaterNode(home, inside)


class LaterNode(template.Node):
    def __init__(self, home: FilterExpression, nodelist: NodeList):
        self.home, self.nodelist = home, nodelist

    def render(self, context: template.Context) -> str:
        text, board = self.nodelist.render(context), context["board"]
        if WHOLE in context["request"].GET:
            return f'<div class="later">{text}</div>'
        address = f"{board.address_with(WHOLE)}#{self.home.resolve(context)}"
        short = '<p class="later" data-of="{}"><a href="{}">{}</a></p>'
        return format_html(short, digest(text), address, gettext("Показать"))


@register.simple_tag
def thing(kind: str, which: object = "") -> SafeString:
    """`<li {% thing "card" face.code %}>`, `{% thing "card:R4" %}`: what a touch asks about."""
    return format_html('data-about="{}"', f"{kind}:{which}" if which != "" else kind)


def digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def _drawn(request: Any) -> dict[str, str]:
    """The digests of what this request has drawn so far, by id."""
    drawn: dict[str, str] = request.__dict__.setdefault("kept_parts", {})
    return drawn


@register.filter
def part(game: GameContent, name: str) -> tuple[str, str]:
    """The templates that `include` tries for a part of a game's table, such as `_hand.html`."""
    return f"simulator/{game.id}/{name}", f"simulator/default/{name}"


@register.filter
def first_lesson(game: GameContent) -> str:
    """Where somebody who has never played a game begins; empty where it teaches nothing, or isn't played."""
    found = book.lessons_of(game.id) if has_engine(game.id) else ()
    first = next((lesson.id for lesson in found if lesson.kind == LESSON), "")
    return reverse("simulator:lesson", args=[game.id, first]) if first else ""


@register.filter
def has_lessons(game: GameContent) -> bool:
    """Whether there is a first game or the like."""
    return has_engine(game.id) and bool(book.lessons_of(game.id))


@register.filter
def has_puzzles(game: GameContent) -> bool:
    """Whether there is a puzzle for every day; none is read for it."""
    return has_engine(game.id) and bool(book.puzzle_ids(game.id))


@register.filter
def with_puzzles(games: Sequence[GameContent]) -> list[GameContent]:
    """Those of the games that have a puzzle for every day."""
    return [game for game in games if has_puzzles(game)]


@register.filter
def first_sentence(text: str) -> str:
    """What a line has room for."""
    first, stop, _ = text.partition(". ")
    return first + stop.strip()


@register.filter
def is_played(game: GameContent) -> bool:
    """Whether the door to the table leads somewhere: to an engine, or to a page of the game's own."""
    if has_engine(game.id):
        return True
    return resolve(reverse("simulator:start", args=[game.id])).view_name != "simulator:start"
