"""What «Маго-бой» prints: the deck, sectors to cut out, tokens, a sheet of lives, the reference sheet."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import translation

from games.wizwar.rulebook.drawing import maze
from games.wizwar.rulebook.printing import maze_board, maze_tokens, paper_die, spell_words
from games.wizwar.rulebook.reference import board as wizwar_board
from games.wizwar.rulebook.reference import lives
from games.wizwar.rulebook.reference import sheet as wizwar_reference
from games.wizwar.simulator.engine import board, geometry, places, sight
from games.wizwar.simulator.engine.cards.book import AGAINST_HARM, ANSWERS
from games.wizwar.simulator.engine.combat import answer_refusal
from games.wizwar.simulator.engine.data import PRINTED
from games.wizwar.simulator.engine.facade import WizWar
from games.wizwar.simulator.engine.state import Attack, Item, Window
from games.wizwar.tests.rulebook.face_reader import said, spoken, words_apart
from rulebook import game as games
from rulebook.content.entries import Card
from rulebook.content.reading import load, whole
from rulebook.content.typography import typeset
from rulebook.printing import documents
from rulebook.printing.cards import faces, paint
from rulebook.printing.cards.paint import FULL_INK, LOW_INK, Size
from rulebook.printing.layout.game_documents import DocumentRequest
from rulebook.printing.paper import PAPERS, SIZES
from tests.daily import daily
from tests.rulebook.print_reader import SHORTER, Made, inks_are_real, make, pieces_apart, printed, reached

GAME = load("wizwar")
DECK = games.get("wizwar").deck(GAME)
SECTORS = [card for card in GAME.cards if card.kind == "sector"]
LOOKS = [(lang, size) for lang in ("ru", "en") for size in SIZES]
SIZE = SIZES["63x88"]
UNIT = wizwar_board.UNITS["m"]
PIECES = [piece for group in maze_tokens.groups(GAME, "ru", FULL_INK, UNIT) for piece in group.pieces]


pytestmark = pytest.mark.usefixtures("russian")


def face(card: Card, lang: str = "ru", size: Size = SIZE) -> str:
    return faces.face(GAME, card, size, lang)


# Cards


def test_the_deck_has_all_124_cards_and_one_back() -> None:
    """components.deck: 34 numbers, 21 attacks, 44 neutral, 12 counteractions, 8 stones, 5 objects."""
    assert Counter(card.kind for card in DECK for _ in range(card.count)) == {
        "number": 34,
        "attack": 21,
        "neutral": 44,
        "counteraction": 12,
        "magic_stone": 8,
        "object": 5,
    }
    assert len({card.deck for card in DECK}) == 1


@pytest.mark.parametrize(("lang", "size"), LOOKS)
def test_words_stay_on_their_card_and_apart(lang: str, size: str) -> None:
    for card in DECK:
        words_apart(face(card, lang, SIZES[size]), SIZES[size].height / SIZES[size].scale, card.id)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_card_says_its_type_name_and_the_whole_rule(lang: str) -> None:
    """card.kinds: the type stands above; a card with two types names both."""
    for card in DECK:
        assert card.rule is not None
        shown = spoken(" ".join(said(face(card, lang))))
        for words in (spell_words.types(GAME, card, lang), card.name.in_(lang), card.rule.in_(lang)):
            assert spoken(words) in shown, card.id
    assert spell_words.types(GAME, GAME.card_by_id["drag"], "ru") == "нейтральная или атака"


def test_a_card_that_needs_sight_says_so_above() -> None:
    """sight.card: «ЛВ» stands on the card."""
    for card in DECK:
        assert ("ЛВ" in said(face(card))) == card.data["sight"], card.id


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("fireball", ["5"]),
        ("powerthrust", ["N+2", "N"]),
        ("absorb", ["−3"]),
        ("create_wall", ["20"]),
        ("teleport", ["4"]),
        ("number_6", ["6"]),
    ],
)
def test_figures_stand_beside_the_picture(name: str, figures: list[str]) -> None:
    assert set(figures) <= set(said(face(GAME.card_by_id[name])))


def test_a_spell_is_told_from_an_action_of_the_body() -> None:
    """card.physical: picking a lock, a dagger, a kick are no spells."""
    natures = {
        name: spell_words.nature(GAME.card_by_id[name], "ru") for name in ("blunt", "pick_lock", "dagger")
    }
    assert natures == {
        "blunt": "заклинание",
        "pick_lock": "физическое действие",
        "dagger": "физический предмет",
    }


def test_a_reconstruction_says_so_on_its_card_and_nothing_else_does() -> None:
    for card in DECK:
        source = card.data["from"]
        ours = (
            card.guessed
            or source["also_reconstruction"]
            or "reconstruction" in (source["effect"], source["type"])
        )
        assert ("восстановлено нами" in face(card)) == ours, card.id


def test_each_type_has_a_frame_and_an_ink_of_its_own() -> None:
    first = {card.kind: card for card in reversed(DECK)}
    looks = {
        kind: re.findall(r'<path d="(M[^"]+)" fill="(#\w+)"', face(card))[0] for kind, card in first.items()
    }
    assert len({shape for shape, _ in looks.values()}) == len({ink for _, ink in looks.values()}) == 6


@pytest.mark.parametrize("card", GAME.cards, ids=lambda card: card.id)
def test_everything_with_a_page_has_a_large_picture_and_a_small_one(card: Card) -> None:
    assert card.name.ru.split()[0] in face(card)
    assert faces.small(GAME, card, 12, "ru").startswith("<svg")


def test_low_ink_fills_no_ground() -> None:
    drawn = [faces.face(GAME, card, SIZE, "ru", style=LOW_INK) for card in DECK]
    drawn += [maze_board.sector(GAME, card, "ru", LOW_INK) for card in SECTORS]
    groups = maze_tokens.groups(GAME, "ru", LOW_INK, UNIT)
    drawn += [piece.face for group in groups for piece in group.pieces]
    for drawing in drawn:
        assert paint.PAPER not in drawing
        assert "fill-opacity" not in drawing
        assert not [tint for tint in (*paint.TINTS.values(), *maze_board.SLABS) if tint in drawing]


# The board


def test_a_sector_is_drawn_with_its_walls_doors_home_and_treasures() -> None:
    for card in SECTORS:
        plan, drawn = maze.plan(card.data, GAME.constants), maze_board.sector(GAME, card, "ru", FULL_INK)
        assert maze.wall(plan.walls).d in drawn
        assert all(maze.unlocked(line)[1].d in drawn for line in plan.doors)
        assert all(maze.ring("treasure", *maze.middle(square), 0.4).d in drawn for square in plan.treasures)
        assert maze.ring("home", *maze.middle(plan.home), 0.42).d in drawn
        assert ("восстановлено нами" in drawn) == card.guessed


def test_walls_on_the_rim_lie_on_the_cut() -> None:
    """maze.seam: the doubled wall of two sectors is one; each prints its half and a bit beyond."""
    assert maze_board.BLEED >= maze_board.WALL / 2


def asked(paper: str, **options: str) -> DocumentRequest:
    document = games.get("wizwar").documents["board"]
    page = PAPERS[paper]
    return DocumentRequest("ru", Size(page.width, page.height), document.chosen(**options))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", wizwar_board.UNITS)
def test_sectors_stay_on_the_paper_and_are_cut_to_their_size(paper: str, size: str) -> None:
    wanted = asked(paper, size=size)
    unit = wizwar_board.UNITS[size]
    pages = list(wizwar_board._on_pages(GAME, wanted, unit))
    shown: dict[str, list[tuple[int, int]]] = {}
    for parts in pages:
        for part in parts:
            shown.setdefault(part.card.id, []).append(part.columns)
            bleed = maze_board.BLEED * unit
            assert min(part.x, part.y) - bleed > 5
            assert part.right + bleed < wanted.page.width - 5
            assert part.y + part.height + bleed < wanted.page.height - 5
            assert part.height == pytest.approx(5 * unit)
        for one, other in pairwise(parts):
            assert other.y - one.y - one.height > 2 * maze_board.BLEED * unit
    assert list(shown) == [card.id for card in SECTORS]
    assert all(columns in ([(0, 5)], [(0, 3), (3, 5)]) for columns in shown.values())


def test_two_halves_overlap_by_a_strip_to_glue() -> None:
    first, second = (parts[0] for parts in list(wizwar_board._on_pages(GAME, asked("a4", size="l"), 50))[:2])
    assert (first.width, second.width) == (150, 100)
    assert first.tab == wizwar_board.TAB
    assert second.tab == 0


def test_a_back_lies_behind_its_sector_when_the_sheet_is_turned_over() -> None:
    wanted = asked("letter", size="l", backs="1")
    for (part,) in wizwar_board._on_pages(GAME, wanted, 50):
        behind = part.mirrored(wanted.page)
        assert behind.x == pytest.approx(wanted.page.width - part.x - part.width)
        assert behind.columns == (5 - part.columns[1], 5 - part.columns[0])


@pytest.mark.parametrize("players", ["2", "3", "4", "5", "6", "all"])
def test_the_board_for_some_players_has_their_sectors_layouts_letters_and_warp(players: str) -> None:
    """maze.exits: each letter stands at two sides; warp.what: only three players have the auto-warp."""
    context = wizwar_board.board(GAME, asked("a4", players=players))
    layouts = wizwar_board.layouts(GAME, players)
    captions = [caption["name"] for page in context["pages"] for caption in page["captions"]]
    wanted = SECTORS if players == "all" else SECTORS[: int(players)]
    assert captions == [card.name.ru for card in wanted]
    assert len(layouts) == {"all": 6, "2": 2}.get(players, 1)
    groups = maze_tokens.rim(GAME, "ru", FULL_INK, UNIT, layouts)
    letters = Counter(piece.id.split(":")[1] for piece in groups[0].pieces)
    most = max(len(layout.data["exits"]) for layout in layouts)
    assert letters == dict.fromkeys("ABCDE"[:most], 2)
    assert (len(groups) == 2) == (players in ("3", "all"))


def test_the_auto_warp_fits_between_the_middles_of_two_sides() -> None:
    """warp.what: from the middle of a side to the middle of another; it is one square wide."""
    warp = maze_tokens.rim(GAME, "ru", FULL_INK, 10, wizwar_board.layouts(GAME, "3"))[1].pieces[0]
    assert warp.size == Size(30, 30)
    assert warp.shape == "M0 0A30 30 0 0 1 30 30L20 30A20 20 0 0 0 0 10z"


@cache
def board_file(**options: str) -> Made:
    with translation.override("ru"), reached():
        return make(documents.extra(whole("wizwar"), "board", **options))


def test_the_board_file_has_a_ruler_names_and_marks_of_what_is_ours() -> None:
    made = board_file(paper="a4")
    assert made.sizes == {(210.0, 297.0)}
    assert len(made.texts) == 8 + 3 + 1
    assert typeset("50 мм") in made.texts[0]
    assert all(card.name.ru in made.text for card in SECTORS)
    assert "поле нового издания" in made.text
    assert all(font.startswith("Grimoire-") for font in made.fonts)


def test_backs_double_the_pages_of_sectors() -> None:
    assert len(board_file(paper="letter", size="l", players="2", backs="1").texts) == 8 + 1 + 1


# Tokens


def count(prefix: str) -> int:
    return sum(piece.id.startswith(prefix) for piece in PIECES)


def test_every_token_of_the_box_is_printed() -> None:
    """create.token, object.card, treasure.token: as many as the content says."""
    for name in (
        "wizard",
        "treasure",
        "token_wall",
        "token_fire",
        "token_illusion",
        "token_gap",
        "token_bush",
    ):
        assert count(f"{name}:") == GAME.card_by_id[name].count, name
    assert count("object:") == GAME.card_by_id["token_object"].count == 13
    assert count("remove_lock:") + count("jam_lock:") == GAME.card_by_id["token_lock"].count


def test_treasures_carry_the_number_of_their_owner_besides_a_colour() -> None:
    chests = [piece.id.partition(":")[2] for piece in PIECES if piece.id.startswith("treasure")]
    assert chests == [f"{seat}{letter}" for seat in range(1, 7) for letter in "аб"]
    for piece in PIECES:
        if piece.id.startswith("treasure"):
            assert f">{piece.id.partition(':')[2]}</text>" in piece.face


@pytest.mark.parametrize("size", wizwar_board.UNITS)
def test_a_token_on_an_edge_is_as_long_as_a_square(size: str) -> None:
    unit = wizwar_board.UNITS[size]
    for group in maze_tokens.groups(GAME, "en", LOW_INK, unit):
        for piece in group.pieces:
            name = piece.id.split(":")[0]
            if name in maze_tokens.EDGE_TOKENS:
                assert piece.size.width == unit
            if name in ("token_bush", "token_stone"):
                assert piece.size.width < unit


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", wizwar_board.UNITS)
def test_tokens_stay_on_the_paper_and_apart(paper: str, size: str) -> None:
    unit = wizwar_board.UNITS[size]
    groups = maze_tokens.groups(GAME, "ru", FULL_INK, unit)
    groups += maze_tokens.rim(GAME, "ru", FULL_INK, unit, wizwar_board.layouts(GAME, "all"))
    assert pieces_apart(groups, Size(PAPERS[paper].width, PAPERS[paper].height))


def test_the_paper_die_has_four_corners_and_each_is_on_three_faces() -> None:
    """die.four: 1 to 4; where three faces meet all of them carry the same number."""
    pyramid, spinner = paper_die.pieces("ru", FULL_INK)
    assert Counter(said(pyramid.face)) == {"1": 3, "2": 3, "3": 3, "4": 3, "клей": 3}
    assert sorted(said(spinner.face)) == ["1", "2", "3", "4"]
    assert pyramid.shape.endswith("z")


def test_the_file_of_tokens_is_drawn_with_real_inks_and_our_fonts() -> None:
    inks_are_real(documents.extra(GAME, "tokens", "a4"))
    made = printed(documents.extra, GAME, "tokens", "a4")
    assert len(made.texts) == 2
    assert all(font.startswith("Grimoire-") for font in made.fonts)


# The sheet of lives


NUMBERS = tuple(said for said in lives.OPTIONS["players"] if said not in lives.PAIRS)


@pytest.mark.thorough  # every day that of teams, below
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("players", NUMBERS)
def test_the_sheet_of_lives_is_one_page_for_any_number_of_players(paper: str, players: str) -> None:
    made = make(documents.extra(GAME, "lives", paper, players=players))
    assert len(made.texts) == 1
    assert made.sizes == {(PAPERS[paper].width, PAPERS[paper].height)}
    assert f"{players}б" in made.text
    assert GAME.digest[:8] in made.text


def test_the_sheet_of_lives_knows_what_walls_doors_and_bushes_withstand() -> None:
    """setup.life: 15 lives; fight.hit_points: 20 for a wall, 15 for a door, 5 for a bush."""
    sheet = lives.lines(GAME, "ru", Size(210, 297), 4)
    assert list(sheet["lives"]) == list(range(15, 0, -1))
    assert [box.n for box in sheet["boxes"] if box.end] == [5, 15, 20]


@pytest.mark.parametrize(("players", "pairs"), [("2x2", [[1, 3], [2, 4]]), ("3x2", [[1, 4], [2, 5], [3, 6]])])
def test_the_sheet_of_teams_has_team_mates_side_by_side(players: str, pairs: list[list[int]]) -> None:
    """teams.four: «первый и третий по порядку хода — одна команда, второй и четвёртый другая»; teams.six: the
    first with the fourth and so on.
    """
    sheet = lives.team_lines(GAME, "ru", Size(210, 297), lives.PAIRS[players])
    assert [[player.seat for player in team.players] for team in sheet["teams"]] == pairs
    assert [team.number for team in sheet["teams"]] == list(range(1, len(pairs) + 1))
    assert len({team.sign for team in sheet["teams"]}) == len(pairs)
    alone = lives.lines(GAME, "ru", Size(210, 297), len(pairs) * 2)["players"]
    beside = [player for team in sheet["teams"] for player in team.players]
    assert sorted(beside, key=lambda player: player.seat) == alone


def test_a_team_has_room_for_the_three_treasures_that_win() -> None:
    """teams.win: «в домах её магов, в любом сочетании, лежат три чужих сундука»."""
    html = documents.extra(GAME, "lives", "a4", players="3x2")
    for team in html.split('<div class="spoils">')[1:]:
        assert team.partition("</div>")[0].count("<svg") == 3
    assert html.count('<div class="spoils">') == 3
    for clause in ("teams.win", "teams.attack", "teams.show"):
        assert GAME.clause_by_id[clause].number in html
    assert GAME.clause_by_id["goal.treasures"].number not in re.findall(r'"num">([^<]*)<', html)[-1]


@pytest.mark.parametrize("lang", daily(["ru", "en"], ["ru"]))
@pytest.mark.parametrize("paper", daily(PAPERS, SHORTER))
@pytest.mark.parametrize("players", daily(lives.PAIRS, [*lives.PAIRS][-1:]))  # the longest
def test_the_sheet_of_teams_is_one_page(players: str, paper: str, lang: str) -> None:
    with translation.override(lang):
        made = make(documents.extra(GAME, "lives", paper, players=players))
    assert len(made.texts) == 1
    letter = {"ru": "б", "en": "b"}[lang]
    seats = lives.PAIRS[players] * 2
    assert all(f"{seat}{letter}" in made.text for seat in range(1, seats + 1))
    assert f"{seats + 1}{letter}" not in made.text


def test_what_is_written_of_a_pair_fits_into_its_row() -> None:
    """What stands above and below the lines of a pair takes PAIR_HEAD; with a line more it overflowed."""
    for page in (Size(210, 297), Size(215.9, 279.4)):
        for number in lives.PAIRS.values():
            sheet = lives.team_lines(GAME, "ru", page, number)
            height = float(sheet["height"].removesuffix("mm"))
            assert len(sheet["lines"]) >= 1
            assert lives.PAIR_HEAD + len(sheet["lines"]) * lives.LINE <= height


# The reference sheet


def test_the_lines_on_the_reference_sheet_are_those_that_the_engine_sees() -> None:
    """sight.line, sight.corner, sight.diagonal, sight.edge, sight.wrap: also what blocks a line."""
    for example in wizwar_reference.EXAMPLES:
        maze_now = engine_board(example)
        start = square(example.start)
        if example.edge:
            before = square(example.edge.before)
            line = sight.line_to_edge(maze_now, start, before * 4 + "nesw".index("e"))
        else:
            assert example.to is not None
            line = sight.line(maze_now, start, square((example.to[0], example.to[1] % 5)))
        assert line.clear == (example.stop is None), example.id
        if example.over:
            assert line.offset == (-1, 0)
        if example.stop:
            assert line.edge is not None
            assert on_line(example.stop, places.edge_text(line.edge))


def square(place: tuple[int, int]) -> int:
    """A square of the first place of the board."""
    return place[1] * 5 + place[0]


def engine_board(example: wizwar_reference.SightExample) -> board.Board:
    """Two players' board; a wall that the example shows broken is a gap."""
    found = board.lay_out(geometry.layout_for(2), ((example.sector, 0), ("s2", 0)))
    if example.gap:
        edge = found.net.edge[square(example.gap.before) * 4 + "nesw".index("e")]
        found, _ = board.damage(found, edge, GAME.constants["wall_hp"])
    return found


def on_line(point: tuple[float, float], edge: str) -> bool:
    """Whether a point lies on an edge, its ends included."""
    line = maze.side_line("abcde".index(edge[1]), int(edge[2]) - 1, edge[3])
    return line.x1 <= point[0] <= line.x2 and line.y1 <= point[1] <= line.y2


ATTACKS = {
    wizwar_reference.POINTS: Attack("fireball", 0, 1, points=5),
    wizwar_reference.LASTING: Attack("blind", 0, 1, turns=3),
    wizwar_reference.OTHER: Attack("drop_object", 0, 1),
    wizwar_reference.BODY: Attack("dagger", 0, 1, points=3, physical=True, spell=False),
}


def test_the_table_of_answers_is_what_the_engine_allows() -> None:
    """counter.when, counter.indirect, card.physical; one wizard stands before the other."""
    start = WizWar().new_game({"players": 2}, 7).state
    squares = (square((2, 2)), square((2, 3)))
    wizards = [wizard._replace(at=at) for wizard, at in zip(start.wizards, squares, strict=True)]
    state = replace(start, wizards=tuple(wizards))
    table = {
        card.id: dict(zip(wizwar_reference.COLUMNS, row.cells, strict=True))
        for row in wizwar_reference.answer_rows(GAME)
        for card in row.cards
    }
    assert table.keys() == ANSWERS.keys() & PRINTED.keys()  # a table's own answer as what they are like
    for name, cells in table.items():
        for column, attack in ATTACKS.items():
            window = Window(1, (), attack)
            refusal = answer_refusal(state, window, 1, name, 0)
            assert (refusal is None) == bool(cells[column]), (name, column)
        assert bool(cells[wizwar_reference.INDIRECT]) == (name in AGAINST_HARM)
    shielded = Window(0, (), ATTACKS["points"], (Item("full_shield", 1, 0, 0, -1),))
    thrown = Window(0, (), ATTACKS["points"], (Item("full_reflection", 1, 0, 0, -1),))
    assert answer_refusal(state, shielded, 0, "anti_anti", 1) is None
    assert answer_refusal(state, shielded, 0, "absorb_spell", 1) is not None
    assert answer_refusal(state, thrown, 0, "absorb_spell", 1) is None
    assert table["absorb_spell"][wizwar_reference.COUNTER] == "some"
    by_hand = Window(1, (), Attack("swap", 0, 1))
    assert answer_refusal(state, by_hand, 1, "waterwall", 0) is not None
    assert table["waterwall"][wizwar_reference.OTHER] == "some"


def test_the_reference_sheet_gives_points_of_the_constants_and_counts_of_the_deck() -> None:
    text = documents.reference(GAME, "a4")
    for number in ("×21", "×44", "×12", "×34", "×8", "×5"):
        assert number in text
    strengths = {thing.name.ru: thing.points for thing in wizwar_reference.strengths(GAME)}
    assert strengths == {
        "стена": 20,
        "Призрачная стена": 20,
        "дверь": 15,
        "Терновник": 5,
        "Стена огня": None,
        "Каменная глыба": None,
    }
    for clause in ("turn.parts", "sight.corner", "counter.order", "object.pick_ends", "goal.robbed"):
        assert GAME.clause_by_id[clause].number in text


# The rulebook


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_fact_of_a_card_is_said_in_words(lang: str) -> None:
    for card in DECK:
        assert all(games.get("wizwar").facts(GAME, card, lang)), card.id
    assert games.get("wizwar").facts(GAME, GAME.card_by_id["fireball"], "ru") == [
        "заклинание",
        "ЛВ",
        "урон 5: магический, огонь",
        "число копий выбрали мы",
    ]


def test_the_list_of_cards_shows_sectors_and_layouts_as_drawings() -> None:
    html = documents.rulebook(GAME, "a4")
    listed = re.findall(r'<h3 id="card-([^"]+)"', html)
    assert sorted(listed) == sorted(GAME.card_by_id)
    assert html.count('<div class="drawn">') == 8 + 6
    assert games.get("wizwar").picture(GAME, GAME.card_by_id["fireball"]) == ""


# Addresses


@pytest.mark.django_db
def test_the_menu_offers_board_tokens_and_lives(client: Client) -> None:
    page = client.get("/print/wizwar").content.decode()
    for kind in games.get("wizwar").documents:
        assert f'action="/print/wizwar/{kind}.pdf"' in page
    assert typeset("Вся колода с нашими рисунками") in page
    assert 'style="' not in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "query"),
    [
        ("board", {"size": "xl"}),
        ("board", {"players": "7"}),
        ("tokens", {"size": "37"}),
        ("lives", {"players": "1"}),
    ],
)
def test_an_unknown_option_gets_a_sentence(client: Client, kind: str, query: dict[str, str]) -> None:
    answer = client.get(f"/print/wizwar/{kind}.pdf", query)
    assert answer.status_code == 400
    assert "так не печатают. Можно:" in answer.content.decode()


def test_the_same_board_comes_out_twice() -> None:
    """The same bytes of it, test_print_pdf asks."""
    html = documents.extra(GAME, "board", "letter", players="3", size="s")
    assert html == documents.extra(GAME, "board", "letter", players="3", size="s")
