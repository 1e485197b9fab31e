"""Figures of «Зельеварение»: they show what their cases say, and nothing runs out of its picture."""

from xml.etree import ElementTree

import pytest

from games.potions.rulebook.drawing import assembling, cupboard, laid, ways
from games.potions.rulebook.drawing.ways import CUPBOARD, HAND, TABLE, Place, Spot, Way
from rulebook.content.entries import LANGUAGES, GameContent
from rulebook.content.reading import load, whole
from rulebook.content.scenarios import find
from rulebook.drawing import figures
from rulebook.drawing.figures import FigureRequest
from rulebook.printing.cards.lettering import width_of
from rulebook.printing.cards.paint import SANS_BOLD

GAME = load("potions")
WHOLE = whole("potions")
SVG = "{http://www.w3.org/2000/svg}"
OLYA, SASHA = Place(TABLE, "Оля"), Place(TABLE, "Саша")


def asked(figure_id: str, game: GameContent = GAME, lang: str = "ru") -> FigureRequest:
    figure = game.figure_by_id[figure_id]
    return FigureRequest(game, figure, tuple(find(game, name) for name in figure.scenarios), lang)


def texts(figure_id: str, game: GameContent = GAME, lang: str = "ru") -> list[str]:
    """What is written in the first picture of a figure, in the order in which it is drawn."""
    picture = figures.pictures(game, figure_id, lang)[0]
    return [text.text or "" for text in ElementTree.fromstring(figures.svg(picture)).iter(f"{SVG}text")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_words_run_out_of_a_picture(lang: str) -> None:
    """Need: on a phone of 360 px a picture is whole, and what is written in it isn't cut off."""
    pictures = [
        (each.id, picture) for each in WHOLE.figures for picture in figures.drawn(WHOLE, each.id, lang)
    ]
    for figure, picture in pictures:
        left, _, width, _ = picture.box
        assert picture.size[0] <= 328, figure
        for text in ElementTree.fromstring(figures.svg(picture)).findall(f"{SVG}text"):
            wide = width_of(text.text or "", float(text.get("font-size", "")), SANS_BOLD)
            start = float(text.get("x", "")) - (0 if "first" in text.get("class", "") else wide / 2)
            assert left - 3 <= start, text.text
            assert start + wide <= left + width + 3, text.text


def test_the_basic_game_draws_without_its_boxes() -> None:
    """The basic game stands alone: its figures need no card and no case of a box."""
    for figure in GAME.figures:
        assert figures.drawn(GAME, figure.id, "ru"), figure.id


def test_a_recipe_shows_from_where_its_ingredients_come_and_who_scores() -> None:
    """assemble.half: the owner of a used recipe gets half the points of the new one."""
    half = asked("assemble.half")
    taken = assembling.taken(half, half.scenarios[0])
    assert [(slot.card, slot.owner) for slot in taken] == [
        ("love_potion", "Саша"),
        ("elixir_of_eternal_youth", ""),
    ]
    assert {"Оля: +4", "Саша: +2, половина"} <= set(texts("assemble.half"))


def test_an_ingredient_that_cannot_be_taken_says_where_it_lies() -> None:
    """assemble.cupboard: never from the hand. assemble.under: nothing from under a recipe."""
    for figure_id, where in (
        ("assemble.cupboard", assembling.IN_HAND),
        ("assemble.all", assembling.COVERED),
    ):
        about = asked(figure_id)
        assert where in [slot.where for slot in assembling.taken(about, about.scenarios[0])]
        assert figures.pictures(GAME, figure_id, "ru")[0].mark == "no"


def test_a_wanted_owner_is_the_one_that_the_move_names() -> None:
    """assemble.recipes: if both have the recipe, whoever assembles chooses whose to use."""
    about = asked("assemble.recipes")
    assert assembling.taken(about, about.scenarios[0])[0].owner == "Саша"


def test_a_way_leads_from_where_a_card_was_to_where_it_is() -> None:
    """destruction.keep: a card from under the recipe stays as assembled, the rest goes to the cupboard."""
    about = asked("destruction.keep")
    assert ways.found(about, about.scenarios[0]) == [
        Way(Spot(Place(HAND, "Оля")), Spot(Place(CUPBOARD)), ("spell_of_destruction:snake_eye",)),
        Way(Spot(OLYA), Spot(Place(CUPBOARD)), ("elixir_of_strength",)),
        Way(Spot(OLYA, under=True), Spot(Place(CUPBOARD)), ("elixir_of_invisibility",)),
        Way(Spot(OLYA, under=True), Spot(OLYA), ("talisman_of_teleportation",)),
    ]


def test_a_stack_grows_card_by_card() -> None:
    """element.new: the first of an element scores, the second goes on top of it for nothing."""
    about = asked("element.new")
    now = laid.after(GAME, about.scenarios[0]).cupboard
    assert now == {"phoenix_feather": ("fire_salamander", "great_elixir_of_might")}
    assert cupboard.without(now, ["great_elixir_of_might"]) == {"phoenix_feather": ("fire_salamander",)}
    first, second = figures.pictures(GAME, "element.new", "ru")
    assert "+1" in first.inside
    assert "+1" not in second.inside


def test_the_track_turns_a_token_over_after_its_last_field() -> None:
    """score.record: past 30 the token is turned over and goes round again: 37 is field 7 of lap 2."""
    (picture,) = figures.pictures(GAME, "score.record", "ru")
    assert "Оля: 29 → 37. Поле 7, круг 2" in picture.words
    fields = [word for word in texts("score.record") if word.isdigit()]
    assert fields == [str(n) for n in range(1, 31)]


def test_english_pictures_have_english_names() -> None:
    assert "Olya: +4" in texts("assemble.half", lang="en")
    assert not [word for word in texts("assemble.half", lang="en") if any("а" <= c <= "я" for c in word)]
