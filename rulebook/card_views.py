"""Pages about cards: their list, one card, and for games with recipes the elements and the graph.

Which page a game gets follows from its content: cards that carry elements are recipes, cards of kinds without
elements are pieces (whatever there is in a box), all others are numbers of a colour.
"""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from rulebook import game as games
from rulebook import origins
from rulebook.boxes import holding, on_table
from rulebook.card_filter import CardFilter
from rulebook.content import recipes
from rulebook.content.entries import Card, Colour, Element, GameContent, Kind
from rulebook.content.typography import capital
from rulebook.drawing import recipe_trees
from rulebook.pages import Missing, around, game_context, is_part, page, varied
from web.language import page_language
from web.revalidation import YEAR
from web.ways_back import back_context

VIEW = "cards"  # the cookie that says how a reader wants lists of cards: as pictures, unless it says «list»
PICTURES, LIST = "pictures", "list"


class CardGroup(NamedTuple):
    """The cards of one kind, of one colour, or those of neither. `total` counts copies; `otherwise` are those
    of boxes that are made of other things than the kind says.
    """

    cards: list[Card]
    total: int
    kind: Kind | None = None
    colour: Colour | None = None
    otherwise: Sequence[Card] = ()

    @property
    def place(self) -> str:
        """Its id on the page."""
        return (
            f"kind-{self.kind.id}" if self.kind else f"colour-{self.colour.id}" if self.colour else "others"
        )


@page
def cards(request: HttpRequest, game_id: str) -> HttpResponse:
    """Cards in groups, all or those that the filter lets through; for htmx the list with its filter alone."""
    content = on_table(request, game_id)
    chosen, own, part = CardFilter(content, request.GET), games.get(content.id), is_part(request)
    found, view = chosen.cards(), _view(request)
    groups = _groups(content, found)
    context = game_context(
        request,
        content,
        filter=chosen,
        groups=groups,
        jump=[(group.place, capital(_title(group))) for group in groups],
        found=len(found),
        total=sum(entry.count for entry in found),
        deck=sum(entry.count for entry in content.cards),
        view=view,
        views=_views(chosen),
        row="rulebook/_recipe_row.html" if content.elements else "rulebook/_piece_row.html",
        drawn_kinds=own.drawn_kinds,
        styles=own.drawing_styles if any(kind.id in own.drawn_kinds for kind in content.kinds) else (),
        many_sources=origins.from_many_sources(content),
    )
    template = "rulebook/_card_list.html" if part else "rulebook/cards.html"
    response = varied(render(request, template, context), "HX-Request")
    if part:
        response["HX-Push-Url"] = request.path + chosen.query()
    if "view" in request.GET:
        secure = request.is_secure()
        response.set_cookie(VIEW, view, max_age=YEAR, httponly=True, samesite="Lax", secure=secure)
    return response


def _view(request: HttpRequest) -> str:
    """How to show cards: as the address says, else as this reader said last."""
    said = request.GET.get("view", request.COOKIES.get(VIEW, ""))
    return LIST if said == LIST else PICTURES


def _views(chosen: CardFilter) -> list[tuple[str, str, str]]:
    """Both ways to show what is chosen: the value, its word and its query."""
    words = {PICTURES: gettext("Картинки"), LIST: gettext("Список")}
    return [(way, word, f"?{urlencode({**chosen.asked, 'view': way})}") for way, word in words.items()]


def _title(group: CardGroup) -> str:
    named = group.kind.plural if group.kind else group.colour.name if group.colour else None
    return named.in_(page_language()) if named else gettext("Остальные")


def _groups(content: GameContent, found: Sequence[Card]) -> list[CardGroup]:
    return _by_kind(content, found) if content.kinds else _by_colour(content, found)


def _by_colour(content: GameContent, found: Sequence[Card]) -> list[CardGroup]:
    """Cards by colour, in the order of the colours, a card without one where its kind is called like one;
    those of no colour at all stand last.
    """
    groups = []
    for colour in (*content.colours, None):
        alike = [entry for entry in found if content.colour_by_id.get(entry.colour or entry.kind) == colour]
        if alike:
            groups.append(CardGroup(alike, sum(entry.count for entry in alike), colour=colour))
    return groups


def _by_kind(content: GameContent, found: Sequence[Card]) -> list[CardGroup]:
    groups = []
    for kind in content.kinds:
        alike = [entry for entry in found if entry.kind == kind.id]
        if alike:
            total, otherwise = sum(entry.count for entry in alike), recipes.departing(content, alike)
            groups.append(CardGroup(alike, total, kind=kind, otherwise=otherwise))
    return groups


def _listed(content: GameContent, chosen: CardFilter, one: Card) -> tuple[list[Card], str]:
    """The cards in the order of the list that a reader came from, and its query; without the filter, should
    it not let this card through.
    """
    found = chosen.cards() if chosen.query() else []
    query = chosen.query() if one in found else ""
    groups = _groups(content, found if query else content.cards)
    return [entry for group in groups for entry in group.cards], query


@page
def card(request: HttpRequest, game_id: str, card_id: str) -> HttpResponse:
    content = holding(request, game_id, "card", card_id)
    found = content.card_by_id.get(card_id)
    if found is None:
        raise Missing(content, card_id, "card")
    listed, list_query = _listed(content, CardFilter(content, request.GET), found)
    before, after = around(listed, found)
    context = game_context(
        request,
        content,
        card=found,
        list_query=list_query,
        rulings=content.rulings_on_card(card_id),
        references=content.references_to("card", card_id),
        kind_clause=content.clause_of_kind(found.kind),
        before=before,
        after=after,
        **back_context(request),
    )
    if not content.kinds:
        return render(request, "rulebook/card.html", context)
    if not content.elements:
        return render(request, "rulebook/piece_card.html", context | _piece_context(content, found))
    return render(request, "rulebook/recipe_card.html", context | _recipe_context(content, found))


def _piece_context(content: GameContent, found: Card) -> dict[str, object]:
    """The kind of a piece and what other pieces have to do with it."""
    own = games.get(content.id)
    drawn = found.kind in own.drawn_kinds
    return {
        "kind": content.kind_by_id[found.kind],
        "facts": (f"rulebook/{content.id}/pieces/{found.kind}.html", "rulebook/_piece_facts.html"),
        "sheet_takes": found.guessed and found.kind in own.sheet_kinds,
        "drawn": drawn,
        "styles": own.drawing_styles if drawn else (),
        "in_deck": sum(one.count for one in content.cards if one.deck == found.deck) if found.deck else 0,
        **own.relatives(content, found),
    }


def _recipe_context(content: GameContent, found: Card) -> dict[str, object]:
    return {
        "kind": content.kind_by_id[found.kind],
        "carried": [
            (content.element_by_id[name], sum(each.count for each in found.copies if name in each.elements))
            for name in found.elements
        ],
        "at_once": max(len(each.elements) for each in found.copies),
        **_branch_context(content, found),
    }


def _branch_context(content: GameContent, entry: Card | Element) -> dict[str, object]:
    """The trees both ways and their drawing; without a drawing for what stands in no recipe (spells)."""
    tree = recipes.tree(content, entry)
    drawn = bool(tree.needs or tree.feeds)
    lang = page_language()
    picture = recipe_trees.picture(content, lang, entry.id, alone=True) if drawn else None
    return {"tree": tree, "picture": picture}


@page
def elements(request: HttpRequest, game_id: str) -> HttpResponse:
    content = _with_elements(on_table(request, game_id))
    rows = [
        (element, recipes.supply(content, element), len(recipes.goes_into(content, element.id)))
        for element in content.elements
    ]
    return render(request, "rulebook/elements.html", game_context(request, content, rows=rows))


@page
def element(request: HttpRequest, game_id: str, element_id: str) -> HttpResponse:
    """An element: a page, or for a tooltip the note alone."""
    content = _with_elements(holding(request, game_id, "element", element_id))
    found = content.element_by_id.get(element_id)
    if found is None:
        raise Missing(content, element_id, "element")
    before, after = around(content.elements, found)
    context = game_context(
        request,
        content,
        element=found,
        takers=recipes.goes_into(content, element_id),
        carriers=recipes.carriers(content, found),
        supply=recipes.supply(content, found),
        references=content.references_to("element", element_id),
        before=before,
        after=after,
        **_branch_context(content, found),
    )
    template = "rulebook/element.html#note" if is_part(request) else "rulebook/element.html"
    return varied(render(request, template, context), "HX-Request")


@page
def graph(request: HttpRequest, game_id: str) -> HttpResponse:
    """All recipes of the deck in one drawing; `?from=` shows the branch of a card or an element in it."""
    content = _with_elements(on_table(request, game_id))
    wanted = request.GET.get("from", "")
    chosen = content.card_by_id.get(wanted) or content.element_by_id.get(wanted)
    context = game_context(
        request,
        content,
        chosen=chosen,
        unknown="" if chosen else wanted,
        picture=recipe_trees.picture(content, page_language(), chosen.id if chosen else ""),
        tree=recipes.tree(content, chosen) if chosen else None,
        layers=recipes.layers(content),
        idle=[entry for entry in content.cards if not entry.ingredients],
    )
    template = "rulebook/graph.html#graph" if is_part(request) else "rulebook/graph.html"
    return varied(render(request, template, context), "HX-Request")


def _with_elements(content: GameContent) -> GameContent:
    """A game whose cards carry elements; another one has no such pages."""
    if not content.elements:
        raise Missing(content, "components")
    return content
