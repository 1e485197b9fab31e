"""Places of a maze in sentences: squares, edges, wizards, chests, sides of the world."""

from dataclasses import replace

import pytest

from games.wizwar.rulebook.words import SHAPES
from rulebook.content import reading
from rulebook.content.entries import Text
from rulebook.wording import sentences

MAZE = reading.load("wizwar")
NAMES = ("Оля", "Саша")
NB, HYPHEN = "\u00a0", "\u2011"
SQUARE = f"1{HYPHEN}b3"
SAID = [
    ("{square}", {"square": "1b3"}, SQUARE, SQUARE),
    ("{edge}", {"edge": "1b3e"}, f"Восточная сторона {SQUARE}", f"The east side of {SQUARE}"),
    # Within a sector an edge has one name, whichever of its squares it is looked at from.
    ("{edge:acc}", {"edge": "1b3n"}, f"Южную сторону 1{HYPHEN}b2", f"The south side of 1{HYPHEN}b2"),
    ("{edge:gen}", {"edge": "1b3w"}, f"Восточной стороны 1{HYPHEN}a3", f"The east side of 1{HYPHEN}a3"),
    ("{edge}", {"edge": "1b1n"}, f"Северная сторона 1{HYPHEN}b1", f"The north side of 1{HYPHEN}b1"),
    ("{edge:dat}", {"edge": "1a3w"}, f"Западной стороне 1{HYPHEN}a3", f"The west side of 1{HYPHEN}a3"),
    ("{edge:loc}", {"edge": "1b3s"}, f"Южной стороне {SQUARE}", f"The south side of {SQUARE}"),
    ("{target}", {"target": "w2"}, "Саша", "Саша"),
    ("{target}", {"target": "w5"}, f"Игрок{NB}5", f"Player{NB}5"),
    ("{target}", {"target": "1b3"}, SQUARE, SQUARE),
    ("{target}", {"target": "1b3e"}, f"Восточная сторона {SQUARE}", f"The east side of {SQUARE}"),
    ("{target}", {"target": "s1"}, f"Сектор{NB}1", f"Sector{NB}1"),
    ("{target}", {"target": "fireball"}, "«Шар огня»", "Fireball"),
    ("{target}", {"target": "dagger@1b3"}, f"«Кинжал» ({SQUARE})", f"Dagger ({SQUARE})"),
    ("{place}", {"place": "0,2"}, f"Ряд{NB}1, столбец{NB}3", f"Row{NB}1, column{NB}3"),
    ("{answers}", {"answers": "kick"}, "Пинок", "Kick"),
    ("На {answers:acc}", {"answers": "kick"}, "На пинок", "На kick"),
    ("{answers}", {"answers": "fireball"}, "«Шар огня»", "Fireball"),
    ("{object}", {"object": "dagger"}, "«Кинжал»", "Dagger"),
    ("{object:acc}", {"object": "T1a"}, "Сундук (Оля, а)", "Treasure (Оля, a)"),
    ("{treasure}", {"treasure": "T2b"}, "Сундук (Саша, б)", "Treasure (Саша, b)"),
    ("{sector}", {"sector": "s3"}, "Сектор «Классический 3»", "Sector Classic 3"),
    ("{sector}", {"sector": 3}, f"Сектор{NB}3", f"Sector{NB}3"),
    (
        "{sectors}",
        {"sectors": ["s1", "s2"]},
        "Сектор «Классический 1» и сектор «Классический 2»",
        "Sector Classic 1 and sector Classic 2",
    ),
    ("{cards}", {"cards": ["fireball", "number_4"]}, "«Шар огня» и «Цифра 4»", "Fireball and Number 4"),
    ("{from}, {by}", {"from": 0, "by": 1}, "Оля, Саша", "Оля, Саша"),
    ("{by}", {"by": "fireball"}, "«Шар огня»", "Fireball"),
    ("{kind:acc}", {"kind": "wall"}, "Стену", "Wall"),
    (
        "на {side}, с {side:gen}, на {side:loc}",
        {"side": "s"},
        "На юг, с юга, на юге",
        "На south, с south, на south",
    ),
    ("{letter}", {"letter": "A"}, "A", "A"),
]


@pytest.mark.parametrize(("template", "params", "russian", "english"), SAID)
def test_a_place_becomes_words_by_the_shape_of_its_text(template, params, russian, english):
    said = replace(MAZE, words={"event": {"it": Text(template, template)}})
    assert sentences.render(said, "event", "it", params, "ru", NAMES) == russian
    assert sentences.render(said, "event", "it", params, "en", NAMES) == english


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_place_on_the_board_reads_as_a_place_and_never_as_a_card(lang):
    said = replace(MAZE, words={"event": {"it": Text("{target}", "{target}")}})
    for slot in "123456":
        for square in (f"{slot}{column}{row}" for column in "abcde" for row in "12345"):
            for target in (square, *(square + side for side in "nesw")):
                assert HYPHEN in sentences.render(said, "event", "it", {"target": target}, lang)


def test_no_id_of_a_card_has_the_shape_of_a_place():
    places = [card.id for card in MAZE.cards for shape, _ in SHAPES if shape.fullmatch(card.id)]
    assert places == ["s1", "s2", "s3", "s4", "s5", "s6"]
