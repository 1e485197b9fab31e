"""Pages of «Маго-бой»: cards, sectors and layouts as drawings, tokens; icons, filters, search."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from games.wizwar.rulebook import spells
from games.wizwar.rulebook.drawing import maze, maze_cards, pieces
from games.wizwar.rulebook.drawing.maze import WallLine
from rulebook import origins
from rulebook.content.entries import Card
from rulebook.content.reading import load
from rulebook.content.typography import typeset
from rulebook.drawing import icons, piece_cards
from rulebook.drawing import small as drawing_small
from rulebook.search import finding
from tests.daily import daily
from tests.rulebook.page_reader import facts, listed, page, text_of

GAME = load("wizwar")
LIST = "/rules/wizwar/cards"
DECK = [card for card in GAME.cards if card.deck]
SPELLS = [card for card in DECK if card.kind in pieces.SPELL_KINDS]
SECTORS = [card for card in GAME.cards if card.kind == "sector"]
LAYOUTS = [card for card in GAME.cards if card.kind == "layout"]
PLANS = {card.id: maze.plan(card.data, GAME.constants) for card in SECTORS}
FEW = list({card.kind: card for card in GAME.cards}.values())  # the last of each kind
TOUCHES_DATABASE = pytest.mark.django_db
CLASSIC_1 = """
+---+---+   +---+---+
| .   .   .   .   . |
+   +---+---+---+   +
| . | T | .   .   . |
+   +   +   +---+---+
  .   . | H | .   .
+---+=D=+   +   +=D=+
| .   .   .   T | . |
+   +---+---+---+   +
| .   .   .   .   . |
+---+---+   +---+---+
"""


def in_letters(sector: maze.SectorPlan) -> str:
    """A sector as people draw one in a letter."""
    rows = []
    for y in range(sector.size + 1):
        lines = [maze.side_line(x, y, "n") for x in range(sector.size)]
        marks = [
            "---" if line in sector.walls else "=D=" if line in sector.doors else "   " for line in lines
        ]
        rows.append("+" + "+".join(marks) + "+")
        if y < sector.size:
            rows.append("".join(_cell(sector, x, y) for x in range(sector.size + 1)).rstrip())
    return "\n".join(rows)


def _cell(sector: maze.SectorPlan, x: int, y: int) -> str:
    line = maze.side_line(x, y, "w")
    bar = "|" if line in sector.walls else "D" if line in sector.doors else " "
    if x == sector.size:
        return bar
    holds = "H" if (x, y) == sector.home else "T" if (x, y) in sector.treasures else "."
    return f"{bar} {holds} "


# Sectors as geometry


def test_a_sector_comes_out_as_its_map() -> None:
    assert in_letters(PLANS["s1"]) == CLASSIC_1.strip()


@pytest.mark.parametrize("sector", PLANS.values(), ids=PLANS)
def test_a_sector_has_a_home_two_treasures_and_four_exits_and_no_closed_room(sector: maze.SectorPlan) -> None:
    assert sector.home == (2, 2)
    assert len(set(sector.treasures) - {sector.home}) == 2
    assert len(sector.exits) == 4
    assert not set(sector.walls) & set(sector.doors)
    assert not (set(sector.walls) | set(sector.doors)) & set(sector.exits)
    reached, edge = {sector.home}, [sector.home]
    while edge:
        x, y = edge.pop()
        for way in maze.ways(sector, x, y):
            dx, dy = maze.OUTWARDS[way.side]
            if not way.out and (x + dx, y + dy) not in reached:
                reached.add((x + dx, y + dy))
                edge.append((x + dx, y + dy))
    assert len(reached) == 25


@pytest.mark.parametrize("sector", PLANS.values(), ids=PLANS)
def test_four_quarters_are_a_whole_turn(sector: maze.SectorPlan) -> None:
    once = maze.turned(sector, 1)
    assert maze.turned(once, 3) == maze.turned(sector, 0)
    assert (len(once.walls), len(once.doors), once.home) == (
        len(sector.walls),
        len(sector.doors),
        sector.home,
    )
    assert set(once.exits) == set(sector.exits)


def test_a_quarter_is_clockwise() -> None:
    """What lay in the north-west lies in the north-east; a wall below it stands at its western side."""
    sector = PLANS["s8"]
    turned = maze.turned(sector, 1)
    assert sector.treasures == ((0, 0), (4, 4))
    assert turned.treasures == ((4, 0), (0, 4))
    assert maze.side_line(0, 0, "e") in sector.walls
    assert maze.side_line(4, 0, "s") in turned.walls


def test_a_moved_sector_keeps_its_shape() -> None:
    moved = maze.moved(PLANS["s1"], 5, 10)
    assert moved.home == (7, 12)
    assert maze.moved(moved, -5, -10) == PLANS["s1"]


def test_the_ways_out_of_a_square_are_told_with_doors_and_exits() -> None:
    assert maze.ways(PLANS["s1"], 1, 1) == (maze.WayOut("s", False, False),)
    assert maze.ways(PLANS["s1"], 1, 2)[1] == maze.WayOut("s", True, False)
    assert maze.WayOut("w", False, True) in maze.ways(PLANS["s1"], 0, 2)


def test_pieces_of_a_wall_become_one_long_line_and_a_doubled_wall_is_one() -> None:
    pieces = [maze.side_line(x, 0, "n") for x in (0, 1, 3)] + [maze.side_line(0, -1, "s")]
    assert maze.runs(pieces) == [WallLine(0, 0, 2, 0), WallLine(3, 0, 4, 0)]
    assert maze.path(maze.runs(pieces)) == "M0 0H2M3 0H4"


@pytest.mark.parametrize("side", ["n", "w"])
def test_what_stands_on_an_edge_differs_by_its_shape_and_not_by_colour_alone(side: str) -> None:
    line = maze.side_line(2, 3, side)
    drawn = {name: tuple(shape.d for shape in draw(line)) for name, draw in maze.EDGES.items()}
    assert len(set(drawn.values())) == len(maze.EDGES)


def test_every_kind_of_part_has_a_class_and_an_ink() -> None:
    css = (settings.BASE_DIR / "games/wizwar/simulator/static/wizwar/maze.css").read_text()
    assert all(f".mz-{kind}" in css for kind in maze.KINDS)
    assert set(maze.inks("#000000", "#ffffff", "#8c2c42")) == set(maze.KINDS) == set(maze.CLASSES)


@pytest.mark.parametrize("card", [*SECTORS, *LAYOUTS], ids=lambda card: card.id)
def test_a_drawing_for_print_has_real_colours_and_no_classes_of_the_page(card: Card) -> None:
    picture = maze_cards.PICTURES[card.kind](GAME, card)
    svg = maze.svg(
        picture, card.name.ru, style=maze.inks("#2b2420", "#fffdf6", "#8c2c42", font="Grimoire Sans")
    )
    assert "mz-" not in svg
    assert "var(--" not in svg
    assert f'aria-label="{card.name.ru}"' in svg


# Layouts


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda card: card.id)
def test_a_layout_shows_each_letter_at_both_its_ends_and_a_number_in_each_home(layout: Card) -> None:
    parts = maze_cards.layout_parts(GAME, layout)
    letters = Counter(p.words for p in parts if isinstance(p, maze.Letter) and p.kind == "letter")
    assert letters == {one["letter"]: 2 for one in layout.data["exits"]}
    numbers = [p.words for p in parts if isinstance(p, maze.Letter) and p.kind == "place"]
    assert sorted(numbers) == [str(n + 1) for n in range(layout.data["players"])]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda card: card.id)
def test_every_outer_side_of_a_layout_has_a_way_to_another_one(layout: Card) -> None:
    places = maze.slots(layout.data["grid"], 5)
    seams = maze.seams(places, 5)
    joined = [text for one in layout.data["exits"] for text in one["ends"]]
    joined += layout.data.get("auto_warp", {}).get("ends", [])
    assert len(joined) == len(set(joined)) == 4 * len(places) - 2 * len(seams)


def test_the_auto_warp_is_a_quarter_of_a_ring_from_exit_to_exit() -> None:
    """It leads from the east side of place 1 to the north side of place 3, one square wide."""
    layout = GAME.card_by_id["layout_3"]
    walls = [p for p in maze_cards.layout_parts(GAME, layout) if isinstance(p, maze.Shape) and "A" in p.d]
    assert {"M5 3A2 2 0 0 1 7 5M5 2A3 3 0 0 1 8 5"} <= {shape.d for shape in walls if shape.kind == "wall"}


@pytest.mark.parametrize("players", GAME.constants["seat_wins"]["games"])
def test_the_page_of_a_layout_shows_how_often_each_place_wins(client: Client, players: str) -> None:
    """setup.sectors: the figures stand on the page of the layout, for each layout that was measured."""
    shown, measured = page(client, f"/rules/wizwar/cards/layout_{players}"), GAME.constants["seat_wins"]
    for laid in ("recommended", "even"):
        for wins in measured[laid].get(players, ()):
            share = f"{100 * (wins / measured['games'][players]):.1f}".replace(".", ",")
            assert f"{share}\u00a0% (" in shown


def test_the_page_of_a_layout_shows_the_even_one(client: Client) -> None:
    shown = page(client, "/rules/wizwar/cards/layout_4")
    assert "Расклад «поровну»" in shown
    assert "повёрнут вправо на 1 четверть" in shown.replace("\u00a0", " ")
    assert "повёрнут вправо на 3 четверти" in shown.replace("\u00a0", " ")


def test_a_variant_that_was_not_measured_shows_no_figures(client: Client) -> None:
    assert "Как часто выигрывает" not in page(client, "/rules/wizwar/cards/layout_2_crossed")


# Icons and small cards


def test_every_card_but_the_numbers_has_an_icon_of_its_own() -> None:
    names = [pieces.piece_icon(card) for card in SPELLS]
    assert names == [f"ww-{card.id.replace('_', '-')}" for card in SPELLS]
    assert len({icons.icon_parts(name) for name in names}) == len(SPELLS) == 64


@pytest.mark.parametrize("kind", GAME.kinds, ids=lambda kind: kind.id)
def test_every_kind_has_an_icon(kind: object) -> None:
    assert icons.kind_icon(kind.id) in icons.icon_names()


@pytest.mark.parametrize("card", [c for c in GAME.cards if c.kind == "token"], ids=lambda card: card.id)
def test_every_token_has_a_picture_of_what_it_stands_for(card: Card) -> None:
    assert pieces.piece_icon(card) != icons.kind_icon("token")


@pytest.mark.parametrize("size", ["hand", "row"])
def test_a_number_is_its_numeral(size: str) -> None:
    for card in (card for card in DECK if card.kind == "number"):
        assert f">{card.value}</text>" in drawing_small.card_svg(GAME, card.id, "ru", size)


@pytest.mark.parametrize(
    ("card", "foot"),
    [
        ("fireball", (piece_cards.SmallIcon("eye"), "5")),
        ("powerthrust", (piece_cards.SmallIcon("eye"), "N+2")),
        ("blind", (piece_cards.SmallIcon("eye"), piece_cards.SmallIcon("kind-number"))),
        ("full_shield", ()),
        ("wizardblade", ("N",)),
    ],
)
def test_below_its_picture_a_card_shows_whether_it_needs_sight_and_how_hard_it_hits(card, foot) -> None:
    assert pieces.foot_of(GAME, GAME.card_by_id[card], "ru") == foot


# Words


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_whatever_the_data_of_a_card_says_has_words(lang: str) -> None:
    with translation.override(lang):
        for card in SPELLS:
            rows = spells.facts(GAME, card)
            assert [row.label for row in rows][:5] == [str(label) for label, _ in spells.ROWS[:5]]
            assert spells.known(GAME, card)
        for card in SECTORS:
            assert all(fact.words for fact in spells.sector_facts(GAME, card))


def test_a_game_from_many_sources_says_so_and_a_game_from_printed_cards_does_not() -> None:
    assert origins.origin(GAME, "public").words == "из открытых источников"
    assert origins.origin(load("alchemists"), "public").words == typeset("прочитано с напечатанных карт")
    assert {card.provenance for card in GAME.cards} <= set(origins.ORIGINS)


# The list


@TOUCHES_DATABASE
def test_everything_in_the_box_is_listed(client: Client) -> None:
    html = page(client, LIST)
    assert set(listed(html)) == set(GAME.card_by_id)
    assert all(f'<option value="{kind.id}"' in html for kind in GAME.kinds)
    assert "wizwar/maze.css" in html


@TOUCHES_DATABASE
def test_numbers_of_copies_that_we_made_up_carry_a_star(client: Client) -> None:
    rows = page(client, LIST, view="list").split('<a class="row piece-row"')[1:]
    starred = {listed(f'<a class="row piece-row"{row}')[0] for row in rows if re.search(r"×\d+\*", row)}
    guessed = {c.id for c in DECK if c.data["from"]["count"] == "reconstruction" and c.count > 1}
    assert starred == guessed


@TOUCHES_DATABASE
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"kind": "object", "sight": "yes"}, lambda card: card.kind == "object" and card.data["sight"]),
        ({"sight": "no"}, lambda card: card in SPELLS and not card.data["sight"]),
        ({"number": "duration"}, lambda card: card in SPELLS and card.data["number"] == "duration"),
        ({"kind": "sector"}, lambda card: card.kind == "sector"),
    ],
)
def test_the_list_is_filtered_by_sight_and_by_the_use_of_numbers(client: Client, asked, said) -> None:
    assert listed(page(client, LIST, **asked)) == [card.id for card in GAME.cards if said(card)]


@TOUCHES_DATABASE
def test_games_without_spells_have_no_such_fields(client: Client) -> None:
    assert 'name="sight"' not in page(client, "/rules/alchemists/cards")


# A page


@TOUCHES_DATABASE
@pytest.mark.parametrize("card", daily(GAME.cards, FEW), ids=lambda card: card.id)
def test_a_sector_or_a_layout_has_a_map_where_others_have_a_card(client: Client, card: Card) -> None:
    html = page(client, f"{LIST}/{card.id}")
    assert ('class="maze"' in html) == (card.kind in maze_cards.PICTURES) != ('class="card big' in html)


@TOUCHES_DATABASE
@pytest.mark.parametrize(
    ("card", "expected"),
    [
        (
            "fireball",
            {
                "Играют как": "атака",
                "Что это": "заклинание",
                "Линия видимости": "нужна",
                "Цифра": "не нужна",
                "Урон": "5, магический, огонь",
                "Число копий": "восстановлено нами",
                "Название": "из правил игры",
                "Действие": "из открытых источников",
            },
        ),
        ("mist_body", {"Играют как": "нейтральная или контрдействие", "Цифра": "даёт продолжительность"}),
        ("pick_lock", {"Что это": "физическое действие", "Линия видимости": "не нужна", "Цель": "дверь"}),
        ("dagger", {"Играют как": "предмет или атака", "Что это": "физический предмет"}),
        ("thornbush", {"Прочность": "5 очков", "На поле": "Жетон терновника", "Зовут и так": "«Кустарник»"}),
        ("teleport", {"Дальность": "до 4 клеток"}),
        ("brainstone", {"Предел руки": "на 2 карты больше", "Получив впервые": "возьмите 2 карты"}),
        ("medusa", {"Подробности действия": "восстановлено нами"}),
        ("number_4", {"Значение": "4", "Число копий": "выведено из открытых источников"}),
        ("token_lock", {"Ставят карты": "Удалить замок , Заклинить замок"}),
        (
            "s1",
            {"Дом": "c3", "Сундуки": "b2, d4", "Двери": "между b3 и b4, между e3 и e4", "b2 сундук": "юг"},
        ),
        ("s1", {"c1": "север (выход), восток, запад", "e3": "восток (выход), юг (дверь), запад"}),
        (
            "layout_2_crossed",
            {"Выход B": "место 1, север ↔ место 2, юг", "Место 2": "Сектор «Классический 2»"},
        ),
        ("layout_3", {"Авто-перенос": "место 1, восток ↔ место 3, север с поворотом"}),
    ],
)
def test_a_page_tells_the_figures(client: Client, card: str, expected: dict[str, str]) -> None:
    found = facts(page(client, f"{LIST}/{card}"))
    assert {name: found.get(name) for name in expected} == expected


@TOUCHES_DATABASE
def test_a_number_of_copies_that_we_made_up_is_marked_beside_it(client: Client) -> None:
    html = page(client, f"{LIST}/fireball")
    head = text_of(html[html.index('<p class="recipe-facts">') :].split("</p>")[0])
    assert head == "Атака · в коробке 2 из 124 · число копий восстановлено нами"
    assert "число копий" not in page(client, f"{LIST}/number_4").split("</h1>")[1].split("</p>")[0]


def test_a_drawing_in_a_list_is_hidden_from_readers_and_a_large_one_has_its_name() -> None:
    tags = Template("{% load pieces %}{% piece_picture card %}|{% piece_drawing game card %}")
    small, large = tags.render(Context({"game": GAME, "card": GAME.card_by_id["s2"]})).split("|")
    assert 'aria-hidden="true"' in small
    assert 'aria-label="Сектор «Классический 2»"' in large


# Search


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("шар огня", "fireball"),
        ("шара огня", "fireball"),
        ("файрволл", "wall_of_fire"),
        ("кустарник", "thornbush"),
        ("fireball", "fireball"),
        ("суперключ", "master_key"),
        ("авто-перенос", "warp"),
    ],
)
def test_cards_are_found_by_all_their_names(index_of_all: Path, asked: str, found: str) -> None:
    hits = finding.find(index_of_all, asked, "ru", "wizwar").hits
    assert ("card", found) in [(hit.kind, hit.key) for hit in hits]


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["лв", "ЛВ", "дверь", "двери", "пинок", "сундук", "контрдействие"])
def test_words_of_the_table_find_something(index_of_all: Path, asked: str) -> None:
    assert finding.find(index_of_all, asked, "ru", "wizwar").hits
