"""Where things of a game are known from, in words and as the status that a page gives them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from rulebook.content.entries import Card, GameContent


class Origin(NamedTuple):
    """`status` is a class of the look: rulebook, author, ours."""

    status: str
    words: str | Promise


OPEN_SOURCES = Origin("author", gettext_lazy("из открытых источников"))
ORIGINS: Mapping[str, Origin] = {
    "seed": Origin("rulebook", gettext_lazy("из правил игры")),
    "public": Origin("author", gettext_lazy("прочитано с напечатанных карт")),
    "derived": Origin("author", gettext_lazy("выведено из открытых источников")),
    "reconstruction": Origin("ours", gettext_lazy("восстановлено нами")),
    "ours": Origin("ours", gettext_lazy("наша замена")),
}


def origin(game: GameContent, provenance: str) -> Origin:
    """What a page says of a provenance; one without words of ours stands as it is."""
    if provenance == "public" and from_many_sources(game):
        return OPEN_SOURCES
    return ORIGINS.get(provenance) or Origin("author", provenance)


def copies_guessed(card: Card) -> bool:
    """Whether nobody knows how many of a card there are."""
    return bool(card.data.get("from", {}).get("count") == "reconstruction")


@lru_cache
def from_many_sources(game: GameContent) -> bool:
    """Whether nobody had the cards at hand: then each field of a card names a source of its own."""
    return any("from" in card.data for card in game.cards)
