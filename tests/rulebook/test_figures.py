"""Figures beside rules: what each must have, what is checked of them, where they stand, what they weigh."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.test import Client

from rulebook.content.entries import LANGUAGES, Figure, GameContent
from rulebook.content.reading import game_ids, whole
from rulebook.drawing import figures
from rulebook.printing import documents
from tests.daily import daily
from tests.markup import AS_SENT
from tests.rulebook.test_content import complaints, complaints_of_all

pytestmark = pytest.mark.whole

Edit = Callable[[str, str, str], Path]
SVG = "{http://www.w3.org/2000/svg}"
SMALLEST = 14  # pixels of a letter on a screen
ROOM = 358  # pixels that a phone of 390 has for a figure
EVERY = [
    pytest.param(whole(game_id), figure, id=f"{game_id}-{figure.id}")
    for game_id in game_ids()
    for figure in whole(game_id).figures
]
WITH_FIGURES = sorted({each.values[0].id for each in EVERY})


def test_games_with_figures_are_looked_at() -> None:
    assert {"poison", "wizwar"} <= set(WITH_FIGURES)


def letters(element: ElementTree.Element, scale: float) -> list[float]:
    """The heights of all letters, in pixels; drawings within a drawing have a scale of their own."""
    inner = re.search(r"scale\(([\d.]+)\)", element.get("transform", ""))
    scale *= float(inner[1]) if inner else 1
    own = [float(element.get("font-size", "")) * scale] if element.tag == f"{SVG}text" else []
    return own + [high for child in element for high in letters(child, scale)]


@pytest.mark.parametrize(("game", "figure"), EVERY)
def test_a_figure_is_drawn_and_printed_and_says_what_it_shows(game: GameContent, figure: Figure) -> None:
    for lang in LANGUAGES:
        for picture in figures.drawn(game, figure.id, lang):
            root = ElementTree.fromstring(figures.svg(picture))
            assert_seen(root, picture, lang)
            if lang == "ru":  # what is green or red, and what is printed, is the same in both
                assert_printed(game, picture, len(list(root.iter())))
                assert_not_by_colour_alone(picture)


def assert_seen(root: ElementTree.Element, picture: figures.Picture, lang: str) -> None:
    """Issue: SVG with viewBox and size, role=img and a title; nothing on screen under 14 px."""
    assert root.get("role") == "img", lang
    assert root.findtext(f"{SVG}title", "").strip(), lang
    width, height = (float(root.get(side, "")) for side in ("width", "height"))
    assert width > 0
    assert height > 0
    assert len(root.get("viewBox", "").split()) == 4
    shrunk = min(1.0, ROOM / width)
    assert min(letters(root, picture.unit * shrunk), default=SMALLEST) >= SMALLEST, lang


def assert_printed(game: GameContent, picture: figures.Picture, parts: int) -> None:
    """One drawing for page and print: the printed one has inks in place of classes, and as many parts."""
    svg = figures.printed(game, picture)
    assert "class=" not in svg
    assert "var(" not in svg
    assert len(list(ElementTree.fromstring(svg).iter())) == parts


def assert_not_by_colour_alone(picture: figures.Picture) -> None:
    """LOOK: what is green or red has words or a sign, and a picture with a mark has words beside it."""
    assert picture.mark in ("", "yes", "no")
    assert picture.words or not picture.mark


# What `rules check` says


CASE = 'scenarios = ["second-red-cauldron"]'


WRONG = [
    ("rules.toml", 'figure = "majority.tie"', 'figure = "majority.tea"', "unknown figure majority.tea"),
    (
        "rules.toml",
        'figure = "overflow.take"',
        'figure = "overflow.take"\nno_figure = "words"',
        "clause overflow.take, figure: needs figure or no_figure, not both",
    ),
    (
        "rules.toml",
        'figure = "overflow.stays"\n',
        "",
        "clause overflow.stays, id: needs figure or no_figure",
    ),
    (
        "rules.toml",
        'no_figure = "words"',
        'no_figure = "lazy"',
        "“lazy” is not one of words, example, card, nearby",
    ),
    ("rules.toml", 'no_figure = "words"', 'no_figure = "example"', "the clause has no scenario"),
    ("rules.toml", 'no_figure = "example"', 'no_figure = "card"', "the clause names no card"),
    ("figures.toml", '["scoring-example"]', '["third-red-cauldron"]', "unknown scenario third-red-cauldron"),
    ("figures.toml", 'drawing = "deck"', 'drawing = "desk"', "the game has no drawing desk"),
    (
        "figures.toml",
        CASE,
        "scenarios = ['deal-for-four']",
        "figure cauldron.colour, drawing: the figure can",
    ),
    ("rules.toml", 'figure = "score.record"', 'no_figure = "nearby"', "score.record, id: no clause has this"),
]


def test_what_is_wrong_with_a_figure_is_said(edit: Edit) -> None:
    """Issue: each clause has `figure = …` or `no_figure = reason`, checked by `rules check`."""
    told = complaints_of_all(edit, WRONG)
    assert [said for *_, said in WRONG if not any(said in line for line in told)] == [], told


def test_a_chapter_says_once_why_its_rules_have_none(edit: Edit) -> None:
    folder = edit("game.toml", 'id = "variants"\n', 'id = "variants"\nno_figure = "words"\n')
    rules = folder / "games/poison/content/rules.toml"
    head, mark, variants = rules.read_text(encoding="utf-8").partition("# 6. ")
    drawn = variants.replace('no_figure = "words"\n', 'figure = "majority.tie"\n', 1)  # one has its own
    rules.write_text(head + mark + drawn.replace('no_figure = "words"\n', ""), encoding="utf-8")
    assert complaints(folder) == []


def test_a_game_that_never_speaks_of_figures_neednt(edit: Edit) -> None:
    """A stranger's game has none and is sound."""
    folder = edit("figures.toml", "#", "#")
    home = folder / "games/poison/content"
    (home / "figures.toml").unlink()
    rules = (home / "rules.toml").read_text(encoding="utf-8")
    (home / "rules.toml").write_text(re.sub(r"(?m)^(no_)?figure = .*\n", "", rules), encoding="utf-8")
    assert complaints(folder) == []


# Pages


@pytest.mark.django_db
def test_a_figure_stands_before_the_words_and_leads_to_the_large_one(client: Client) -> None:
    """Issue: first on a phone; tap to enlarge, without a script a link."""
    html = client.get("/rules/wizwar/sight.corner").content.decode()
    assert html.index("<figure") < html.index('class="clause-text"')
    assert 'href="/rules/wizwar/figures/sight.corner" data-enlarge' in html
    large = client.get("/rules/wizwar/figures/sight.corner").content.decode()
    assert "<figure" in large
    assert 'href="/rules/wizwar/sight.diagonal"' in large
    part = client.get("/rules/wizwar/figures/sight.corner", headers={"HX-Request": "true"}).content.decode()
    assert 'id="sheet-title"' in part
    assert "<html" not in part


@pytest.mark.django_db
def test_no_such_figure_offers_what_may_have_been_meant(client: Client) -> None:
    response = client.get("/rules/wizwar/figures/sight.cornr")
    assert response.status_code == 404
    assert "/rules/wizwar/sight.corner" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("game_id", daily(WITH_FIGURES, WITH_FIGURES[1:2]))  # chapters are made alike
def test_a_figure_of_several_rules_stands_once_in_a_text(client: Client, game_id: str) -> None:
    game = whole(game_id)
    for chapter in game.chapters:
        clauses = game.in_chapter(chapter.id)
        html = client.get(f"/rules/{game_id}/{chapter.id}").content.decode()
        assert html.count("<figure") == len({clause.figure for clause in clauses if clause.figure})


@pytest.mark.django_db
@pytest.mark.parametrize("game_id", daily(WITH_FIGURES, ["wizwar"]))  # has the most figures
def test_chapters_with_figures_are_light(client: Client, game_id: str) -> None:
    """Issue: a chapter at most 20 KB compressed (sight 30), all the rules 120."""

    def weight(path: str) -> int:
        return len(gzip.compress(client.get(path, **AS_SENT).content, 6))

    for chapter in whole(game_id).chapters:
        most = 30_000 if chapter.id == "sight" else 20_000
        assert weight(f"/rules/{game_id}/{chapter.id}") <= most, chapter.id
    assert weight(f"/rules/{game_id}/all") <= 120_000


@pytest.mark.parametrize("game_id", ["poison"])
def test_figures_stand_in_the_printed_rulebook(game_id: str) -> None:
    """Issue: one SVG source for page and print."""
    game = whole(game_id)
    html = documents.rulebook(game, "a4")
    assert html.count('<div class="figure">') == len(figures.standing(game.clauses))
    assert "fg-" not in html
