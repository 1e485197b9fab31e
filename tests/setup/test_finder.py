"""Games from outside: what can't come in is left out with one line, and everything else works."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from rulebook import finder
from tests.plugin import shared_folder
from tests.rulebook import tiny_game
from tests.setup import broken_rooms
from tests.setup.broken_rooms import BROKEN

GOOD, LOST, TORN, RAISING, LOOSE, ODD = "tiny", "nowhere.lost", "torn", "raising", "loose", "odd"
TAKEN, OURS, PLAYED, MODULE = "recent", "poison", "played", "lost_module"
# Games that can be loaded and not be played: what is written in place of what.
FAULTS = {
    "no_deal": ("5, 0)", "5 / 0, 0)"),
    "no_check": ("return None if", "return None if 3 > state.left > len(None) or"),
    "no_moves": ("for n in (1, 2)", "for n in (1, 2) if state.left > 2"),
    "no_view": ("        return state\n", "        return state if state.left > 3 else state.hand\n"),
    "no_rules": ("engine = Stones()", "engine = 5"),
    "no_object": ("GAME = Mine()", "GAME = Mine"),
}
# Their pictures would stand in pages of the whole site.
PICTURES = {
    "heavy": f'<svg viewBox="0 0 96 96"><path d="{"M0 0" * 18_000}"/></svg>',
    "scribble": "<svg><path/></svg>",
}
GAMES = (GOOD, LOST, TORN, RAISING, LOOSE, ODD, TAKEN, OURS, PLAYED, MODULE, *FAULTS, *PICTURES, *BROKEN)
# What is said of each that stays outside.
TRIED = "left without its table: a random game to try it broke: "
WHY = {
    "lost": r"there is no package nowhere\.lost, or it has no .* \(PYTHONPATH names its folder\)",
    "torn": r"its content can’t be used: .*torn/rules\.toml:\d+: clause play\.card: syntax: ",
    "raising": r"the game can’t be loaded: raising\.scoring\.game: ZeroDivisionError: ",
    "loose": r"its content can’t be used: .*loose/rulings\.toml:\d+: .*unknown clause play\.gone",
    "odd": r"its content can’t be used: .*odd/game\.toml:\d+: id: the folder has another name",
    "recent": r"no name for a game \(recent\)",
    "poison": r"there is such a game already \(poison\)",
    "lost_module": r"the game can’t be loaded: lost_module\.simulator\.game: ModuleNotFoundError: ",
    "no_deal": TRIED + r"ZeroDivisionError: .* \(no_deal/simulator/game\.py:\d+, new_game\)",
    "no_check": TRIED + r"TypeError: .* \(no_check/simulator/game\.py:\d+, check\)",
    "no_moves": TRIED + r"AssertionError: seat \d is to act and has no move",
    "no_view": TRIED + r"AttributeError: .* \(no_view/simulator/game\.py:\d+, view\)",
    "no_rules": TRIED + r"TypeError: engine must be an object of a class made from ",
    "heavy": r"its content can’t be used: .*heavy/static/heavy/icons/emblem-heavy\.svg: 70 kB, at most 64",
    "scribble": r"its content can’t be used: .*scribble/static/scribble/icons/emblem-scribble\.svg: no icon",
    "no_object": r"the game can’t be loaded: no_object\.simulator\.game: TypeError: GAME must be an object",
    **{game: rf"the game can’t be loaded: {why}" for game, (_, why) in BROKEN.items()},
}
UNPLAYED = ("no_deal", "no_check", "no_moves", "no_view", "no_rules")  # left without their tables alone
PAGES = {
    "/": 200,
    "/rules/poison": 200,
    **dict.fromkeys((f"/rules/tiny{page}" for page in ("", "/play.card", "/cards/w3", "/term/quarrel")), 200),
    **dict.fromkeys((f"/en/rules/tiny{page}" for page in ("/cards", "/ruling/tiny-1", "/all")), 200),
    **dict.fromkeys(("/score/tiny", "/print/tiny", "/rules/tiny/reference"), 200),
    "/search?q=котёл": 200,
    "/search?q=quarrel": 200,
    **{f"/{door}/{game}": 200 for door in ("rules", "score") for game in UNPLAYED},
    **{f"/play/{game}": 404 for game in (*UNPLAYED, GOOD)},
    "/play/played": 200,
    "/play/poison": 200,
    **{f"/rules/{game}": 404 for game in ("lost_module", "no_object", *PICTURES)},
    **{f"/rules/{game}": 404 for game in ("lost", "torn", "raising", "loose", "odd", "recent")},
    **{f"/{door}/{game}": 404 for door in ("rules", "score", "play") for game in BROKEN},
    **dict.fromkeys(("/score/recent", "/play/recent"), 200),
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one sound game and several that aren't."""
    home = tmp_path_factory.mktemp("home")
    for game in (GOOD, TORN, RAISING, LOOSE, TAKEN, OURS, PLAYED, MODULE, *FAULTS, *PICTURES):
        tiny_game.write(home, game)
    tiny_game.write_engine(home, PLAYED)
    tiny_game.write_engine(home, MODULE, "from dataclasses", "from nowhere")
    for game, (old, new) in FAULTS.items():
        tiny_game.write_engine(home, game, old, new)
    change(home / TORN / "rulebook/content/rules.toml", 'ru = "Выложите карту"', 'ru = "Выложите карту')
    change(home / LOOSE / "rulebook/content/rulings.toml", '"play.card"', '"play.gone"')
    for game, svg in PICTURES.items():
        icons = home / game / "rulebook/static" / game / "icons"
        icons.mkdir(parents=True)
        (icons / f"emblem-{game}.svg").write_text(svg, encoding="utf-8")
    tiny_game.write(home, ODD)
    change(home / ODD / "rulebook/content/game.toml", 'id = "odd"', 'id = "even"')
    broken_rooms.write(home)
    (home / RAISING / "scoring").mkdir()
    (home / RAISING / "scoring/game.py").write_text("GAME = 1 / 0\n")
    return home


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture(scope="module")
def visited(home: Path, tmp_path_factory: pytest.TempPathFactory) -> tiny_game.Visited:
    place = shared_folder(tmp_path_factory) / "games-from-outside"
    return tiny_game.visited_once(place, lambda _: tiny_game.visit(home, PAGES, *GAMES))


@pytest.mark.long
def test_home_search_and_all_other_games_work(visited: tiny_game.Visited) -> None:
    assert {url: status for url, (status, _) in visited.pages.items()} == PAGES
    assert "Кроха" in visited.pages["/"][1]
    assert "/rules/tiny/term/quarrel" in visited.pages["/search?q=quarrel"][1]
    assert not any(f'href="/play/{GOOD}"' in html for _, html in visited.pages.values()), "it has no engine"
    for game in ("torn", "raising", "loose", *BROKEN):
        assert f"/rules/{game}" not in visited.pages["/"][1] + visited.pages["/search?q=quarrel"][1]


@pytest.mark.long
def test_the_log_has_one_line_for_each_game_that_is_left_out(visited: tiny_game.Visited) -> None:
    lines = [line for line in visited.log.splitlines() if "Not Found" not in line]
    assert len(lines) == len(WHY), visited.log
    for game, why in WHY.items():
        assert [line for line in lines if re.search(rf"\b{game}: {why}", line)], game


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """The addresses of the site as their patterns have them, but for those that one game brings."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from routes(pattern, route)


def test_ids_that_addresses_need_are_those_that_stand_where_a_game_s_id_does() -> None:
    """`/score/recent` is a page, so no game can be called so."""
    split = [route.split("/") for route in routes(get_resolver())]
    places = {tuple(parts[: parts.index("<slug:game_id>")]) for parts in split if "<slug:game_id>" in parts}
    assert places
    literal = {
        parts[len(place)]
        for parts in split
        for place in places
        if len(parts) > len(place) and tuple(parts[: len(place)]) == place
    }
    ours = {game for app in finder.APPS for game in finder.rooms(app)}
    assert {word for word in literal if word and "<" not in word} - ours == finder.TAKEN
