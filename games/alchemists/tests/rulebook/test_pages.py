"""Pages of a game whose cards are pieces: formulas, potions, artifacts, tokens; drawings, tags, search."""

import re

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from games.alchemists.rulebook.drawing import formula
from games.alchemists.rulebook.drawing import pieces as own_pieces
from games.alchemists.rulebook.reference import pieces
from rulebook.content.entries import Card
from rulebook.content.reading import load
from rulebook.content.typography import typeset
from rulebook.drawing import icons, piece_cards
from tests.daily import daily
from tests.rulebook.page_reader import facts, listed, page, text_of

GAME = load("alchemists")
LIST = "/rules/alchemists/cards"
HTMX = {"HX-Request": "true"}
TOUCHES_DATABASE = pytest.mark.django_db


def render(source: str, **context: object) -> str:
    return Template("{% load look rules pieces alchemists alchemists_pieces %}" + source).render(
        Context({"game": GAME} | context)
    )


# The list


@TOUCHES_DATABASE
def test_everything_in_the_box_is_listed_by_kind_under_an_anchor(client: Client) -> None:
    html = page(client, LIST)
    assert set(listed(html)) == set(GAME.card_by_id)
    anchors = [f'id="kind-{kind.id}"' for kind in GAME.kinds]
    assert [html.index(anchor) for anchor in anchors] == sorted(html.index(anchor) for anchor in anchors)
    assert all(f'<option value="{kind.id}"' in html for kind in GAME.kinds)


@TOUCHES_DATABASE
def test_the_list_speaks_of_no_recipes_and_no_elements(client: Client) -> None:
    html = page(client, LIST)
    assert "элемент" not in text_of(html).casefold()
    assert "рецепт" not in text_of(html).casefold()
    assert 'name="element"' not in html


@TOUCHES_DATABASE
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"kind": "quality"}, "level_exact level_sign level_neutral level_wrong"),
        ({"kind": "conference", "provenance": "reconstruction"}, "conference_1 conference_2"),
        ({"kind": "discount", "provenance": "seed"}, "discount_0"),
    ],
)
def test_filters_work_alone_and_together(client: Client, asked: dict[str, str], found: str) -> None:
    assert listed(page(client, LIST, **asked)) == found.split()


@TOUCHES_DATABASE
def test_what_we_guessed_is_marked_in_the_list(client: Client) -> None:
    rows = re.findall(r'<a class="row piece-row".*?</a>', page(client, LIST, view="list"), re.S)
    marked = {listed(row)[0] for row in rows if "восстановлено нами" in row}
    assert marked == {card.id for card in GAME.cards if card.guessed}


@TOUCHES_DATABASE
def test_a_filter_is_answered_with_the_list_alone_and_its_address(client: Client) -> None:
    response = client.get(LIST, {"kind": "seal"}, headers=HTMX)
    assert response["HX-Push-Url"] == f"{LIST}?kind=seal"
    assert "<h1" not in response.content.decode()


# A card


@TOUCHES_DATABASE
@pytest.mark.parametrize("card", daily(GAME.cards, GAME.cards[::9]), ids=lambda card: card.id)
def test_what_we_guessed_is_marked_on_its_page(client: Client, card: Card) -> None:
    html = page(client, f"{LIST}/{card.id}")
    head = html[html.index('<p class="recipe-facts">') :].split("</p>")[0]
    assert '<svg class="card big' in html
    assert ('class="status ours"' in head) == card.guessed


@TOUCHES_DATABASE
@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("periscope", {"Цена": "3", "Очки в конце": "1", "Продаётся": "раунды 1–3, колода I"}),
        (
            "wisdom_idol",
            {"Цена": "4", "Очки в конце": "считаются по карте", "Продаётся": "раунд 6, колода III"},
        ),
        ("thinking_cap", {"Продаётся": "раунды 4–5, колода II"}),
        ("level_sign", {"Цена": "3", "Репутация": "не меняется"}),
        ("level_wrong", {"Цена": "1", "Репутация": "−1"}),
        ("discount_0", {"Скидка": "0", "Улыбки": "1"}),
        ("discount_2", {"Улыбки": "3 восстановлено нами"}),
        ("seal_gold", {"У каждого": "2", "Теория верна": "+5", "Теория неверна": "−4"}),
        ("seal_hedge_G", {"Теория верна": "0", "Неверна только в этом цвете": "зелёный : 0"}),
        ("cleric", {"Заказ слева": "зелье мудрости", "Заказ посередине": "зелье исцеления"}),
        ("g5", {"Очки в конце": "1 восстановлено нами", "Лежит": "в середине поля теорий"}),
        ("conference_1", {"Нужно печатей": "1 2", "Печатей 0": "−1 −2", "Печатей 1": "+1 −1"}),
        ("area_transmute", {"По порядку": "2-я область", "Раунды": "1–6", "Кубы, 2–4 игрока": "1, 2"}),
        ("area_forage", {"Кубы, 2–3 игрока": "1, 1, 1", "Кубы, 4 игрока": "1, 1"}),
        ("area_exhibition", {"Раунды": "6"}),
        ("assistant", {"Играют": "при планировании"}),
        ("potion_healing", {"Знак": "красный плюс"}),
    ],
)
def test_a_page_says_what_is_printed_on_the_piece(
    client: Client, card: str, expected: dict[str, str]
) -> None:
    shown = facts(page(client, f"{LIST}/{card}"))
    assert {head: shown.get(head) for head in expected} == expected


@TOUCHES_DATABASE
def test_a_formula_says_what_it_gives_with_each_other(client: Client) -> None:
    """mix.rule, mix.neutral: к+з−С+ gives the neutral potion with its opposite alone."""
    html = page(client, f"{LIST}/a1")
    results = [potion.code for _, potion in pieces.mixtures(GAME, GAME.card_by_code["a1"])]
    assert results == ["N", "G-", "B+", "B+", "R+", "G-", "R+"]
    table = html[html.index(typeset("С чем что даёт")) :]
    shown = re.findall(r'<td><a href="/rules/alchemists/cards/(potion_\w+)"', table)
    assert [GAME.card_by_id[potion].code for potion in shown] == results
    assert facts(html)["Противоположная"].startswith("к−з+С−")


def test_each_potion_comes_of_four_pairs_and_has_its_buyers() -> None:
    """mix.rule: each of the seven results occurs for four of the 28 pairs; nobody buys the neutral one."""
    potions = GAME.of_kind("potion")
    assert {len(pieces.sources(GAME, potion)) for potion in potions} == {4}
    assert [len(pieces.buyers(GAME, potion)) for potion in potions] == [3, 3, 3, 3, 3, 3, 0]


@TOUCHES_DATABASE
def test_the_order_track_has_both_sides_of_the_board(client: Client) -> None:
    html = page(client, f"{LIST}/area_order")
    tables = re.findall(r'<table class="table order-track">(.*?)</table>', html, re.S)
    assert [table.count("<tr>") - 1 for table in tables] == [9, 8]
    assert "от 3 игроков" in text_of(html)
    assert "Игроков: 2–3" in html


@TOUCHES_DATABASE
@pytest.mark.parametrize(("card", "settable"), [("conference_2", True), ("g3", True), ("discount_1", False)])
def test_where_a_number_is_guessed_the_page_leads_to_the_sheet_that_takes_ones_own(
    client: Client, card: str, settable: bool
) -> None:
    html = page(client, f"{LIST}/{card}")
    assert ('href="/score/alchemists">' + typeset("Поставить своё число в счёте") in html) == settable


@TOUCHES_DATABASE
def test_a_game_without_elements_has_neither_their_pages_nor_a_graph(client: Client) -> None:
    assert client.get("/rules/alchemists/graph").status_code == 404
    assert client.get("/rules/alchemists/elements").status_code == 404
    home = page(client, "/rules/alchemists")
    assert "/rules/alchemists/graph" not in home
    assert all(f'href="{LIST}#kind-{kind.id}"' in home for kind in GAME.kinds)


@TOUCHES_DATABASE
def test_the_game_stands_on_the_shelf(client: Client) -> None:
    html = page(client, "/")
    assert 'href="/rules/alchemists"' in html
    assert html.count("<b>Алхимики</b>") == 1


@TOUCHES_DATABASE
def test_long_contents_are_folded_a_chapter_at_a_time(client: Client) -> None:
    html = page(client, "/rules/alchemists")
    folds = re.findall(r"<details>.*?</details>", html, re.DOTALL)
    assert len(folds) == len(GAME.chapters)
    for chapter, fold in zip(GAME.chapters, folds, strict=True):
        links = re.findall(r'href="/rules/alchemists/([^"]+)"', fold)
        assert links == [chapter.id, *(clause.id for clause in GAME.in_chapter(chapter.id))]
    assert "<details>" not in page(client, "/rules/poison")


# Drawings


def test_every_piece_has_a_picture_of_its_own() -> None:
    own = {"conference", "grant", "discount", "alchemical"}  # told apart by what stands below
    pictures = [own_pieces.piece_icon(card) for card in GAME.cards if card.kind not in own]
    assert len(set(pictures)) == len(pictures)
    assert {icons.kind_icon(kind.id) for kind in GAME.kinds} <= set(icons.icon_names())


@pytest.mark.parametrize("size", ["hand", "row", "big"])
def test_a_piece_is_drawn_in_every_size_and_reads_as_its_name(size: str) -> None:
    for card in GAME.cards:
        svg = render("{% card_face code size=size %}", code=card.code, size=size)
        label = re.search(r'aria-label="([^"]+)"', svg)
        assert label, card.code
        assert label[1].startswith("Формула: " if card.kind == "alchemical" else card.name.ru)
        assert " style=" not in svg, card.code
        assert "Grimoire" not in svg, card.code


def test_below_the_picture_stands_what_the_table_needs() -> None:
    feet = {
        "periscope": (piece_cards.SmallIcon("coin"), "3"),
        "discount_2": ("−2", piece_cards.SmallIcon("smile"), "3"),
        "seal_silver": ("+3",),
        "conference_2": ("II",),
        "potion_paralysis": ("З−",),
        "area_drink": ("9",),
        "mushroom": (),
    }
    shown = {card: own_pieces.foot_of(GAME, GAME.card_by_id[card], "ru") for card in feet}
    assert shown == feet
    orders = own_pieces.foot_of(GAME, GAME.card_by_id["cleric"], "ru")
    assert [mark.icon for mark in orders if isinstance(mark, piece_cards.SmallIcon)] == [
        "po-b-plus",
        "po-r-plus",
        "po-g-plus",
    ]


@pytest.mark.parametrize("layout", ["triangle", "row", "column"])
@pytest.mark.parametrize("code", ["a0", "a4", "a7"])
def test_a_formula_is_read_without_colours(code: str, layout: str) -> None:
    """formula.circles: large circles are filled and have capital letters, all have letter and sign."""
    card = GAME.card_by_code[code]
    svg = render("{% formula code layout=layout %}", code=code, layout=layout)
    shown = "".join(re.findall(r">([^<>]+)</text>", svg))
    assert shown == card.short.ru
    assert svg.count('fill="currentColor"/>') == len(card.data["large"])


def test_a_formula_reads_as_its_signs() -> None:
    assert 'aria-label="красный плюс, зелёный минус, большой синий плюс"' in render('{% formula "a1" %}')
    with translation.override("en"):
        assert 'aria-label="red plus, green minus, large blue plus"' in render('{% formula "a1" %}')


def test_a_formula_for_print_has_real_colours() -> None:
    inks = {"R": "#b23a2e", "G": "#47761f", "B": "#2c5fa3"}
    drawn = formula.formula_group(
        GAME, GAME.card_by_code["a7"], "ru", "row", inks=inks, paper="#fff", font="Sans"
    )
    assert "currentColor" not in drawn
    assert "var(" not in drawn
    assert all(ink in drawn for ink in inks.values())


def test_marks_of_potions_and_ingredients_have_a_shape_and_a_word() -> None:
    healing = render('{% potion "R+" %}')
    assert "k-R" in healing
    assert "#po-r-plus" in healing
    assert '<span class="sr-only">зелье исцеления</span>' in healing
    assert "#po-n" in render('{% potion "N" %}')
    assert '<span class="">жаба</span>' in render('{% ingredient "toad" word=True %}')


# Search


@TOUCHES_DATABASE
@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("перископ", "periscope"),
        ("скорпиона", "scorpion"),
        ("R+", "potion_healing"),
        ("r-", "potion_poison"),
        ("К−", "potion_poison"),
        ("С+", "potion_wisdom"),
        ("hedge_R", "seal_hedge_R"),
        ("a1", "a1"),
        ("C2", "conference_2"),
        ("волшебное зеркало", "magic_mirror"),
        ("barbarian", "barbarian"),
    ],
)
@pytest.mark.usefixtures("index_of_all")
def test_a_piece_is_found_by_its_name_and_its_code(client: Client, typed: str, card: str) -> None:
    html = page(client, "/search", q=typed, game="alchemists")
    hits = re.findall(r'<a class="row" href="(/rules/alchemists/[^"]+)"', html)
    assert f"{LIST}/{card}" in hits[:3]


@TOUCHES_DATABASE
@pytest.mark.usefixtures("index_of_all")
def test_what_a_piece_says_is_found_too(client: Client) -> None:
    html = page(client, "/search", q="печать со звездой", game="alchemists")
    assert f'href="{LIST}/seal_' in html
    assert '<use href="/static/alchemists/icons.svg#seal-' in html


def test_a_single_point_of_reputation_is_called_a_point() -> None:
    """«1 репутации» is no Russian, wherever the number comes from: the text or a constant of the game."""
    cards = [text.ru for card in GAME.cards for text in (card.text, card.rule, card.disputed) if text]
    others = [each.text.ru for each in (*GAME.clauses, *GAME.terms, *GAME.rulings)]
    said = [
        re.sub(r"\{n:(\w+)\}", lambda found: str(GAME.constants[found[1]]), text)
        for text in (*cards, *others)
    ]
    assert [text for text in said if re.search(r"(?<!\d)1[ \xa0]репутации", text)] == []
    assert sum("1 очко репутации" in typeset(text).replace("\xa0", " ") for text in said) > 10
