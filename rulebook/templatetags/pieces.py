"""Template tags for pages of pieces: what stands in the `data` of a card, in words."""

from collections.abc import Callable, Mapping, Sequence

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy, ngettext

from rulebook import origins
from rulebook.content.entries import Card, GameContent
from rulebook.drawing import small
from rulebook.drawing.piece_cards import ROMAN
from rulebook.drawing.piece_cards import signed as with_sign
from rulebook.games.alchemists.drawing.formula import SIGN_WORDS
from rulebook.games.alchemists.reference import pieces
from rulebook.games.alchemists.reference.formulas import COLOURS
from rulebook.games.wizwar import spells
from rulebook.games.wizwar.drawing import maze, maze_cards
from rulebook.templatetags.look import icon
from web.language import page_language

register = template.Library()

# When a card acts, by what `data.when` calls it.
MOMENTS = {
    "permanent": gettext_lazy("всегда"),
    "permanent, once per round": gettext_lazy("раз в раунд"),
    "permanent, not in the final round": gettext_lazy("всегда, кроме последнего раунда"),
    "immediate": gettext_lazy("сразу, один раз"),
    "immediate and permanent": gettext_lazy("сразу и потом всегда"),
    "immediately when received": gettext_lazy("немедленно, как только карта получена"),
    "none": gettext_lazy("никогда: карта даёт только очки"),
    "planning": gettext_lazy("при планировании"),
    "transmuting": gettext_lazy("при трансмутации"),
    "buying an artifact": gettext_lazy("при покупке артефакта"),
    "your turn to sell": gettext_lazy("в свой черёд продавать"),
    "your turn to sell, before mixing": gettext_lazy("в свой черёд продавать, до смешивания"),
    "exhibition and final scoring": gettext_lazy("на выставке и в финальном подсчёте"),
    "final scoring": gettext_lazy("в финальном подсчёте"),
    "final scoring, before everything else": gettext_lazy("в финальном подсчёте, раньше всего остального"),
    "after the great reveal": gettext_lazy("после Большого открытия"),
}
PLACES = (gettext_lazy("слева"), gettext_lazy("посередине"), gettext_lazy("справа"))


@register.filter
def moment(when: str) -> str:
    """`{{ card.data.when|moment }}`: «при планировании»."""
    return str(MOMENTS[when])


@register.filter
def signed(number: int) -> str:
    """«+5», «−4», «0»."""
    return with_sign(number)


@register.filter
def roman(number: int) -> str:
    return ROMAN[number]


@register.filter
def sign_in(formula: Card, colour: str) -> str:
    """The sign of a formula's circle of a colour."""
    return str(formula.data["signs"][COLOURS.index(colour)])


@register.filter
def sign_name(sign: str) -> str:
    """«плюс», «минус»."""
    return SIGN_WORDS[sign].in_(page_language())


@register.filter
def place_name(place: int) -> str:
    """Where an order stands on the card of a buyer: «слева»."""
    return str(PLACES[place])


@register.filter
def coded(game: GameContent, code: str) -> Card:
    """`{{ game|coded:"R+" }}`: a card by its code."""
    return game.card_by_code[code]


@register.filter
def listed(numbers: Sequence[int]) -> str:
    """«1, 2», or «1–6» where more than two follow one another."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, numbers))


@register.filter
def dashed(players: str) -> str:
    """«2–3» for the «2-3» of a content file."""
    return players.replace("-", "–")


@register.filter
def span(rounds: pieces.Rounds) -> str:
    """«раунды 1–3», «раунд 6»."""
    if rounds.first == rounds.last:
        return gettext("раунд %(n)s") % {"n": rounds.first}
    return gettext("раунды %(first)s–%(last)s") % {"first": rounds.first, "last": rounds.last}


@register.simple_tag(takes_context=True)
def piece_picture(context: template.Context, card: Card) -> SafeString:
    """The picture of a piece in its colour, for lists; words stand beside it."""
    if card.kind in maze_cards.PICTURES:
        return mark_safe(
            maze.svg(maze_cards.small_picture(context["game"], card), "", classes="piece-picture")
        )
    tint = small.card_tint(context["game"], card)
    return icon(small.card_icon(context["game"], card), **{"class": f"piece-picture k-{tint}"})


@register.simple_tag
def maze_picture(game: GameContent, card: Card) -> SafeString:
    """A sector or a layout as large as there is room, in the colours of the page; it reads as its name."""
    return mark_safe(maze.svg(maze_cards.PICTURES[card.kind](game, card), card.name.in_(page_language())))


@register.simple_tag
def origin(game: GameContent, provenance: str) -> origins.Origin:
    """`{% origin game card.provenance as found %}`: where something is known from, its words and status."""
    return origins.origin(game, provenance)


@register.filter
def copies_guessed(card: Card) -> bool:
    """Whether nobody knows how many of a card there are."""
    return spells.copies_guessed(card)


@register.simple_tag
def piece_summary(game: GameContent, card: Card) -> str:
    """`{% piece_summary game card %}`: a piece in one line, «цена 4 · 2 очка · раунды 1–3»."""
    say = SUMMARIES.get(card.kind)
    return " · ".join(say(game, card)) if say else ""


def _artifact(game: GameContent, card: Card) -> list[str]:
    worth = card.data.get("vp")
    return [
        gettext("цена %(n)s") % {"n": card.data["price"]},
        *([] if worth is None else [ngettext("%(n)s очко", "%(n)s очков", worth) % {"n": worth}]),
        span(pieces.on_sale(game, card)),
    ]


def _favour(game: GameContent, card: Card) -> list[str]:
    return [moment(card.data["when"])]


def _quality(game: GameContent, card: Card) -> list[str]:
    return [gettext("цена %(n)s") % {"n": card.data["price"]}]


def _discount(game: GameContent, card: Card) -> list[str]:
    return [gettext("улыбок: %(n)s") % {"n": card.data["smiles"]}]


def _potion(game: GameContent, card: Card) -> list[str]:
    if not card.colour:
        return []
    return [f"{game.colour_by_id[card.colour].name.in_(page_language())} {sign_name(card.data['sign'])}"]


def _adventurer(game: GameContent, card: Card) -> list[str]:
    lang = page_language()
    return [", ".join(game.card_by_code[code].short.in_(lang) for code in card.data["potions"])]


def _conference(game: GameContent, card: Card) -> list[str]:
    return [gettext("в конце раунда %(n)s") % {"n": card.data["round"]}]


def _grant(game: GameContent, card: Card) -> list[str]:
    names = (game.card_by_code[code].short.in_(page_language()) for code in card.data["ingredients"])
    worth = card.data["vp"]
    return [", ".join(names), ngettext("%(n)s очко", "%(n)s очков", worth) % {"n": worth}]


def _seal(game: GameContent, card: Card) -> list[str]:
    numbers = {"right": with_sign(card.data["right"]), "wrong": with_sign(card.data["wrong"])}
    return [gettext("верно %(right)s") % numbers, gettext("неверно %(wrong)s") % numbers]


def _area(game: GameContent, card: Card) -> list[str]:
    if "order" not in card.data:
        return []
    rounds = card.data["rounds"]
    return [
        gettext("область %(n)s") % {"n": card.data["order"]},
        span(pieces.Rounds(rounds[0], rounds[-1])),
    ]


SUMMARIES: Mapping[str, Callable[[GameContent, Card], list[str]]] = {
    "artifact": _artifact,
    "favour": _favour,
    "quality": _quality,
    "discount": _discount,
    "potion": _potion,
    "adventurer": _adventurer,
    "conference": _conference,
    "grant": _grant,
    "seal": _seal,
    "area": _area,
    **spells.SUMMARIES,
}
