"""What the `data` of a card of Alchemists says in words, and what its page shows of other cards."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.alchemists.rulebook.drawing.formula import SIGN_WORDS
from games.alchemists.rulebook.reference import pieces
from rulebook.content.entries import Card, GameContent
from rulebook.wording.sentences import with_sign
from web.language import page_language

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


def moment(when: str) -> str:
    """«при планировании»."""
    return str(MOMENTS[when])


def sign_name(sign: str) -> str:
    """«плюс», «минус»."""
    return SIGN_WORDS[sign].in_(page_language())


def span(rounds: pieces.Rounds) -> str:
    """«раунды 1–3», «раунд 6»."""
    if rounds.first == rounds.last:
        return gettext("раунд %(n)s") % {"n": rounds.first}
    return gettext("раунды %(first)s–%(last)s") % {"first": rounds.first, "last": rounds.last}


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


# A card in one line, by its kind.
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
}
# What the page of a card shows of others, by its kind; the names are those of the templates.
RELATIVES: Mapping[str, Mapping[str, Callable[[GameContent, Card], object]]] = {
    "ingredient": {"grants": pieces.grants_for},
    "alchemical": {"mixtures": pieces.mixtures},
    "potion": {"sources": pieces.sources, "orders": pieces.buyers},
    "artifact": {"sale": pieces.on_sale},
    "conference": {"losses": lambda content, card: pieces.shortfalls(card)},
    "area": {"cubes": lambda content, card: pieces.prices_in_cubes(card)},
}
