"""Figures of the Guild: the Sequence card, its columns, where a stage comes from."""

import re
from xml.etree import ElementTree

from games.potions.rulebook.boxes.guild import sequences
from rulebook.content.reading import load
from rulebook.drawing import figures

GAME = load("potions", boxes=("guild",))
SVG = "{http://www.w3.org/2000/svg}"


def texts(figure_id: str, n: int = 0) -> list[str]:
    picture = figures.pictures(GAME, figure_id, "ru")[n]
    return [text.text or "" for text in ElementTree.fromstring(figures.svg(picture)).iter(f"{SVG}text")]


def test_the_card_has_every_stage_with_its_points_and_is_marked_as_ours() -> None:
    """guild.sequence.shape: three columns of seven stages; what is a reconstruction stays marked as one."""
    (picture,) = figures.pictures(GAME, "guild.sequence.shape", "ru")
    points = [int(word) for word in texts("guild.sequence.shape") if word.isdigit()]
    assert sorted(points) == sorted(3 * sequences.stage_points())
    assert all(
        GAME.card_by_id[stage].name.ru in picture.label
        for column in sequences.cards()[0].columns
        for stage in column.stages
    )
    assert picture.words.startswith("восстановлено")


def test_a_column_alone_is_marked_as_ours_too() -> None:
    for figure_id in ("guild.sequence.last", "guild.stone.lay", "guild.transmutation.skip"):
        assert "восстановлен" in texts(figure_id)[0]


def test_sources_say_who_scores() -> None:
    """guild.sequence.half: half to the owner of another's card, nothing to anybody for one's own."""
    (picture,) = figures.pictures(GAME, "guild.sequence.from", "ru")
    shares = dict(part.split(": ", 1) for part in picture.label.split("; "))
    assert list(shares) == [
        "с руки",
        "свой рецепт",
        "рецепт соперника",
        "из своего столбца",
        "из чужого столбца",
    ]
    halves = [where for where, share in shares.items() if "половина" in share]
    assert halves == ["рецепт соперника", "из чужого столбца"]


def test_the_last_stage_is_locked_until_the_next_is_laid() -> None:
    """guild.sequence.last: the last card of a column can't be taken; with the next one laid it is free."""
    first, second = figures.pictures(GAME, "guild.sequence.last", "ru")
    assert (first.mark, second.mark) == ("no", "yes")


def test_a_stage_passed_over_and_one_taken_away_are_dashed() -> None:
    """guild.sequence.gap, guild.transmutation.skip: the place stays empty."""
    for figure_id in ("guild.sequence.gap", "guild.transmutation.skip"):
        (picture,) = figures.pictures(GAME, figure_id, "ru")
        assert len(re.findall(r"fg-tint-line[^>]*dasharray", picture.inside)) == 1


def test_limits_are_the_constants() -> None:
    """guild.phases.first and guild.both.first: their numbers are read from the constants."""
    game = load("potions", boxes=("guild", "university"))
    for figure_id, names in (("guild.phases.first", "guild"), ("guild.both.first", "both")):
        label = figures.pictures(game, figure_id, "ru")[0].label
        below, upto, stop = (game.constants[f"{names}_draw_{key}"] for key in ("below", "to", "stop"))
        assert label.startswith(f"0–{below - 1}: взять до {upto}")
        assert f"{stop} и больше: не брать" in label
