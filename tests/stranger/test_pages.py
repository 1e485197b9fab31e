"""Every page of the stranger opens, calls its cards as they are called, and has no word of another game."""

import re
from functools import cache

import pytest

from rulebook.content import reading
from tests.daily import Run, daily
from tests.stranger.walk import text_of, walk

pytestmark = pytest.mark.django_db
LANGUAGES = ("ru", "en")
ODD = ("w3", "1-a2", "red", "pair")
# What other games are about.
FOREIGN = {
    "ru": r"кот[её]л|зель|отрав|волшебн|маго|алхим|ингредиент|лаборатор|сундук|сектор|рецепт|эликсир",
    "en": r"cauldron|potion|poison|wizard|alchem|ingredient|laborator|treasure|sector|recipe|elixir",
}


# Every day all pages in the site's own language, but few steps of cases, and of each kind a few in English.
DAILY = LANGUAGES[:1]
FEW, ALL = 2, 40 if Run.is_daily else 1000


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker):
    """Pages of a language by address, at most so many of a kind; each must open."""
    from django.test import Client

    @cache
    def pages(lang: str, most: int) -> dict[str, str]:
        with django_db_blocker.unblock():
            return dict(walk(Client(), "stranger", lang, most))

    return pages


@pytest.mark.parametrize("lang", daily(LANGUAGES, DAILY))
def test_all_its_pages_open(pages, lang):
    """A page for every clause and card, and a door to the table, the sheet, the print, the matrix."""
    game, addresses = reading.load("stranger"), " ".join(pages(lang, ALL))
    for clause in game.clauses:
        assert f"/rules/stranger/{clause.id}" in addresses
    for card in game.cards:
        assert f"/rules/stranger/cards/{card.id}" in addresses
    for door in ("/play/stranger", "/score/stranger", "/print/stranger", "/rules/stranger/coverage"):
        assert door in addresses


@pytest.mark.parametrize("lang", daily(LANGUAGES, DAILY))
@pytest.mark.parametrize("code", ODD)
def test_a_card_is_called_on_its_page_as_it_is(pages, code, lang):
    (html,) = (html for address, html in pages(lang, ALL).items() if address.endswith(f"/cards/{code}"))
    assert re.search(rf"<h1\b[^>]*>\s*{code}\s*</h1>", html)


@pytest.mark.parametrize(
    ("lang", "most"), daily([("ru", ALL), ("en", FEW), ("en", ALL)], [("ru", ALL), ("en", FEW)])
)
def test_no_page_has_a_word_of_another_game(pages, lang, most):
    for address, html in pages(lang, most).items():
        assert re.search(FOREIGN[lang], text_of(html), re.IGNORECASE) is None, address
