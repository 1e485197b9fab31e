"""What «Алхимики» print: decks with backs of their own, tokens, boards to write on, the leaf, the book."""

import re
from collections import Counter

import pytest
from django.test import Client
from django.utils import translation

from games.alchemists.rulebook.leader import leader_board
from games.alchemists.rulebook.printing import tokens
from games.alchemists.rulebook.reference import boards
from games.alchemists.rulebook.reference import sheet as alchemists
from games.alchemists.rulebook.reference.formulas import formula_of, mix
from games.alchemists.tests.simulator.laboratories import DEMO
from rulebook import game as games
from rulebook.content.reading import load
from rulebook.content.typography import typeset
from rulebook.printing import documents, pdf
from rulebook.printing import paper as printing
from rulebook.printing.cards import faces as print_cards_faces
from rulebook.printing.cards import paint
from rulebook.printing.cards.paint import FULL_INK, LOW_INK, Size
from rulebook.printing.cards.pieces import Piece, PieceGroup, lay_out
from rulebook.printing.documents import CardOptions
from rulebook.printing.paper import PAPERS
from tests.daily import daily
from tests.rulebook.print_reader import USUAL, Made, inks_are_real, make, pieces_apart, printed

GAME = load("alchemists")
BOOK = games.get("alchemists")
BOTH = [(paper, lang) for paper in PAPERS for lang in ("ru", "en")]
GROUPS = tokens.groups(GAME, "ru", FULL_INK)
PIECES = [piece for group in GROUPS for piece in group.pieces]


def cards_of(kind: str) -> list[print_cards_faces.Card]:
    return [card for card in GAME.cards if card.kind == kind]


def count(prefix: str) -> int:
    """Pieces whose name begins so."""
    return sum(piece.id.startswith(prefix) for piece in PIECES)


pytestmark = pytest.mark.usefixtures("russian")


# Cards


def test_every_card_of_every_deck_is_printed_and_nothing_else() -> None:
    """40 ingredients, 22 favours, 18 artifacts, 16 discounts; tokens and areas are no cards."""
    cards = BOOK.deck(GAME)
    assert Counter(card.kind for card in cards for _ in range(card.count)) == {
        "ingredient": 40,
        "favour": 22,
        "artifact": 18,
        "discount": 16,
    }


def test_every_deck_has_a_back_of_its_own() -> None:
    size = Size(63, 88)
    decks = {card.deck for card in BOOK.deck(GAME)}
    backs = {print_cards_faces.back(GAME, size, name) for name in decks}
    assert decks == {"ingredients", "favours", "discounts", "artifacts-1", "artifacts-2", "artifacts-3"}
    assert len(backs) == len(decks)


def test_each_back_lies_behind_its_face_when_the_sheet_is_turned_over() -> None:
    """Sheets hold cards of several decks, so the order of backs in a row is that of the faces, mirrored."""
    html, place = documents.cards(GAME, CardOptions()), printing.layout("a4", "63x88", False)
    backs = {
        documents._card_svg(print_cards_faces.back(GAME, place.size, name, bleed=place.bleed), place): name
        for name in {card.deck for card in BOOK.deck(GAME)}
    }
    cells = re.compile(r'<div class="cell" style="left:([\d.]+)mm;top:([\d.]+)mm">(<img[^>]*>)</div>')
    sheets = [cells.findall(part) for part in html.split('<section class="sheet">')[1:]]
    expected = [card.deck for card in BOOK.deck(GAME) for _ in range(card.count)]
    seen = []
    for faces, behind in zip(sheets[::2], sheets[1::2], strict=True):
        lying = {(round(210 - 63 - float(x), 2), float(y)): backs[svg] for x, y, svg in behind}
        seen += [lying[round(float(x), 2), float(y)] for x, y, _ in faces]
    assert seen == expected


def test_an_artifact_shows_price_deck_points_and_rule() -> None:
    card = GAME.card_by_id["witchs_trunk"]
    face = print_cards_faces.face(GAME, card, Size(63, 88), "ru")
    shown = re.findall(r">([^<>]+)</text>", face)
    assert {"3", "II", "2", "Сундук ведьмы", "артефакт"} <= set(shown)
    assert card.rule is not None
    assert card.rule.ru.split()[0] in " ".join(shown)


@pytest.mark.parametrize("card", GAME.cards, ids=lambda card: card.id)
def test_everything_with_a_page_has_a_large_picture_and_a_small_one(card: print_cards_faces.Card) -> None:
    for lang in ("ru", "en"):
        assert card.name.in_(lang).split()[0].partition("’")[0] in print_cards_faces.face(
            GAME, card, Size(63, 88), lang
        ).replace("&#x27;", "’")
    assert print_cards_faces.small(GAME, card, 12, "ru").startswith("<svg")


def test_a_guessed_value_says_so_on_its_card() -> None:
    for card in GAME.cards:
        face = print_cards_faces.face(GAME, card, Size(63, 88), "ru")
        assert ("восстановлено нами" in face) == card.guessed, card.id


# Tokens


def test_every_token_of_the_box_is_printed() -> None:
    """Two sides of conferences; grants with a three behind; eleven seals for each of four players."""
    assert count("blank_conference") == 2
    assert count("blank_grant") == 5
    assert count("conference") == len(cards_of("conference")) == 2
    assert [piece.id for piece in PIECES if piece.id in GAME.card_by_id] == [
        *(card.id for kind in ("adventurer", "conference", "grant", "alchemical") for card in cards_of(kind)),
        "first_player",
    ]
    for card in cards_of("seal"):
        assert count(f"{card.id}:") == card.count == 4 * card.data["copies"]
    assert count("seal") == 44
    assert count("leader:") == 8
    assert count("conflict:") == GAME.card_by_id["conflict"].count == 6


def test_there_are_result_tokens_for_everything_that_a_mix_or_a_sale_can_show() -> None:
    """sell.marks: what a sale leaves open has a sign and two colours, or a sign alone."""
    for code in (card.code for card in cards_of("potion")):
        assert count(f"result:{code}:") == 20
    for sign in "+-":
        for missing in ("R", "G", "B", ""):
            assert count(f"result:{sign}not{missing}:") == 8


def test_the_face_of_a_seal_is_hidden_behind_its_owners_sign() -> None:
    seals = [piece for piece in PIECES if piece.id.startswith("seal")]
    by_owner: dict[str, set[str]] = {}
    for piece in seals:
        by_owner.setdefault(piece.id.split(":")[1], set()).add(piece.back)
    assert len(by_owner) == 4
    assert all(len(backs) == 1 for backs in by_owner.values())
    assert len(set.union(*by_owner.values())) == 4
    for player in tokens.PLAYERS:
        (back,) = by_owner[player.id]
        assert f">{player.letter.ru}</text>" in back


def test_guessed_tokens_are_marked_and_blank_ones_are_to_be_written_on() -> None:
    for piece in PIECES:
        if piece.id.startswith("blank"):
            assert "впишите своё" in piece.face
        if piece.id in GAME.card_by_id:
            assert ("восстановлено нами" in piece.face) == GAME.card_by_id[piece.id].guessed


def test_a_conference_has_the_apprentices_numbers_on_one_side_and_the_masters_on_the_other() -> None:
    for piece in PIECES:
        if piece.id.startswith("conference"):
            rules = GAME.card_by_id[piece.id].data
            for side, drawn in (("apprentice", piece.face), ("master", piece.back)):
                assert f">{rules[side]['need']}+</text>" in drawn
                assert [f">−{loss}</text>" in drawn for loss in rules[side]["losses"]]


@pytest.mark.parametrize("paper", PAPERS)
def test_tokens_stay_on_the_paper_and_apart(paper: str) -> None:
    assert pieces_apart(GROUPS, Size(PAPERS[paper].width, PAPERS[paper].height)) == len(PIECES)


def test_a_group_that_finds_no_room_goes_on_under_its_title() -> None:
    piece = Piece("x", Size(30, 40), "")
    sheets = lay_out(
        [PieceGroup("a", [piece] * 7), PieceGroup("b", [piece], fresh=True)], Size(100, 100), 10, 0
    )
    assert [len(sheet.pieces) for sheet in sheets] == [2, 2, 2, 1, 1]
    assert [title for sheet in sheets for *_, title in sheet.titles] == ["a", "a", "a", "a", "b"]


@pytest.fixture(scope="module")
def token_file() -> Made:
    with translation.override("ru"):
        return printed(documents.extra, GAME, "tokens", "a4")


def test_the_file_of_tokens_has_a_ruler_and_says_how_to_print_it(token_file: Made) -> None:
    assert token_file.sizes == {(210.0, 297.0)}
    assert len(token_file.texts) == 5
    assert all("Печатать 100" in text for text in token_file.texts)
    assert [typeset("50 мм") in text for text in token_file.texts] == [True, False, True, False, True]
    assert all(font.startswith("Grimoire-") for font in token_file.fonts)
    assert "Печати: жёлтый игрок" in token_file.text


def test_backs_of_tokens_stand_in_mirrored_places() -> None:
    html = documents.extra(GAME, "tokens", "letter")
    place = re.compile(r"left:([\d.]+)mm;top:([\d.]+)mm;width:([\d.]+)mm;height:([\d.]+)mm")
    sheets = [place.findall(part) for part in html.split('<section class="sheet">')[1:]]
    for x, y, width, height in sheets[1]:
        assert any(
            abs(215.9 - float(width) - float(x) - float(left)) < 0.02 and (y, width, height) == rest
            for left, *others in sheets[0]
            if (rest := tuple(others))
        )


def test_low_ink_fills_no_ground() -> None:
    for group in tokens.groups(GAME, "ru", LOW_INK):
        for piece in group.pieces:
            assert paint.PAPER not in piece.face + piece.back
            assert not [tint for tint in paint.TINTS.values() if tint in piece.face + piece.back]


# Boards


@pytest.mark.parametrize(("paper", "lang"), daily(BOTH, USUAL[:1]))
def test_boards_are_one_page_each(paper: str, lang: str) -> None:
    with translation.override(lang):
        for made in (
            printed(documents.extra, GAME, "grid", paper),
            printed(documents.extra, GAME, "leader", paper),
            printed(leader_board, GAME, paper, DEMO),
        ):
            assert len(made.texts) == 1
            assert made.sizes == {(PAPERS[paper].width, PAPERS[paper].height)}
            assert all(font.startswith("Grimoire-") for font in made.fonts)
            assert GAME.digest[:8] in made.text


@pytest.mark.thorough  # every day one sheet on a page, above
def test_two_sheets_for_players_fit_on_a_page_on_its_side() -> None:
    made = make(documents.extra(GAME, "grid", "a4", per_page="2"))
    assert made.sizes == {(297.0, 210.0)}
    assert len(made.texts) == 1
    assert made.text.count("Таблица формул") == 2


def test_rows_of_the_grid_are_neutral_partners_and_columns_are_in_order() -> None:
    """mix.neutral: two rows on one ground neutralise each other."""
    formulas = GAME.of_kind("alchemical")
    for one, other in zip(formulas[::2], formulas[1::2], strict=True):
        assert mix(formula_of(one.data), formula_of(other.data)) == "N"
    text = printed(documents.extra, GAME, "grid", "a4").text
    places = [text.index(card.short.ru.split()[0]) for card in cards_of("ingredient")]
    assert places == sorted(places)


def test_the_triangle_has_a_cell_where_the_diagonals_of_two_columns_cross() -> None:
    pyramid = boards.Pyramid(left=20, column=10)
    assert len(pyramid.pairs) == 28
    assert len({pyramid.middle(*pair) for pair in pyramid.pairs}) == 28
    for first, second in pyramid.pairs:
        (x1, y1), (x2, y2) = pyramid.middle(first, first), pyramid.middle(second, second)
        x, y = pyramid.middle(first, second)
        assert (x - x1, y1 - y) == (x2 - x, y2 - y)
        assert x - x1 == y1 - y
    assert min(pyramid.middle(*pair)[1] for pair in pyramid.pairs) == pyramid.column / 2


def test_the_leaders_board_says_what_each_pair_of_formulas_gives() -> None:
    """Each of the seven potions comes from four pairs, so its letters stand there four times."""
    drawn = boards.leader(GAME, "ru", 190, None, FULL_INK)
    for letters in ("К+", "К−", "З+", "З−", "С+", "С−", "0"):
        inside_cells = re.findall(rf'font-size="7\.58"[^>]*>{re.escape(letters)}</text>', drawn)
        assert len(inside_cells) == 4, letters


def test_a_filled_leaders_board_shows_each_ingredient_at_its_formula_and_an_empty_one_none() -> None:
    filled, empty = leader_board(GAME, "a4", DEMO), leader_board(GAME, "a4")
    assert "Тайна" in filled
    assert "Тайна" not in empty
    for card in cards_of("ingredient"):
        assert f">{card.short.ru}</text>" in filled or card.short.ru.split()[0] in filled
        assert card.short.ru not in empty
    drawn = boards.leader(GAME, "ru", 190, DEMO, FULL_INK)
    at = [float(x) for x in re.findall(r'<text x="([\d.]+)"[^>]*>(?:гриб|жаба)</text>', drawn)]
    pyramid = boards.Pyramid(boards.ROOM, (190 - 2 * boards.ROOM) / 8)
    assert at == [pytest.approx(pyramid.middle(n, n)[0], abs=0.01) for n in (1, 5)]


def test_the_secret_is_not_at_the_address_of_the_board(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "pdf", str.encode)
    answer = client.get("/print/alchemists/leader.pdf", {"truth": "DEMO", "low_ink": "0"})
    assert answer.status_code == 200
    assert "Тайна" not in answer.content.decode()


# The reference leaf and the book


def test_the_leaf_says_what_its_numbers_come_from() -> None:
    text = printed(documents.reference, GAME, "a4").text
    for card in (*cards_of("artifact"), *cards_of("favour")):
        assert card.name.ru.split()[0] in text
    assert text.count("восстановлены нами") == 2
    assert "1+1+1+1" in text
    assert "18+" in text


def test_the_leaf_gives_the_order_track_of_both_sides_of_the_board() -> None:
    """order.two: the last place of the smaller side is not for two players."""
    track = dict(alchemists.order_track(GAME))
    assert [place["gold"] for place in track["4"]][:2] == [-1, 0]
    assert track["4"][-1]["last"]
    assert [place["three"] for place in track["2–3"]] == [False] * 6 + [True, False]


def test_the_book_lists_all_cards_by_kind_and_marks_reconstructions() -> None:
    html = documents.rulebook(GAME, "a4")
    listed = re.findall(r'<h3 id="card-([^"]+)"', html)
    assert listed == [card.id for kind in GAME.kinds for card in cards_of(kind.id)]
    assert sorted(listed) == sorted(GAME.card_by_id)
    assert 'id="elements"' not in html
    cards = html[html.index('id="recipes"') :]
    assert cards.count('class="status ours">восстановлено нами') == sum(card.guessed for card in GAME.cards)
    assert "Из чего собирают" not in html


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_fact_is_said_in_words(lang: str) -> None:
    for card in GAME.cards:
        said = alchemists.facts(GAME, card, lang)
        assert all(said), card.id
    trunk = alchemists.facts(GAME, GAME.card_by_id["witchs_trunk"], "en")
    assert trunk == ["II", "price 3", "2\N{NO-BREAK SPACE}points", "at once and for good"]


# Addresses


@pytest.mark.django_db
def test_the_menu_offers_the_documents_of_this_game_alone(client: Client) -> None:
    page = client.get("/print/alchemists").content.decode()
    other = client.get("/print/poison").content.decode()
    for kind in BOOK.documents:
        assert f'action="/print/alchemists/{kind}.pdf"' in page
        assert f"{kind}.pdf" not in other
        assert client.get(f"/print/poison/{kind}.pdf").status_code == 404
    assert games.get("poison").documents == {}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "query"),
    [("tokens", {"low_ink": "2"}), ("grid", {"per_page": "3"}), ("leader", {"paper": "a3"})],
)
def test_an_unknown_option_of_a_document_gets_a_sentence(
    client: Client, kind: str, query: dict[str, str]
) -> None:
    answer = client.get(f"/print/alchemists/{kind}.pdf", query)
    assert answer.status_code == 400
    assert "так не печатают. Можно:" in answer.content.decode()


def test_a_document_knows_its_options() -> None:
    grid = BOOK.documents["grid"]
    assert grid.chosen(per_page="2") == {"low_ink": "0", "per_page": "2"}
    with pytest.raises(KeyError):
        grid.chosen(per_page="3")


def test_drawings_hold_no_page_colours() -> None:
    inks_are_real(documents.extra(GAME, "tokens", "a4"))
