"""What the rulebook prints, as HTML for `printing.pdf.pdf`: cards, reference sheet, all the rules."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from rulebook import game as games
from rulebook import papers
from rulebook.content import recipes
from rulebook.content.boxes import without_boxes
from rulebook.content.entries import Card, Element, GameContent, Kind, Ruling, Term, Text
from rulebook.content.typography import alphabetic
from rulebook.drawing import figures, small
from rulebook.printing import pdf
from rulebook.printing.cards import faces, paint
from rulebook.printing.cards.paint import FULL_INK, LOW_INK, Size, Style
from rulebook.printing.layout.game_documents import Document, DocumentRequest
from rulebook.printing.layout.piece_sheets import data_image
from rulebook.printing.links import code, drawn_code, game_link, rule_link, said_by_code
from rulebook.printing.paper import PAPERS, PRINTER_MARGIN, UNMOVED, BackShift, CardLayout, Paper, layout
from rulebook.reference import context as reference_context
from rulebook.surfaces import ON_PAPER
from web.addresses import is_own, on_paper
from web.language import page_language

BAND_HEIGHT = 2.4
RULER = 50.0
BASE = "alone"  # what options call the cards of no box
FAN = 4  # faces in the menu's picture
COLUMN_LINES, SMALL_COLUMN_LINES = 50, 56  # of the contents: on one page, and in small type on several
LONG_TITLE = 37  # letters


@dataclass(frozen=True)
class CardOptions:
    """How the deck is printed; `box`: cards of one box alone, «alone» those of the game without boxes;
    `shift` moves its backs.
    """

    paper: str = "a4"
    size: str = "63x88"
    bleed: bool = False
    low_ink: bool = False
    backs: bool = True
    box: str = ""
    shift: BackShift = UNMOVED


def decks(game: GameContent) -> set[str]:
    """The decks whose cards are printed; empty for a game without cards."""
    return {card.deck for card in games.get(game.id).deck(game)}


def prints(game: GameContent, kind: str, common: Collection[str]) -> bool:
    """Whether a game prints a document: one of its own, or of those common to all games, of which cards
    need some that lie in a deck.
    """
    if kind == "cards":
        return bool(decks(game))
    return kind in common or kind in games.documents(game.id)


def own_or_shared(game: GameContent, name: str, box: str = "") -> list[str]:
    """The templates of what a game, or a box of it, may print in its own way: its own, else that of all."""
    return [f"print/{'/'.join(filter(None, (game.id, box, name)))}.html", f"print/{name}.html"]


def menus(game: GameContent) -> list[tuple[list[str], list[str]]]:
    """The templates that offer what a game and each of its boxes print besides, with the names of that."""
    offers = [(own_or_shared(game, "menu"), games.get(game.id))]
    offers += [(own_or_shared(game, "menu", box), found) for box, found in games.boxes(game.id).items()]
    return [(templates, list(offer.documents)) for templates, offer in offers if offer.documents]


def document(
    template: str | Sequence[str], game: GameContent, paper: Paper, context: Mapping[str, Any]
) -> str:
    """A print template as HTML, with what all of them show: language, title, paper, edition with its QR code.

    Of several templates it is the first that there is.
    """
    shared = {
        "lang": page_language(),
        "game": game,
        "game_title": game.title.in_(page_language()),
        "paper": paper.id,
        "page_size": f"{paper.width:g}mm {paper.height:g}mm",
        "page_width": f"{paper.width:g}mm",
        "page_height": f"{paper.height:g}mm",
        "edition": stamp(game),
        "stamp": game_link(game, stamp(game)),
        "edition_code": edition_code(game),
        "accent": games.get(game.id).accent,
    }
    return render_to_string(template, {**shared, **context})


def stamp(game: GameContent) -> str:
    """Of which edition a paper is: never a date alone, which reads as that of the printing."""
    word = gettext("редакция")
    return f"{word} {game.updated} · {game.digest[: papers.SHORT]}"


def edition_code(game: GameContent) -> SafeString:
    """The QR code of a page that says what has changed since this was printed; empty where that page is for
    this computer alone.
    """
    address = _address_of_edition(game)
    return SafeString() if is_own(address) else code(address, error="l")


def _address_of_edition(game: GameContent) -> str:
    return on_paper(reverse("rulebook:paper", args=[game.id, papers.address_of(game)]))


def cards(game: GameContent, options: CardOptions) -> str:
    """The whole deck, every copy of every card; each sheet of faces is followed by its sheet of backs."""
    style = LOW_INK if options.low_ink else FULL_INK
    place = layout(options.paper, options.size, options.bleed)
    return document(
        "print/cards.html",
        game,
        place.paper,
        {
            "sheets": list(_sheets(game, place, style, backs=options.backs, box=options.box)),
            "ticks": mark_safe(_ticks(place)),
            "ruler": mark_safe(ruler()),
            "bands": _bands(place),
            "code_place": _code_place(place),
            "moved": options.shift.moved,
        },
    )


def _sheets(
    game: GameContent, place: CardLayout, style: Style, *, backs: bool, box: str
) -> Iterator[dict[str, Any]]:
    look = {"bleed": place.bleed, "style": style}
    cards = [
        small.find_card(game, copies.code)
        for card in games.get(game.id).deck(game)
        for copies in card.copies
        if box in ("", copies.box or BASE)
    ]
    back_of = {
        name: _card_svg(faces.back(game, place.size, name, **look), place)
        for name in {card.deck for card in cards}
    }
    deck = []
    for card in cards:
        face = faces.face(game, card, place.size, page_language(), **look)
        said = faces.said(game, card, face, page_language())
        deck += [(_card_svg(face, place, said), back_of[card.deck])] * card.count
    address = _address_of_edition(game)
    if deck and place.code is None and not is_own(address):
        drawn = _code_card(game, place, address)
        deck.append((_card_svg(drawn, place, said_by_code(address)), deck[-1][1]))
    for start in range(0, len(deck), place.per_sheet):
        part = list(enumerate(deck[start : start + place.per_sheet]))
        yield {"back": False, "cells": [_cell(place, n, face) for n, (face, _) in part]}
        if backs:
            yield {"back": True, "cells": [_cell(place, n, back, back=True) for n, (_, back) in part]}


def _card_svg(inside: str, place: CardLayout, words: str = "") -> SafeString:
    """A card as an image: WeasyPrint reads each drawing once, however many copies the deck holds."""
    drawn = paint.svg(inside, place.size, bleed=place.bleed, turned=place.turned, words=words)
    width, height = place.cell
    return mark_safe(f'<img src="{data_image(drawn)}" alt="" style="width:{width:g}mm;height:{height:g}mm">')


def _cell(place: CardLayout, n: int, svg: SafeString, *, back: bool = False) -> dict[str, Any]:
    x, y = place.place(n, back=back)
    return {"style": f"left:{x:g}mm;top:{y:g}mm", "svg": svg}


def _ticks(place: CardLayout) -> str:
    lines = "".join(f"M{x1:g} {y1:g}L{x2:g} {y2:g}" for x1, y1, x2, y2 in place.ticks())
    paper = place.paper
    return (
        '<svg class="ticks" xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {paper.width:g} {paper.height:g}" '
        f'width="{paper.width:g}mm" height="{paper.height:g}mm">'
        f'<path d="{lines}" stroke="#000" stroke-width=".15"/></svg>'
    )


def _bands(place: CardLayout) -> list[str]:
    """Three strips of small print above the grid; where the margin is narrow they stand between the ticks.
    The last one ends before the edition's code.
    """
    left = max(place.margin[0], PRINTER_MARGIN)
    width = (place.paper.width - 2 * left) / 3
    top = PRINTER_MARGIN
    widths = [width - 2] * 3
    if place.code and place.code[1] == top:
        widths[2] = place.code[0] - 1 - (left + 2 * width + 1)
    return [
        f"left:{left + n * width + 1:.2f}mm;width:{wide:.2f}mm;top:{top:g}mm;height:{BAND_HEIGHT:g}mm"
        for n, wide in enumerate(widths)
    ]


def _code_place(place: CardLayout) -> str:
    """Where the edition's code stands beside the cards; empty where it lies among them."""
    if place.code is None:
        return ""
    x, y, size = place.code
    return f"left:{x:.2f}mm;top:{y:.2f}mm;width:{size:.2f}mm"


def _code_card(game: GameContent, place: CardLayout, address: str) -> str:
    """A card with the edition's code, where margins are too narrow for it."""
    width, height = place.size.width, place.size.height
    size = width / 2
    drawn = drawn_code(address, error="l").replace(
        "<svg ", f'<svg x="{size / 2:g}" y="{(height - size) / 2:g}" width="{size:g}" height="{size:g}" ', 1
    )
    lines = (game.title.in_(page_language()), gettext("что изменилось?"), stamp(game))
    places = (height / 2 - size * 0.68, height / 2 + size * 0.64, height / 2 + size * 0.76)
    words = (
        paint.text(width / 2, y, paint.SMALLEST + 0.3, escape(line), family=paint.SANS)
        for y, line in zip(places, lines, strict=True)
    )
    return "".join((paint.ground(place.size, place.bleed, paint.WHITE), drawn, *words))


def ruler(length: float = RULER) -> str:
    """A ruler of exactly `length` millimetres to hold a real one against."""
    marks = "".join(f"M{n:g} 2V{0.2 if n % 10 == 0 else 1.1:g}" for n in range(0, int(length) + 1, 5))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{length + 0.2:g}mm" height="2.1mm" '
        f'viewBox="-.1 0 {length + 0.2:g} 2.1">'
        f'<path d="M0 2H{length:g}{marks}" stroke="#000" stroke-width=".15" fill="none"/></svg>'
    )


def reference(game: GameContent, paper: str) -> str:
    """The reference sheet: the whole game on one page, or on both sides of a leaf; then what boxes change."""
    sheet, base = PAPERS[paper], without_boxes(game)
    context = reference_context(base, game, ON_PAPER, paper)
    html = document(own_or_shared(base, "reference"), base, sheet, context)
    if game.boxes:
        html = bound(html, document("print/changes.html", game, sheet, context))
    # Where a line has room for all but the space before its last numbers, WeasyPrint breaks it after its
    # first words; not if that space has a box of its own (see `templatetags/printing.py`).
    return html.replace(' <span class="num">', '<span> </span><span class="num">')


def bound(first: str, second: str) -> str:
    """Two documents as one: the pages of the second follow, with the styles of both."""
    head, _, rest = second.partition("</head>")
    sheets = re.findall(r'<link rel="stylesheet"[^>]*>', head)
    styles = "".join(sheet for sheet in sheets if sheet not in first)
    body = rest.partition("<body")[2].partition(">")[2].partition("</body>")[0]
    return first.replace("</head>", f"{styles}</head>", 1).replace("</body>", f"{body}</body>", 1)


def extra(game: GameContent, name: str, paper: str, *, shift: BackShift = UNMOVED, **options: str) -> str:
    """One of the game's own documents. Raises KeyError for an unknown one or an unknown option."""
    found = games.documents(game.id)[name]
    return made_with(game, found, paper, found.chosen(**options), found.context, shift)


def made_with(
    game: GameContent,
    found: Document,
    paper: str,
    options: Mapping[str, str],
    context: Callable[[GameContent, DocumentRequest], Mapping[str, Any]],
    shift: BackShift = UNMOVED,
) -> str:
    """A document of the game's own, whose template shows what `context` says; its backs may be moved."""
    sheet = PAPERS[paper]
    asked = DocumentRequest(page_language(), Size(sheet.width, sheet.height), options)
    shared = {"n": numbers(game), "ruler": mark_safe(ruler()), "moved": shift.moved}
    return document(found.template, game, sheet, {**shared, **context(game, asked)})


def evening(game: GameContent, paper: str, players: int, sheet: str) -> str:
    """All that an evening needs as one document: a reference sheet for each player, a score `sheet`, and what
    else the game and its boxes say, see `rulebook.game`.
    """
    own = (games.get(game.id), *(games.boxes(game.id)[box.id] for box in game.boxes))
    needed = [each for found in own for each in found.evening(players)]
    parts = [*[reference(game, paper)] * players, sheet]
    for each in needed:
        drawn = extra(game, each.document, paper, **each.options)
        parts += [drawn] * (players if each.each else 1)
    return pdf.together(
        gettext("%(game)s: комплект на вечер") % {"game": game.title.in_(page_language())}, parts
    )


def rulebook(game: GameContent, paper: str) -> str:
    """The whole rulebook: cover, contents, chapters, clarifications, words."""
    chapters = [
        {
            "chapter": chapter,
            "clauses": [(clause, game.rulings_of(clause.id)) for clause in game.in_chapter(chapter.id)],
        }
        for chapter in game.chapters
    ]
    rulings = [(ruling, [game.clause_by_id[i] for i in ruling.clauses]) for ruling in game.rulings]
    return document(
        "print/rulebook.html",
        game,
        PAPERS[paper],
        {
            "chapters": chapters,
            "contents": contents(chapters),
            "figures": figures.standing(game.clauses),
            "rulings": rulings,
            "terms": sorted(game.terms, key=_by_name),
            "elements": [element_entry(game, element) for element in sorted(game.elements, key=_by_name)],
            "recipes": recipe_entries(game),
            "card_list": "print/_recipes.html" if game.elements else "print/_card_list.html",
            "opening": own_or_shared(game, "opening"),
            **games.get(game.id).opening(game, page_language()),
        },
    )


class Mention(NamedTuple):
    """An ingredient or a recipe that is named beside a card; `target` is its anchor in the document."""

    name: Text
    target: str
    times: int = 1


class RecipeEntry(NamedTuple):
    """A card in the list: what it is made of, what it goes into; what else is said of it, and shown."""

    card: Card
    made_of: list[Mention]
    into: list[Mention]
    rulings: list[Ruling]
    facts: list[str]
    picture: SafeString


class ElementEntry(NamedTuple):
    """An element in the list: on how many cards it is (`supply`), and what it goes into."""

    element: Element
    supply: int
    into: list[Mention]


def element_entry(game: GameContent, element: Element) -> ElementEntry:
    return ElementEntry(element, recipes.supply(game, element), _takers(game, element.id))


def recipe_entries(game: GameContent) -> list[tuple[Kind, list[RecipeEntry]]]:
    """All cards by kind; empty for a game whose cards are no recipes."""
    return [
        (kind, [_recipe_entry(game, card) for card in game.cards if card.kind == kind.id])
        for kind in game.kinds
    ]


def _recipe_entry(game: GameContent, card: Card) -> RecipeEntry:
    return RecipeEntry(
        card,
        [_ingredient(game, slot) for slot in recipes.made_of(game, card)],
        _takers(game, card.id),
        game.rulings_on_card(card.id),
        games.get(game.id).facts(game, card, page_language()),
        mark_safe(games.get(game.id).picture(game, card)),
    )


def _takers(game: GameContent, node: str) -> list[Mention]:
    """The recipes that take an element or a card."""
    return [Mention(taker.name, f"card-{taker.id}") for taker in recipes.goes_into(game, node)]


def _ingredient(game: GameContent, slot: recipes.RecipeSlot) -> Mention:
    kind, target = slot.ingredient
    if kind in ("any", "either"):
        where = f"card-{slot.cards[0].id}" if slot.cards else "elements"
        return Mention(recipes.name_of(game, kind, target), where, slot.times)
    named = {"element": game.element_by_id, "card": game.card_by_id, "kind": game.kind_by_id}[kind]
    return Mention(named[target].name, f"{kind}-{target}", slot.times)


def _by_name(entry: Term | Element) -> str:
    """Where a name stands in a list of words."""
    return alphabetic(entry.name.in_(page_language()))


def contents(chapters: Sequence[dict[str, Any]]) -> list[list[Sequence[dict[str, Any]]]]:
    """The contents as pages of two columns (WeasyPrint is slow at balancing them); a chapter stays whole."""
    lines = [_lines(part) for part in chapters]
    if sum(lines) <= 2 * COLUMN_LINES:
        cut = min(range(1, len(lines)), key=lambda n: abs(sum(lines[:n]) - sum(lines[n:])))
        return [[chapters[:cut], chapters[cut:]]]
    columns: list[list[dict[str, Any]]] = [[]]
    room = SMALL_COLUMN_LINES
    for part, count in zip(chapters, lines, strict=True):
        if count > room and columns[-1]:
            columns.append([])
            room = SMALL_COLUMN_LINES
        columns[-1].append(part)
        room -= count
    return [columns[n : n + 2] for n in range(0, len(columns), 2)]


def _lines(part: Mapping[str, Any]) -> int:
    """How many lines a chapter takes in the contents: two with the space below, two for a long title."""
    titles = (clause.title.in_(page_language()) for clause, _ in part["clauses"])
    return 2 + sum(2 if len(title) > LONG_TITLE else 1 for title in titles)


def numbers(game: GameContent) -> dict[str, dict[str, SafeString]]:
    """Links to clauses for templates: `{{ n.overflow.take }}`, of a box `{{ n.air.overflow_take }}`."""
    found: dict[str, dict[str, SafeString]] = {}
    for clause in game.clauses:
        group, _, name = clause.id.partition(".")
        found.setdefault(group, {})[name.replace(".", "_")] = rule_link(game, clause)
    return found


def previews(game: GameContent) -> dict[str, SafeString]:
    """Small pictures for the menu: a fan of faces and a back."""
    size = Size(63.0, 88.0)
    drawn = [faces.face(game, card, size, page_language()) for card in _shown(games.get(game.id).deck(game))]
    drawn.append(faces.back(game, size))
    middle = len(drawn) // 2
    fan = "".join(
        f'<g transform="translate({n * 34} {abs(n - middle) * 3}) rotate({(n - middle) * 5} 31.5 88)">'
        f'<g clip-path="url(#card)">{inside}</g>'
        f'<rect width="63" height="88" rx="3" fill="none" stroke="#8c8067" stroke-width=".4"/></g>'
        for n, inside in enumerate(drawn)
    )
    width = 34 * (len(drawn) - 1) + 63
    cards_svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-14 -4 {width + 28} 112" '
        'aria-hidden="true" focusable="false">'
        f'<defs><clipPath id="card"><rect width="63" height="88" rx="3"/></clipPath></defs>{fan}</svg>'
    )
    return {"cards": mark_safe(_with_page_fonts(cards_svg))}


def _shown(cards: Iterable[Card]) -> list[Card]:
    """A few different cards: the highest of each colour or kind, spread evenly over these."""
    ranked = sorted(cards, key=lambda card: (card.value, card.points))
    best = list({card.colour or card.kind: card for card in ranked}.values())
    count = min(FAN, len(best))
    return [best[n * len(best) // count] for n in range(count)]


def _with_page_fonts(svg: str) -> str:
    """A print drawing for a page of the site, which knows other families."""
    on_page = {
        paint.SERIF_BOLD: 'Alegreya" font-weight="700',
        paint.SERIF_ITALIC: 'Alegreya" font-style="italic',
        paint.SERIF: "Alegreya",
        paint.SANS_BOLD: 'Alegreya Sans" font-weight="700',
        paint.SANS: "Alegreya Sans",
    }
    for family, page_family in on_page.items():
        svg = svg.replace(f'font-family="{family}"', f'font-family="{page_family}"')
    return svg
