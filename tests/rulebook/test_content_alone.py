"""With content files alone a game has all pages of the rulebook, in both languages, and is found."""

import re
from pathlib import Path

import pytest

from tests.plugin import shared_folder
from tests.rulebook import tiny_game

# Every day test_finder opens each kind of page of such a game.
pytestmark = [pytest.mark.long, pytest.mark.thorough]

PAGES = (
    "",
    "/play",
    "/play.card",
    "/common",
    "/score.record",
    "/cards",
    "/cards?kind=red",
    "/cards/w3",
    "/cards/one",
    "/glossary",
    "/term/quarrel",
    "/rulings",
    "/ruling/tiny-1",
    "/all",
    "/reference",
)
SAID = {
    "/rules/tiny": "Выложите карту",
    "/en/rules/tiny/play.card": "On your turn lay the",
    "/rules/tiny/cards/w3": "Тройка",
    "/rules/tiny/cards/one": "<code>1-a2</code>",
    "/en/rules/tiny/cards?kind=red": "Three",
    "/rules/tiny/score.record": "Так во всех играх",
    "/en/rules/tiny/ruling/tiny-1": "Whoever has the three.",
    "/search?q=тройка": "/rules/tiny/cards/w3",
    "/en/search?q=quarrel&game=tiny": "/en/rules/tiny/term/quarrel",
    "/": "Кроха",
}

OF_CARDS = ("components.deck", "setup.deal")  # rules of all games that speak of cards
OTHERS = ("/rules/poison", "/rules/alchemists")  # one is played by an engine, one has a page of its own
# No cards, no engine, and no rule of its own that says how it is set up.
MISSING = ("/print/bare/cards.pdf", "/play/bare", "/rules/bare/setup")


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> tiny_game.Visited:
    return tiny_game.visited_once(shared_folder(tmp_path_factory) / "content-alone", visit)


def visit(home: Path) -> tiny_game.Visited:
    tiny_game.write(home)
    content = tiny_game.write(home, "bare", leave=("glossary.toml", "rulings.toml")) / "content"
    (content / "cards.toml").write_text("", encoding="utf-8")
    head = content / "game.toml"
    head.write_text(head.read_text(encoding="utf-8").partition("[[kinds]]")[0], encoding="utf-8")
    rules = content / "rules.toml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("{card:w3}", "w3").replace("{card:one}", "1"))
    bare = [
        f"/rules/bare{page}"
        for page in ("", "/play.card", "/cards", "/glossary", "/rulings", "/all", "/reference")
    ]
    bare += [f"{lang}/rules/bare/{name}" for lang in ("", "/en") for name in OF_CARDS]
    tiny = [f"{lang}/rules/tiny{page}" for lang in ("", "/en") for page in PAGES]
    tiny += [f"{lang}/rules/tiny/{name}" for lang in ("", "/en") for name in OF_CARDS]
    doors = [f"/{door}/{game}" for door in ("print", "score") for game in ("tiny", "bare")]
    return tiny_game.visit(home, [*tiny, *bare, *doors, *SAID, *OTHERS, *MISSING], "tiny", "bare")


def test_every_page_of_a_game_with_content_alone_opens(visited: tiny_game.Visited) -> None:
    lost = {url: status for url, (status, _) in visited.pages.items() if status != 200}
    assert lost == dict.fromkeys(MISSING, 404)


@pytest.mark.parametrize("url", SAID)
def test_a_page_says_what_the_content_says(visited: tiny_game.Visited, url: str) -> None:
    assert SAID[url] in visited.pages[url][1]


def test_cards_are_printed_only_where_there_are_some(visited: tiny_game.Visited) -> None:
    """A game without cards has neither the page nor the file of them."""
    address = 'action="/print/{}/cards.pdf"'
    assert address.format("tiny") in visited.pages["/print/tiny"][1]
    menu = visited.pages["/print/bare"][1]
    assert address.format("bare") not in menu
    assert 'action="/print/bare/rulebook.pdf"' in menu
    assert "/rules/bare/cards" not in visited.pages["/rules/bare"][1]
    assert "карт нет" in visited.pages["/rules/bare/cards"][1].replace("\u00a0", " ")


def test_a_door_leads_to_a_table_only_where_there_is_one(visited: tiny_game.Visited) -> None:
    """With an engine, or with a page of the game's own."""
    for url, (_, html) in visited.pages.items():
        assert 'href="/play/tiny"' not in html, url
        assert 'href="/play/bare"' not in html, url
    for url in OTHERS:
        assert f'href="{url.replace("rules", "play")}"' in visited.pages[url][1], url


@pytest.mark.parametrize("name", OF_CARDS)
def test_rules_of_all_games_speak_of_cards_only_where_there_are_some(
    visited: tiny_game.Visited, name: str
) -> None:
    for lang, word in (("", "карт"), ("/en", "card")):
        told = {game: said(visited.pages[f"{lang}/rules/{game}/{name}"][1]) for game in ("tiny", "bare")}
        assert word in told["tiny"].lower()
        assert word not in told["bare"].lower()


def said(html: str) -> str:
    """The title and the text of a clause."""
    found = re.search(r"<h1\b.*?</article>", html, re.DOTALL)
    assert found is not None
    return re.sub(r"<[^>]*>", " ", found[0])


def test_nothing_of_a_sound_game_is_logged(visited: tiny_game.Visited) -> None:
    assert [line for line in visited.log.splitlines() if "Not Found: " not in line] == []
