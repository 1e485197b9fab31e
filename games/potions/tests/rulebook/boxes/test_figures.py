"""Figures of what boxes add to «Зельеварение»."""

from games.potions.rulebook.drawing import assembling, ways
from games.potions.rulebook.drawing.ways import Spot, Way
from games.potions.tests.rulebook.test_figures import GAME, OLYA, SASHA, WHOLE, asked, texts
from rulebook.drawing import figures


def test_what_stands_in_for_an_ingredient_is_said_beside_it() -> None:
    """university.transfiguration.replace: one ingredient may be replaced by a card of the cupboard."""
    about = asked("university.transfiguration.replace", WHOLE)
    first, second = assembling.taken(about, about.scenarios[0])
    assert (first.card, first.owner) == ("love_potion", "")
    assert (second.card, second.owner) == ("elixir_of_contradiction", "Саша")
    assert "вместо:" in " ".join(texts("university.transfiguration.replace", WHOLE))


def test_a_recipe_that_has_lost_its_cards_is_shown_as_staying() -> None:
    """university.whirlpool.all: all cards go from under the recipes, which stay assembled."""
    about = asked("university.whirlpool.all", WHOLE)
    stays = [way for way in ways.found(about, about.scenarios[0]) if way.start == way.end]
    assert stays == [
        Way(Spot(OLYA), Spot(OLYA), ("learned_gnawer",)),
        Way(Spot(SASHA), Spot(SASHA), ("elixir_of_rebirth",)),
    ]


def test_kinds_are_read_off_the_cards_of_their_deck() -> None:
    """components.kinds names what each kind is made of; guild.recipes.kinds: the Guild's talismans differ."""
    basic, guild = (
        figures.pictures(WHOLE, figure_id, "ru")[0].inside
        for figure_id in ("components.kinds", "guild.recipes.kinds")
    )
    assert "или" in basic  # a creature has two recipes
    assert "k-four-element-elixir" not in basic
    assert "k-four-element-elixir" in guild
    assert figures.pictures(GAME, "components.kinds", "ru")[0].inside == basic
