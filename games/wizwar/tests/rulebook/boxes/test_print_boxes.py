"""Both boxes of «Маго-бой» on paper: their cards, tokens and figures, what they change."""

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest
from django.test import Client
from django.utils.html import escape

from games.wizwar.rulebook.printing import box_tokens, maze_tokens, spell_cards
from games.wizwar.rulebook.printing.maze_tokens import MazeDesk
from games.wizwar.rulebook.reference import board
from games.wizwar.tests.rulebook.face_reader import TEXT, lines, said, spoken, words_apart
from rulebook import game as games
from rulebook import reference
from rulebook.content.entries import Card, GameContent
from rulebook.content.reading import load
from rulebook.content.typography import typeset
from rulebook.printing import documents, pdf
from rulebook.printing.cards import faces
from rulebook.printing.cards.lettering import width_of
from rulebook.printing.cards.paint import FULL_INK, LOW_INK, SMALLEST, Size
from rulebook.printing.cards.pieces import Piece
from rulebook.printing.documents import CardOptions
from rulebook.printing.paper import PAPERS, SIZES
from tests.daily import daily
from tests.rulebook.print_reader import AS_OPENED, pieces_apart, printed

BASE = load("wizwar")
BOTH = load("wizwar", boxes=["artifacts", "monsters"])
BOXED = [card for card in games.get("wizwar").deck(BOTH) if card.box]
LOOKS = [(lang, size) for lang in ("ru", "en") for size in SIZES]
UNIT = board.UNITS["m"]
MONSTERS = [card for card in BOXED if "monster" in card.data.get("traits", ())]


pytestmark = pytest.mark.usefixtures("russian")


def images(html: str) -> list[str]:
    return re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)


def desk(game: GameContent = BOTH, lang: str = "ru", unit: float = UNIT) -> MazeDesk:
    return MazeDesk(game, lang, FULL_INK, unit)


def pieces(game: GameContent = BOTH, lang: str = "ru") -> list[Piece]:
    return [piece for group in box_tokens.groups(desk(game, lang)) for piece in group.pieces]


def by_kind(game: GameContent) -> Counter[str]:
    return Counter(piece.id.split(":")[0] for piece in pieces(game))


# Cards


@pytest.mark.parametrize(("box", "count"), [("", 146), ("alone", 124), ("monsters", 16), ("artifacts", 6)])
def test_the_cards_of_a_box_are_printed_by_themselves(box: str, count: int) -> None:
    """monsters.box, artifacts.box: one of each card, beside the 124 of the base game."""
    assert len(images(documents.cards(BOTH, CardOptions(backs=False, box=box)))) == count


def test_cards_of_boxes_have_the_back_of_the_deck_that_they_are_shuffled_into() -> None:
    """monsters.box: «все карты дополнения замешайте в колоду»."""
    assert {card.deck for card in BOXED} == {card.deck for card in games.get("wizwar").deck(BASE)}


@pytest.mark.parametrize(("lang", "size"), LOOKS)
def test_words_stay_on_their_card_and_apart(lang: str, size: str) -> None:
    for card in BOXED:
        words_apart(
            faces.face(BOTH, card, SIZES[size], lang), SIZES[size].height / SIZES[size].scale, card.id
        )


FIGURE = re.compile(r'<g transform="translate\(([\d.]+) ([\d.]+)\)">')


@pytest.mark.parametrize(("lang", "size"), LOOKS)
def test_the_words_below_a_figure_end_above_the_next_one(lang: str, size: str) -> None:
    """A monster has life and steps at the right of its picture, one below the other."""
    deepest = {spell_cards.BASE_WIDTH - spell_cards.SIDE: 0}
    for card in (*BOXED, *games.get("wizwar").deck(BASE)):
        drawn = faces.face(BOTH, card, SIZES[size], lang)
        middles = [float(y) for x, y in FIGURE.findall(drawn) if float(x) in deepest]
        words = [line for line in lines(drawn) if line.left > 38 and line.size < 3.6]
        for upper, lower in combinations(sorted(middles), 2):
            between = [line.y for line in words if upper + spell_cards.RADIUS < line.y < lower]
            assert len(between) == 1, card.id
            assert between[0] < lower - spell_cards.RADIUS - 0.5, card.id


@pytest.mark.parametrize(("lang", "size"), LOOKS)
def test_a_card_of_which_the_name_alone_is_known_says_so_in_letters_to_read(lang: str, size: str) -> None:
    """«восстановлено: числа наши»; of the samples nothing is known at all."""
    words = {
        "name": {"ru": "восстановлено: числа наши", "en": "reconstructed: the figures are ours"},
        "none": {"ru": "образец: придумали мы", "en": "a sample of ours"},
    }
    for card in BOXED:
        found = lines(faces.face(BOTH, card, SIZES[size], lang))
        for known, text in words.items():
            marks = [line for line in found if text[lang] in spoken(line.words)]
            assert bool(marks) == (card.data.get("known") == known), card.id
            assert all(line.size * SIZES[size].scale >= SMALLEST - 0.01 for line in marks), card.id


def test_low_ink_fills_no_ground() -> None:
    drawn = [faces.face(BOTH, card, SIZES["63x88"], "ru", style=LOW_INK) for card in BOXED]
    low = MazeDesk(BOTH, "ru", LOW_INK, UNIT)
    groups = [*box_tokens.groups(low), box_tokens.markers(low)]
    drawn += [piece.face for group in groups for piece in group.pieces]
    for drawing in drawn:
        assert "fill-opacity" not in drawing
        assert "#fffdf6" not in drawing


# Tokens and figures


def test_without_boxes_there_are_no_more_tokens_than_ever() -> None:
    assert box_tokens.groups(desk(BASE)) == []
    with_boxes, alone = (
        [piece for group in maze_tokens.groups(game, "ru", FULL_INK, UNIT) for piece in group.pieces]
        for game in (BOTH, BASE)
    )
    assert with_boxes == alone


@pytest.mark.parametrize(
    ("boxes", "counts"),
    [
        (
            ["monsters"],
            {"monster": 4, "owner": 24, "square": 4, "edge": 1, "thing": 2, "charges": 2, "charge": 2},
        ),
        (["artifacts"], {"thing": 6}),
    ],
)
def test_each_box_prints_the_tokens_of_its_own_cards(boxes: list[str], counts: dict[str, int]) -> None:
    """As many as the content has cards; artifacts.tokens: «у каждого артефакта свой жетон», and one for all
    magic stones; three forms (forms.kinds).
    """
    assert by_kind(load("wizwar", boxes=boxes)) == counts


def test_every_copy_of_a_card_has_its_token() -> None:
    """Counts are those of the content: a second troll would stand there, too, and need signs of its own."""
    cards = [replace(card, count=2) if card.id == "troll" else card for card in BOTH.cards]
    counts = by_kind(replace(BOTH, cards=tuple(cards)))
    assert counts["monster"] == 5
    assert counts["owner"] == 5 * BOTH.card_by_id["wizard"].count


def test_wands_share_one_token_and_artifacts_have_their_own() -> None:
    """Ruling 106: «один для жезлов, один для камней»; artifacts.tokens."""
    things = [piece.id.split(":")[1] for piece in pieces() if piece.id.startswith("thing:")]
    artifacts = [card.id for card in BOXED if "artifact" in card.data.get("traits", ())]
    forms = [card.id for card in BOXED if "form" in card.data.get("traits", ())]
    assert sorted(things) == sorted([*artifacts, *forms, "wand", "stone"])


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_name_of_a_thing_stays_inside_the_ring_of_its_token(lang: str) -> None:
    for piece in pieces(lang=lang):
        if not piece.id.startswith("thing:"):
            continue
        radius = piece.size.width / 2
        for x, y, family, size, _, shown in TEXT.findall(piece.face):
            corner = (width_of(shown, float(size), family) / 2, float(y) - radius)
            assert float(x) == pytest.approx(radius)
            assert hypot(*corner) < radius - 0.9, shown


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("card", MONSTERS, ids=lambda card: card.id)
def test_a_monster_stands_with_its_figures_and_a_box_for_each_life(card: Card, lang: str) -> None:
    """monsters.move: «шагов столько, сколько на его карте»; both sides of the figure say the same."""
    (piece,) = (piece for piece in pieces(lang=lang) if piece.id.startswith(f"monster:{card.id}:"))
    stats = card.data["stats"]
    words = said(piece.face)
    boxes = [word for word in words if word.isdigit()]
    assert boxes == [str(n) for n in range(stats["life"], 0, -1)] * 2
    said_of = {"ru": "шаги {move} · удар {attack}", "en": "{move} steps · hits for {attack}"}
    assert " ".join(words).count(said_of[lang].format(**stats)) == 2
    assert piece.size == maze_tokens.FOLDED
    for x, _, family, size, _, shown in TEXT.findall(piece.face):
        half = width_of(shown, float(size), family) / 2
        assert 0 < float(x) - half < float(x) + half < piece.size.width, shown
        assert float(size) >= SMALLEST


def test_owners_are_the_numbers_of_all_wizards() -> None:
    """monsters.obey: a monster obeys its creator, whoever of six that is."""
    owners = Counter(said(piece.face)[0] for piece in pieces() if piece.id.startswith("owner:"))
    assert owners == {str(seat): len(MONSTERS) for seat in range(1, 7)}


def test_what_has_hit_points_shows_them() -> None:
    """rosebush: «5 очков прочности»; ooze, tacks and dust have none."""
    shown = {piece.id.split(":")[1]: said(piece.face) for piece in pieces() if piece.id.startswith("square:")}
    assert shown == {"killer_ooze": [], "handful_of_tacks": [], "dust_cloud": [], "rosebush": ["5"]}


def test_a_wand_has_room_for_the_charges_of_two_numbers() -> None:
    """wands.charges: as many as the number says; wands.boost: «Добавление» plays two, six and six."""
    tracks = [piece for piece in pieces() if piece.id.startswith("charges:")]
    assert len(tracks) == 2
    for piece in tracks:
        assert [word for word in said(piece.face) if word.isdigit()] == [str(n) for n in range(1, 13)]


def test_each_wizard_gets_the_sign_of_a_team() -> None:
    """teams.six: «три команды по двое»."""
    signs = box_tokens.markers(desk(BASE))
    assert Counter(piece.id.split(":")[1] for piece in signs.pieces) == {"1": 2, "2": 2, "3": 2}
    assert len({piece.face for piece in signs.pieces}) == 3


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("unit", board.UNITS.values())
def test_tokens_of_boxes_stay_on_the_paper_and_apart(paper: str, unit: float) -> None:
    groups = [box_tokens.markers(desk(unit=unit)), *box_tokens.groups(desk(unit=unit))]
    assert pieces_apart(groups, Size(PAPERS[paper].width, PAPERS[paper].height))


@pytest.mark.parametrize("paper", daily(PAPERS, AS_OPENED))
def test_the_file_of_tokens_with_boxes_is_printed_in_our_fonts(paper: str) -> None:
    made = printed(documents.extra, BOTH, "tokens", paper)
    alone = printed(documents.extra, BASE, "tokens", paper)
    assert len(made.texts) > len(alone.texts)
    assert all(font.startswith("Grimoire-") for font in made.fonts)
    for card in MONSTERS:
        assert card.name.ru.split()[-1] in made.text, card.id


def test_the_same_tokens_come_out_twice() -> None:
    """The same bytes of them, test_print_pdf asks."""
    html = documents.extra(BOTH, "tokens", "a4", teams="1")
    assert html == documents.extra(BOTH, "tokens", "a4", teams="1")


@pytest.mark.django_db
def test_the_address_says_which_boxes_are_printed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is the same for everybody, so a cookie has no say in it."""
    monkeypatch.setattr(pdf, "pdf", lambda html: b"%PDF-")
    client.cookies["boxes-wizwar"] = "monsters"
    plain = client.head("/print/wizwar/tokens.pdf")["ETag"]
    assert plain != client.head("/print/wizwar/tokens.pdf?boxes=monsters")["ETag"]
    assert plain != client.head("/print/wizwar/tokens.pdf?teams=1")["ETag"]
    assert client.get("/print/wizwar/tokens.pdf?boxes=promo").status_code == 400


# What changes


def test_the_reference_is_followed_by_what_each_box_changes() -> None:
    sections = reference.change_sections(BOTH)
    assert [[box.id for box in section.boxes] for section in sections] == [["artifacts"], ["monsters"]]
    told = [clause.id for s in sections for clause in (*s.new, *(c for each in s.changes for c in each.by))]
    assert set(told) == {clause.id for clause in BOTH.clauses if clause.box}
    assert documents.reference(BOTH, "a4").count('class="box-changes"') == 2
    assert 'class="box-changes"' not in documents.reference(BASE, "a4")


@pytest.mark.parametrize(
    ("box", "changed"),
    [
        ("monsters", ["components.deck", "fight.loot"]),
        (
            "artifacts",
            ["components.deck", "object.pick_ends", "object.forced", "draw.discard"],
        ),
    ],
)
def test_the_sheet_marks_the_rules_that_a_box_changes(box: str, changed: list[str]) -> None:
    """monsters.loot: a monster’s kill brings its owner no cards; artifacts.no_attack: taking one doesn’t end
    the turn.
    """
    game = load("wizwar", boxes=[box])
    first = documents.reference(game, "a4").partition('class="box-changes"')[0]
    marked = re.findall(r"(\d+\.\d+)<sup>†?\*</sup>", first)
    assert {game.clause_by_id[clause].number for clause in changed} == set(marked)
    assert typeset("с дополнениями") in first
    assert all(each.title.ru in first for each in game.boxes)
    assert "*</sup>" not in documents.reference(BASE, "a4")


@pytest.mark.parametrize("paper", daily(PAPERS, AS_OPENED))
def test_the_sheet_and_each_box_take_a_page(paper: str) -> None:
    made = printed(documents.reference, BOTH, paper)
    assert len(made.texts) == 3


@pytest.mark.django_db
def test_the_cards_of_a_box_are_told_with_their_figures_on_paper_and_page(client: Client) -> None:
    """Who knows the base game sees what came along: a troll’s life, steps and blow, and whose figures."""
    client.post("/rules/wizwar/boxes", {"boxes": "artifacts,monsters", "back": "/rules/wizwar"})
    page = client.get("/rules/wizwar/reference").content.decode()
    paper = documents.reference(BOTH, "a4")
    for section in reference.change_sections(BOTH):
        assert [each.card for each in section.cards] == [
            card for card in BOXED if card.box == section.boxes[0].id
        ]
        for each in section.cards:
            assert each.card.rule is not None
            for shown in (page, paper):
                assert escape(each.card.rule.ru) in shown, each.card.id
                assert escape(" · ".join(each.facts)) in shown, each.card.id
            assert f'href="/rules/wizwar/cards/{each.card.id}"' in page
    troll = next(each for each in reference.change_sections(BOTH)[1].cards if each.card.id == "troll")
    assert {"жизни 6", "шаги 2", "восстановлено: числа наши"} <= set(troll.facts)
