"""With content files alone a game has all pages of the rulebook, in both languages, and is found."""

from pathlib import Path

import pytest

from tests.conftest import shared_folder
from tests.rulebook import tiny_game

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


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> tiny_game.Visited:
    return tiny_game.visited_once(shared_folder(tmp_path_factory) / "content-alone", visit)


def visit(home: Path) -> tiny_game.Visited:
    tiny_game.write(home)
    content = tiny_game.write(home, "bare", leave=("glossary.toml", "rulings.toml")) / "content"
    (content / "cards.toml").write_text("", encoding="utf-8")
    rules = content / "rules.toml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("{card:w3}", "w3").replace("{card:one}", "1"))
    bare = [f"/rules/bare{page}" for page in ("", "/play.card", "/cards", "/glossary", "/rulings", "/all")]
    tiny = [f"{lang}/rules/tiny{page}" for lang in ("", "/en") for page in PAGES]
    return tiny_game.visit(home, [*tiny, *bare, *SAID], "tiny", "bare")


def test_every_page_of_a_game_with_content_alone_opens(visited: tiny_game.Visited) -> None:
    assert {url: status for url, (status, _) in visited.pages.items() if status != 200} == {}


@pytest.mark.parametrize("url", SAID)
def test_a_page_says_what_the_content_says(visited: tiny_game.Visited, url: str) -> None:
    assert SAID[url] in visited.pages[url][1]


def test_nothing_of_a_sound_game_is_logged(visited: tiny_game.Visited) -> None:
    assert visited.log == ""
