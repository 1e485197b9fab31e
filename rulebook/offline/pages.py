"""The pages of a game as pieces of HTML that a worker in the browser puts into a shell.

They are the site's own pages, asked for by nobody: no reader's cookie, name or token can be in them. What
only a server answers (forms, examples that run) is left out; a clarification is kept once, whatever shows it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, resolve, reverse
from django.utils.html import escape
from django.utils.translation import gettext
from django_htmx.middleware import HtmxDetails

from rulebook import boxes
from rulebook.card_views import LIST, VIEW
from rulebook.content.entries import GameContent, Ruling
from rulebook.templatetags.rules import opens
from web.addresses import site_url
from web.language import page_language

HOST = "localhost"  # every site answers to it; it stays in no page
TITLE = re.compile(r"<title>(.*?)</title>", re.S)
HEADING = re.compile(r'<p class="top-title">(.*?)</p>', re.S)
BACK = re.compile(r'<header class="top">\s*<a class="icon-btn" href="([^"]*)"')
MAIN = re.compile(r'<main class="page ([^"]*)"[^>]*>(.*)</main>', re.S)
STYLE = re.compile(r'<link rel="stylesheet" href="([^"]*)"')
# What asks the server, says again what stands elsewhere in the bundle, or is about the page itself.
LEFT_OUT = re.compile(
    "|".join(
        (
            r"<form\b.*?</form>",
            r'<details class="card-filter".*?</details>',
            r'<p class="card-views">.*?</p>',
            r'<div class="example".*?</div>',
            r'<div class="buttons share">.*?</div>',
            r'<section class="recipe-tree">.*?</section>',
            r'<section class="references">.*?</section>',
            r'<dl class="about-clause">.*?</dl>',
            r"""\shx-[a-z-]+=(?:"[^"]*"|'[^']*')""",
        )
    ),
    re.S,
)
RULINGS = re.compile(r'<section class="rulings">.*?</section>', re.S)  # each is kept once
PARTS = "%parts%"
INDENT = re.compile(r"\s*\n\s*")
# Lists that a game may have; what nobody serves, or a game lacks, isn't kept.
LISTS = ("game", "cards", "elements", "reference", "setup")

Page = dict[str, Any]


class Name(NamedTuple):
    """What the find without a network knows of a page: `more` are other words for it."""

    name: str
    kind: str
    number: str = ""
    more: str = ""


def bundle(game: GameContent, shown: Sequence[str]) -> dict[str, Any]:
    """All that a game, with its boxes, says in the active language; `shown` are the styles of every page.

    A page has its name (`n`) beside its title: so near to each other the same words take no room.
    """
    pages, names = dict(_pages(game, shown)), dict(_names(game))
    named = {path: {"n": names[path], **page} if path in names else page for path, page in pages.items()}
    return {"game": game.id, "title": game.title.in_(page_language()), "pages": named}


def asked(path: str, shown: Sequence[str], game: GameContent | None = None) -> Page:
    """A page as it is for a reader who has all boxes on the table.

    `t` is its title, `d` its heading, `b` where its arrow leads, `c` its class, `s` its styles, `h` the page
    with a mark where other pages (`p`) stand in it.
    """
    request = HttpRequest()
    request.method, request.path, request.path_info = "GET", path, path
    request.META = {"SERVER_NAME": HOST, "SERVER_PORT": "80"}
    if game:
        # Cards as a list: their pictures are on pages of their own.
        request.COOKIES = {VIEW: LIST, boxes.COOKIE.format(game.id): boxes.BETWEEN.join(game.box_by_id)}
    request.htmx = HtmxDetails(request)
    view = resolve(path)
    html = view.func(request, *view.args, **view.kwargs).content.decode().replace(site_url(request), "")
    head, _, _ = html.partition("</head>")
    kind, main = _found(MAIN, html, 1), _found(MAIN, html, 2)
    return {
        "t": _found(TITLE, html),
        "d": _found(HEADING, html),
        "b": _found(BACK, html),
        "c": kind.strip(),
        "s": [style for style in STYLE.findall(head) if style not in shown],
        "h": INDENT.sub("\n", LEFT_OUT.sub("", RULINGS.sub(PARTS, main))).strip(),
    }


def _found(pattern: re.Pattern[str], html: str, group: int = 1) -> str:
    match = pattern.search(html)
    return match[group].strip() if match else ""


def _pages(game: GameContent, shown: Sequence[str]) -> Iterator[tuple[str, Page]]:
    for clause in game.clauses:
        path = _address(game, "clause", clause.id)
        yield path, asked(path, shown, game) | _beside(game, game.rulings_of(clause.id))
    for card in game.cards:
        path = _address(game, "card", card.id)
        yield path, asked(path, shown, game) | _beside(game, game.rulings_on_card(card.id))
    for element in game.elements:
        path = _address(game, "element", element.id)
        yield path, asked(path, shown, game)
    yield from _chapters(game)
    yield from _words(game)
    yield from _rulings(game)
    for name in LISTS:  # last: the address of one may be that of a chapter, and the site shows the list there
        path = _address(game, name)
        if path and _has(game, name):
            yield path, asked(path, shown, game)


def _has(game: GameContent, name: str) -> bool:
    return bool(getattr(game, name)) if name in ("cards", "elements") else True


def _address(game: GameContent, name: str, *args: str) -> str:
    """Empty for a page that isn't served."""
    try:
        return reverse(f"rulebook:{name}", args=[game.id, *args])
    except NoReverseMatch:
        return ""


def _beside(game: GameContent, rulings: Iterable[Ruling]) -> Page:
    """The clarifications on a page: `p` are their addresses, `m` what stands above them."""
    parts = [_address(game, "ruling", ruling.id) for ruling in rulings]
    return {"m": f"<h2>{gettext('Разъяснения')}</h2>", "p": parts} if parts else {}


def _made(game: GameContent, name: str, **more: Any) -> str:
    context = {"game": game, "table": None, "LANGUAGE_CODE": page_language(), **more}
    return INDENT.sub("\n", render_to_string(f"rulebook/offline/{name}.html", context)).strip()


def _plain_page(game: GameContent, title: str, html: str, back: str, parts: Iterable[str] = ()) -> Page:
    of_game = escape(game.title.in_(page_language()))
    return {
        "t": f"{escape(title)} · {of_game}",
        "d": of_game,
        "b": back,
        "h": html,
        "p": list(parts),
    }


def _chapters(game: GameContent) -> Iterator[tuple[str, Page]]:
    """A chapter as the list of its rules: each is a page of its own, with its neighbours."""
    for chapter in game.chapters:
        html = _made(game, "chapter", chapter=chapter, clauses=game.in_chapter(chapter.id))
        title = chapter.title.in_(page_language())
        yield _address(game, "chapter", chapter.id), _plain_page(game, title, html, _address(game, "game"))


def _words(game: GameContent) -> Iterator[tuple[str, Page]]:
    terms = sorted(game.terms, key=lambda term: opens(term.name).casefold().replace("ё", "е"))
    paths = [_address(game, "term", term.id) for term in terms]
    title, back = gettext("Слова"), _address(game, "glossary")
    for path, term in zip(paths, terms, strict=True):
        yield (
            path,
            _plain_page(game, opens(term.name), _made(game, "term", term=term), back) | {"i": _h1(title)},
        )
    yield back, _plain_page(game, title, _list_of(title), _address(game, "game"), paths)


def _rulings(game: GameContent) -> Iterator[tuple[str, Page]]:
    paths = [_address(game, "ruling", ruling.id) for ruling in game.rulings]
    title, back = gettext("Разъяснения"), _address(game, "rulings")
    for path, ruling in zip(paths, game.rulings, strict=True):
        html = _made(game, "ruling", ruling=ruling)
        named = ruling.title.in_(page_language())
        yield path, _plain_page(game, named, html, back) | {"i": _h1(title)}
    yield back, _plain_page(game, title, _list_of(title), _address(game, "game"), paths)


def _list_of(title: str) -> str:
    return f"{_h1(title)}\n{PARTS}"


def _h1(title: str) -> str:
    return f"<h1>{title}</h1>"


def _names(game: GameContent) -> Iterator[tuple[str, Name]]:
    lang = page_language()
    for clause in game.clauses:
        name = Name(clause.title.in_(lang), gettext("правило"), clause.number)
        yield _address(game, "clause", clause.id), name
    for card in game.cards:
        more = game.kind_by_id[card.kind].name.in_(lang) if card.kind in game.kind_by_id else ""
        yield _address(game, "card", card.id), Name(card.name.in_(lang), gettext("карта"), more=more)
    for element in game.elements:
        yield _address(game, "element", element.id), Name(opens(element.name), gettext("элемент"))
    for term in game.terms:
        more = " ".join(term.synonyms.en if lang == "en" else term.synonyms.ru)
        yield _address(game, "term", term.id), Name(opens(term.name), gettext("слово"), more=more)
    for ruling in game.rulings:
        yield _address(game, "ruling", ruling.id), Name(ruling.title.in_(lang), gettext("разъяснение"))
    for chapter in game.chapters:
        name = Name(chapter.title.in_(lang), gettext("глава"), str(chapter.number))
        yield _address(game, "chapter", chapter.id), name
