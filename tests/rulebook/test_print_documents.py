"""The reference sheet and the printed rulebook."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import RequestFactory, override_settings
from django.utils import translation
from django.utils.html import escape

from games.poison.rulebook import reference
from games.poison.scoring.points import Counts, points_of, score_round
from rulebook import game as games
from rulebook.content.boxes import without_boxes
from rulebook.content.entries import GameContent
from rulebook.content.reading import boxes, game_ids, load, whole
from rulebook.printing import documents
from rulebook.printing.cards import paint
from rulebook.printing.documents import CardOptions
from rulebook.printing.paper import LAYOUTS, PAPERS, layout
from rulebook.templatetags.printing import print_markup
from tests.daily import daily
from tests.markup import folded
from tests.rulebook.print_reader import POINT, USUAL, Made, blank, make, reached
from web.addresses import own_url, printed_for, qr_svg

POISON, POTIONS = load("poison"), load("potions")
OURS = "<sup>†</sup>"
FOOT = 20.0  # millimetres below the text of a rulebook
GAMES = [load(game_id) for game_id in game_ids()]
BOXED = [game.id for game in GAMES if boxes(game.id)]
BOTH = [(paper, lang) for paper in PAPERS for lang in ("ru", "en")]
of_each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@pytest.fixture(scope="module", autouse=True)
def _site_that_others_reach() -> Iterator[None]:
    with reached():
        yield


def spoken(text: str) -> str:
    """Text as one line, without hyphens: whether one was there before its line ended can't be seen."""
    return re.sub(r"\s+", " ", re.sub(r"[-\ufffe]\n?", "", text))


# A whole book takes up to ten seconds: every day those of the others are read before they are printed.
PRINTED = daily(GAMES, [POISON])


@pytest.fixture(scope="module", params=PRINTED, ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> GameContent:
    return request.param


@pytest.fixture(scope="module")
def book(game: GameContent) -> Made:
    """A rulebook takes seconds, so it is made once."""
    return make(documents.rulebook(game, "a4"))


def lines_after_first_words(game: GameContent, text: str, lang: str) -> list[str]:
    """Entries whose paragraph has its first words on lines of their own: so it once was where a line ended at
    «(правило 3.9).» or before it."""
    starts = {entry.id: entry.text.in_(lang).split()[:2] for entry in (*game.clauses, *game.terms)}
    return [entry_id for entry_id, (first, second) in starts.items() if f"\n{first}\n{second}" in text]


def contents_pages(game: GameContent) -> int:
    """How many pages list the rules: as many as the template has lists."""
    return documents.rulebook(game, "a4").count('<nav class="contents')


# Every day sheets with the marks of boxes, which make lines longer.
@pytest.mark.parametrize("boxed", daily([True, False], [True]))
@of_each_game
@pytest.mark.parametrize(("paper", "lang"), daily(BOTH, USUAL[:1]))
def test_the_reference_sheet_is_one_page_or_one_leaf(
    game: GameContent, paper: str, lang: str, boxed: bool
) -> None:
    """And ends above its foot: the tree of recipes once lay over it."""
    shown = whole(game.id) if boxed else game
    with translation.override(lang):
        html = documents.reference(shown, paper)
        edition = documents.stamp(without_boxes(shown)).split()[-1]
    made, sides = make(html), games.get(game.id).sides
    after = [spoken(text) for text in made.texts[sides:]]
    titles = [spoken(box.title.in_(lang)) for box in shown.boxes]
    assert any(title in after[0] for title in titles) if titles else not after
    foot = spoken(unmarked("".join(re.findall(r"<footer>.*?</footer>", html, re.S))))
    for runs in list(made.runs())[:sides]:
        (top,) = (box[3] for words, box in runs if edition in words)
        line = top + 4  # points
        below = [words for words, box in runs if box[1] < line and spoken(words) not in foot]
        assert below == []
    assert made.sizes == {(PAPERS[paper].width, PAPERS[paper].height)}
    assert made.reader.trailer["/Root"]["/Lang"] == lang
    assert all(font.startswith("Grimoire-") for font in made.fonts)


def numbers_on(html: str) -> set[str]:
    """Numbers of rules as a sheet shows them, with the mark of our decisions."""
    return {
        re.sub(r"</?a\b[^>]*>", "", n)
        for group in re.findall(r'class="num">(.*?)</span>', html)
        for n in re.split(r"(?<=</a>), ", group)
    }


@of_each_game
def test_every_number_on_a_reference_sheet_is_that_of_a_rule(game: GameContent) -> None:
    """A template that asks for a rule that isn't there would leave a hole."""
    shown = numbers_on(documents.reference(game, "a4"))
    assert len(shown) > 15
    assert {number.removesuffix(OURS) for number in shown} <= {clause.number for clause in game.clauses}


LEGENDS = {"ru": "в правиле есть и наше решение", "en": "the rule also holds a decision of ours"}


@of_each_game
@pytest.mark.parametrize("lang", LEGENDS)
def test_a_reference_sheet_tells_our_decisions_from_the_rulebooks(game: GameContent, lang: str) -> None:
    """A reader of the sheet alone would else take for a rule what its source leaves open."""
    with translation.override(lang):
        html = documents.reference(game, "a4")
    shown = numbers_on(html)
    ours = {clause.number for clause in game.clauses if clause.all_ours or clause.ours}
    marked = {number.removesuffix(OURS) for number in shown if number.endswith(OURS)}
    assert marked
    assert marked == ours & {number.removesuffix(OURS) for number in shown}
    assert LEGENDS[lang] in html.replace("\u00a0", " ")


@pytest.mark.parametrize(("lang", "prefix"), [("ru", ""), ("en", "/en")])
def test_the_code_on_a_paper_leads_to_what_has_changed_since(lang: str, prefix: str) -> None:
    """It says day and digest, as they stand beside it; whoever asks is given the address of this site."""
    path = f"{prefix}/rules/poison/paper/{POISON.updated}-{POISON.digest[:8]}"
    with translation.override(lang):
        assert_leads_to(documents.edition_code(POISON), own_url() + path)
        with (
            override_settings(PUBLIC_URL=""),
            printed_for(RequestFactory(SERVER_NAME="testserver").get("/")),
        ):
            assert_leads_to(documents.edition_code(POISON), f"http://testserver{path}")


def test_paper_has_no_code_of_an_address_that_leads_each_phone_to_itself() -> None:
    """A code that a phone can't follow stands neither in a document nor on a card of its own."""
    one_more = CardOptions("letter", "44x68")  # its margins have no room for a code
    reached = documents.cards(POISON, one_more)
    with override_settings(PUBLIC_URL="", LAN_URL=""):
        papers = [documents.reference(POISON, "a4"), documents.rulebook(POISON, "a4")]
        alone = documents.cards(POISON, one_more)
    assert all('class="edition-code' not in html and "QR" not in html for html in papers)
    assert alone.count('class="cell"') == reached.count('class="cell"') - 2  # its face and its back


def assert_leads_to(code: str, address: str) -> None:
    """As a link and as a QR code, which says the same to those who don't see it."""
    drawn = qr_svg(address, border=0, dark=paint.INK, light=None, error="l")
    assert re.findall('href="([^"]*)"', code) == [address]
    assert re.findall(' d="([^"]*)"', code) == re.findall(' d="([^"]*)"', drawn)
    assert f': {address}"' in code


def test_the_reference_sheet_names_the_rules_that_decide_a_turn_and_the_edition() -> None:
    text = make(documents.reference(POISON, "a4")).text
    for clause in (
        "turn.play",
        "overflow.take",
        "overflow.stays",
        "majority.shed",
        "majority.tie",
        "series.winner",
    ):
        assert POISON.clause_by_id[clause].number in text
    assert POISON.digest[:8] in text


def test_the_hands_on_the_reference_sheet_are_those_of_the_rules() -> None:
    """setup.three: three are dealt for four, a pile of 12 goes; setup.uneven: 13, 13, 12, 12 and so on."""
    assert reference.deals(POISON) == [
        (3, [13, 13, 12]),
        (4, [13, 13, 12, 12]),
        (5, [10] * 5),
        (6, [9, 9, 8, 8, 8, 8]),
    ]


def test_the_example_on_the_reference_sheet_counts_as_the_calculator_does() -> None:
    """The rulebook's example: 7, 2, 17 and 15 points; Sasha sheds red, Rita blue."""
    table = [Counts(*counts) for counts in zip(*reference.EXAMPLE_COUNTS.values(), strict=True)]
    assert points_of(table) == reference.EXAMPLE_POINTS
    shed = {
        line.params["colour"]: seat
        for seat, score in enumerate(score_round(table))
        for line in score.lines
        if line.code == "shed"
    }
    assert shed == reference.EXAMPLE_SHED


@of_each_game
def test_the_rulebook_holds_every_rule_clarification_and_word(game: GameContent) -> None:
    assert_holds_everything(game, spoken(unmarked(documents.rulebook(game, "a4"))))


def test_the_printed_rulebook_holds_them_too(game: GameContent, book: Made) -> None:
    assert_holds_everything(game, spoken(book.text))


def unmarked(html: str) -> str:
    """The words of a document as they are read."""
    return unescape(re.sub(r"<(style|svg).*?</\1>|<[^>]+>", "", html, flags=re.S)).replace("\u00ad", "")


def assert_holds_everything(game: GameContent, text: str) -> None:
    for clause in game.clauses:
        assert f"{clause.number}" in text
        assert spoken(clause.title.ru) in text
    for ruling in game.rulings:
        assert spoken(ruling.title.ru) in text
        if ruling.ours:  # «printed with their own mark wherever it stands»
            assert f"наше решение {spoken(ruling.ours.ru.partition('{')[0][:25])}" in text
    for term in game.terms:
        assert spoken(term.name.ru[1:]) in text
    assert "наше решение" in text


def test_bookmarks_lead_through_chapters_and_rules(game: GameContent, book: Made) -> None:
    titles = list(book.outline())
    assert titles[:2] == [game.title.ru, "Содержание"]
    assert f"{game.clauses[-1].number} {game.clauses[-1].title.ru}" in titles
    lists = 1 + len(game.kinds) + len(game.cards) if game.kinds else 0
    lists += 1 + len(game.elements) if game.elements else 0
    assert len(titles) == 2 + len(game.chapters) + len(game.clauses) + lists + 1 + len(game.rulings) + 1


def test_the_contents_name_the_page_on_which_a_rule_stands(game: GameContent, book: Made) -> None:
    contents = "\n".join(book.texts[1 : 1 + contents_pages(game)])
    for clause in game.clauses:
        line = re.search(rf"{re.escape(clause.title.ru)}\W*?(\d+)\n", contents + "\n")
        assert line, clause.title.ru
        assert spoken(clause.title.ru) in spoken(book.texts[int(line[1]) - 1])


def test_every_link_leads_inside_the_document_or_to_its_game(game: GameContent, book: Made) -> None:
    names = set(book.reader.named_destinations)
    links = [
        annotation.get_object()
        for page in book.reader.pages
        for annotation in page.get("/Annots", [])
        if annotation.get_object()["/Subtype"] == "/Link"
    ]
    assert len(links) > len(game.clauses)
    for link in links:
        if "/A" in link:
            assert link["/A"]["/URI"] == f"{own_url()}/rules/{game.id}"
        else:
            assert str(link["/Dest"]) in names


@pytest.mark.parametrize("game_id", BOXED)
@pytest.mark.parametrize(("paper", "lang"), daily(BOTH, [("letter", "ru")]))  # shorter paper, longer words
def test_the_cover_is_one_page_with_all_expansions(game_id: str, paper: str, lang: str) -> None:
    """Each expansion says of which edition it is; two of them once ran on to an empty second page."""
    with translation.override(lang):
        html = documents.rulebook(whole(game_id), paper)
    cover = html[: html.index('<nav class="contents')]
    assert len(make(f"{cover}</body></html>").texts) == 1


def test_pages_after_the_cover_carry_edition_hash_and_number(game: GameContent, book: Made) -> None:
    for number, text in enumerate(book.texts[1:], start=2):
        assert f"{game.updated} · {game.digest[:8]}" in text
        assert str(number) in text
    assert "Справочник поклонников" in book.texts[0]
    assert all(font.startswith("Grimoire-") for font in book.fonts)


def test_russian_words_are_divided_at_line_ends(book: Made) -> None:
    """By a hyphen that readers of the file know as such (U+FFFE), so that the word is found there whole."""
    assert re.search(r"[а-яё]{2}\ufffe[а-яё]{2}", book.text)
    assert "‐" not in book.text  # nor would «Сапоги-скороходы» be found by what one types


def test_no_line_breaks_after_its_first_words(game: GameContent, book: Made) -> None:
    assert lines_after_first_words(game, book.text, "ru") == []


def test_no_page_is_empty(book: Made) -> None:
    assert all(len(text) > 150 for text in book.texts)


def white(book: Made, page: int) -> float:
    """Which part of the room for text stays white below the last line of a page."""
    image = book.image(page, scale=1)
    top, bottom = (round(share * image.height / 297) for share in (18, 275))  # above the line at the foot
    rows = (image.crop((0, y, image.width, y + 1)).getextrema() for y in range(bottom, top, -1))
    blank = takewhile(lambda row: row[1] - row[0] < 60, rows)
    return len([*blank]) / (bottom - top)


def test_chapters_flow_on_so_that_no_page_is_half_white(game: GameContent, book: Made) -> None:
    """Print: a chapter that begins a page leaves the one before white. Cover, contents and the last page end
    where they end.
    """
    pages = range(1 + contents_pages(game), len(book.texts) - 1)
    assert {page + 1: white(book, page) for page in pages if white(book, page) > 0.55} == {}


def test_no_heading_stands_alone_at_a_pages_foot(book: Made) -> None:
    """Below the head of a chapter there is room for some lines, below that of a rule for two."""

    def feet(items: list[Any], level: int = 1) -> Iterator[tuple[str, float]]:
        for item in items:
            if isinstance(item, list):
                yield from feet(item, level + 1)
            else:
                yield item.title, float(item.top) * POINT - FOOT - (28 if level == 1 else 11)

    assert [title for title, room in feet(book.reader.outline) if room < 0] == []


# Signs that are drawn: of a letter and a mark, or two letters, beside words of a readable size.
def is_sign(word: str) -> bool:
    return len(word) <= 2


def assert_readable(made: Made) -> None:
    """Print by need: no caption is smaller than 6.5 points."""
    small = {(round(size, 1), word) for size, word in made.words() if size < 6.45 and not is_sign(word)}
    assert sorted(small) == []


@of_each_game
@pytest.mark.parametrize(("paper", "lang"), daily(BOTH, USUAL[:1]))
def test_all_words_of_a_sheet_can_be_read(game: GameContent, paper: str, lang: str) -> None:
    """Reference, score sheets, and what a game prints besides, with its boxes."""
    boxed = whole(game.id)
    with translation.override(lang):
        assert_readable(make(documents.reference(boxed, paper)))
        assert_readable(blank(boxed, paper, boxed.players[1:] if boxed.boxes else ()))
        for kind in games.documents(game.id):
            assert_readable(make(documents.extra(boxed, kind, paper)))


def test_all_words_of_the_rulebook_can_be_read(book: Made) -> None:
    assert_readable(book)


def test_small_print_beside_cards_can_be_read() -> None:
    few = replace(POISON, cards=POISON.cards[:1])
    assert_readable(make(documents.cards(few, CardOptions("letter", "44x68", low_ink=True, backs=False))))


def test_what_is_said_of_other_editions_is_printed_with_the_rule() -> None:
    assert "Другое издание:" in documents.rulebook(POISON, "a4")


@pytest.mark.parametrize("game", PRINTED, ids=lambda game: game.id)
@pytest.mark.thorough  # every day the Russian one
def test_the_english_rulebook_reads_as_one(game: GameContent) -> None:
    with translation.override("en"):
        made = make(documents.rulebook(game, "letter"))
    assert made.sizes == {(215.9, 279.4)}
    assert lines_after_first_words(game, made.text, "en") == []
    rest = 1 + contents_pages(game)
    contents = spoken("\n".join(made.texts[1:rest]))
    text = spoken("".join(made.texts[rest:]))
    for clause in game.clauses:
        assert spoken(clause.title.en) in contents
        assert spoken(clause.title.en) in text


def test_the_rulebook_lists_every_card_with_its_recipe_and_elements() -> None:
    """components.recipe and components.element: points and ingredients above, an element below."""
    entries = [entry for _, of_kind in documents.recipe_entries(POTIONS) for entry in of_kind]
    assert sorted(entry.card.id for entry in entries) == sorted(POTIONS.card_by_id)
    html = folded(documents.rulebook(POTIONS, "a4"))
    for entry in entries:
        assert sum(part.times for part in entry.made_of) == len(entry.card.ingredients)
        assert f'<h3 id="card-{entry.card.id}">{escape(entry.card.name.ru)}' in html
        for part in (*entry.made_of, *entry.into):
            assert f' id="{part.target}"' in html
    assert html.count("×2, ") >= 4  # complex elixirs tell how many of their copies carry which element


def test_the_rulebook_marks_what_the_rules_themselves_name() -> None:
    html = folded(documents.rulebook(POTIONS, "a4"))
    marked = [*POTIONS.cards, *POTIONS.elements]
    seed = sum(entry.provenance == "seed" for entry in marked)
    assert 10 < seed < len(marked)
    assert len(re.findall(r'<h3(?:(?!</h3>).)*class="status rulebook"', html)) == seed
    guessed = [replace(card, provenance="reconstruction") for card in POTIONS.cards]
    assert "восстановлено нами" not in html
    assert "восстановлено нами" in documents.rulebook(replace(POTIONS, cards=tuple(guessed)), "a4")


def test_a_game_without_recipes_prints_no_list_of_them() -> None:
    assert documents.recipe_entries(POISON) == []
    assert 'id="recipes"' not in documents.rulebook(POISON, "a4")


def test_words_of_the_content_are_escaped() -> None:
    text = replace(POISON.about, ru="<b>{ref:overflow.take}</b> *<i>*")
    number = POISON.clause_by_id["overflow.take"].number
    assert print_markup(text, POISON) == (
        f'<span class="tight">&lt;b&gt;<a class="num" href="#overflow.take">{number}</a>&lt;/b&gt;</span> '
        "<em>&lt;i&gt;</em>"
    )


@pytest.mark.parametrize("kind", ["card", "element"])
def test_names_in_texts_lead_to_the_lists_of_the_document(kind: str) -> None:
    target = {"card": "supreme_elixir", "element": "mandrake"}[kind]
    text = replace(POTIONS.about, ru=f"Тут {{{kind}:{target}}} есть.")
    assert f'href="#{kind}-{target}"' in print_markup(text, POTIONS)


@pytest.mark.parametrize("key", sorted(LAYOUTS))
def test_every_layout_prints_the_whole_deck_of_two_part_cards(key: tuple[str, str, bool]) -> None:
    """components.deck: 76 cards; copies of a card that carry different elements are drawn apart. One more has
    the edition’s code where margins are too narrow for it.
    """
    paper, size, bleed = key
    code = [1] if layout(*key).code is None else []
    html = documents.cards(POTIONS, CardOptions(paper, size, bleed=bleed, backs=False))
    drawings = Counter(re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html))
    assert sum(drawings.values()) == 76 + len(code)
    counts = [copies.count for _, copies in POTIONS.copies_by_code.values()]
    assert sorted(drawings.values()) == sorted(counts + code)
    assert html.count('<section class="sheet">') == -(-76 // layout(*key).per_sheet)


def game_with_content_alone(of: GameContent) -> GameContent:
    """A game that has no folder: what it is called and its colour are nobody's, and nobody draws figures."""
    return replace(of, id="solitaire", figures=(), clauses=[replace(each, figure="") for each in of.clauses])


@of_each_game
@pytest.mark.parametrize("paper", PAPERS)
def test_a_game_with_content_alone_has_a_reference_sheet(game: GameContent, paper: str) -> None:
    """That it stays on its page, test_plain_reference asks."""
    text = spoken(unmarked(documents.reference(game_with_content_alone(game), paper)))
    assert spoken(game.title.ru) in text
    shown = [clause for clause in game.clauses if spoken(clause.title.ru) in text]
    assert len(shown) == len(game.clauses) or {clause.id for clause in shown} >= set(game.asked)


@pytest.mark.parametrize("game", PRINTED, ids=lambda game: game.id)
def test_a_game_with_content_alone_prints_cards_with_their_names(game: GameContent) -> None:
    few = replace(game_with_content_alone(game), cards=game.cards[::5])
    made = make(documents.cards(few, CardOptions(size="44x68")))
    text = spoken(made.text)
    assert all(spoken(card.name.ru.split()[0]) in text for card in few.cards)
    assert all(font.startswith("Grimoire-") for font in made.fonts)


def test_a_game_with_content_alone_has_a_printed_rulebook() -> None:
    html = documents.rulebook(game_with_content_alone(POISON), "a4")
    assert all(f'id="{clause.id}"' in html for clause in POISON.clauses)


@of_each_game
def test_the_ink_of_a_game_on_paper_is_its_accent_on_the_site(game: GameContent) -> None:
    path = finders.find(f"{game.id}/game.css")
    tokens = Path(path).read_text(encoding="utf-8")
    assert f"--{game.id}: {games.get(game.id).accent[0]};" in tokens[: tokens.index("@media")]
