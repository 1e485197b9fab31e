"""The reference sheet of a game that has none of its own: cards, rules or how they begin, words, on one page.

Issue: «reference with cards × copies × text and the clauses’ first sentences while they fit».
"""

from dataclasses import replace
from itertools import chain, product

import pytest
from django.utils import translation

from rulebook import reference
from rulebook.content import markup
from rulebook.content.entries import GameContent, Text
from rulebook.content.reading import load
from rulebook.content.typography import first_sentence
from rulebook.printing import documents
from rulebook.printing.cards.paint import Size
from rulebook.printing.layout import plain_reference
from rulebook.printing.layout.plain_reference import COLUMNS, FOOT, MARGINS, POINT, ReferenceLine
from rulebook.printing.paper import PAPERS
from rulebook.surfaces import ON_PAPER
from tests.daily import daily
from tests.markup import folded
from tests.rulebook.print_reader import make

POISON = load("poison")
SCARCE = ("letter", "ru")  # shorter paper, longer words
SAYS = Text(
    "Назовите карту. Если она у соседа, он выбывает из раунда.", "Name a card. Whoever has it is out."
)


def game_of(cards: int, longer: int = 1, rules: int = 1) -> GameContent:
    """Poison with other cards: so many that say something, so often; and its rules so many times."""
    made = tuple(
        replace(
            POISON.cards[0],
            id=f"c{n}",
            code=f"c{n}",
            count=1 + n % 4,
            rule=Text(*(" ".join([SAYS.in_(lang)] * longer) for lang in ("ru", "en"))),
        )
        for n in range(cards)
    )
    return replace(POISON, cards=made, clauses=POISON.clauses * rules)


def size_of(paper: str) -> Size:
    return Size(PAPERS[paper].width, PAPERS[paper].height)


def shown(game: GameContent, lang: str = "ru", paper: str = "a4") -> list[ReferenceLine]:
    found = plain_reference.context(game, lang, size_of(paper), game.cards)
    return list(chain.from_iterable(found["columns"]))


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_few_cards_stand_with_copies_and_text_before_rules_with_their_first_sentences(lang: str) -> None:
    game = game_of(8)
    rows = shown(game, lang)
    cards = [row for row in rows if row.copies]
    assert rows[0].head
    assert [row.copies for row in cards] == [f"×{card.count}" for card in game.cards]
    assert {row.meaning for row in cards} == {SAYS.in_(lang)}
    rules = [row for row in rows if row.clause]
    assert rows.index(cards[-1]) < rows.index(rules[0])
    assert [row.clause for row in rules] == [clause.id for clause in game.clauses]
    own = [clause for clause in game.clauses if not clause.of_all_games]
    begun = [first_sentence(markup.plain(game, clause.text, lang)) for clause in own]
    assert [row.meaning for row in rules[: len(own)]] == begun
    assert {row.meaning for row in rules[len(own) :]} <= {""}, "what all games share is named alone, last"


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_few_rules_stand_whole(lang: str) -> None:
    """A third of the page stayed empty, and of «the pot holds 7 for each» only a beginning was told."""
    own = [clause for clause in POISON.clauses if not clause.of_all_games][:12]
    game = replace(game_of(4), clauses=tuple(own))
    rows = [row for row in shown(game, lang) if row.clause]
    whole = [markup.plain(game, clause.text, lang) for clause in own]
    assert [row.meaning for row in rows] == whole
    assert whole != [first_sentence(text) for text in whole]


def test_what_all_games_share_goes_before_anything_of_the_games_own() -> None:
    """With more cards words are left out, then the shared rules, then sentences; no card and no rule."""
    seen = [shown(game_of(n)) for n in range(0, 64, 4)]
    own = {clause.id for clause in POISON.clauses if not clause.of_all_games}
    for n, rows in enumerate(seen):
        assert own <= {row.clause for row in rows}
        assert n == 0 or sum(bool(row.copies) for row in rows) in (4 * n, 0)
    told = [sum(len(row.meaning) for row in rows if not row.copies) for rows in seen]
    assert told == sorted(told, reverse=True)


def test_long_texts_are_begun_rather_than_left_out() -> None:
    begun = [row.meaning for row in shown(game_of(20, longer=12)) if row.copies]
    assert begun == [first_sentence(SAYS.ru)] * 20


def test_cards_that_say_nothing_are_named_in_one_row() -> None:
    rows = shown(replace(POISON, cards=tuple(replace(card, rule=None, text=None) for card in POISON.cards)))
    named = rows[1]
    assert named.title.split(", ")[0] == f"{POISON.cards[0].name.ru} ×{POISON.cards[0].count}"
    assert len(named.title.split(", ")) == len(POISON.cards)
    assert not any(row.copies for row in rows)


@pytest.mark.parametrize(("paper", "lang"), daily(product(PAPERS, ("ru", "en")), [SCARCE]))
@pytest.mark.parametrize(
    ("cards", "longer", "rules"), [(0, 1, 1), (8, 1, 1), (40, 1, 1), (40, 9, 1), (12, 40, 9), (90, 1, 240)]
)
def test_its_columns_have_room_on_every_paper(
    cards: int, longer: int, rules: int, paper: str, lang: str
) -> None:
    """And the same content gives the same sheet."""
    game = game_of(cards, longer, rules)
    found = plain_reference.context(game, lang, size_of(paper), game.cards)
    assert rules > 1 or found == plain_reference.context(game, lang, size_of(paper), game.cards)
    assert 1 <= len(found["columns"]) <= COLUMNS
    size = float(found["size"].removesuffix("pt")) * POINT
    room = PAPERS[paper].height - MARGINS - FOOT
    for column in found["columns"]:
        assert column
        assert not column[-1].head
        assert sum(row.height(size) for row in column) <= room


@pytest.mark.parametrize(
    ("cards", "longer", "paper", "lang"),
    daily(
        [
            (n, m, paper, lang)
            for n, m in ((8, 1), (40, 1), (20, 12))
            for paper, lang in (("a4", "ru"), ("letter", "en"), ("letter", "ru"))
        ],
        [(40, 1, *SCARCE)],
    ),
)
def test_on_paper_all_of_it_stands_above_the_foot(cards: int, longer: int, paper: str, lang: str) -> None:
    game, sheet = game_of(cards, longer), PAPERS[paper]
    with translation.override(lang):
        context = {
            **reference.context(POISON, POISON, ON_PAPER, paper),
            **plain_reference.context(game, lang, size_of(paper), game.cards),
            "worded": ["rulebook/_reference.html"],
        }
        html = documents.document("print/reference.html", game, sheet, context)
        edition = documents.stamp(game).split()[-1]
    foot = "".join(folded(html).partition("<footer>")[2].split())
    (runs,) = make(html).runs()
    (top,) = (box[3] for words, box in runs if edition in words)
    below = [words for words, box in runs if box[1] < top + 4 and "".join(words.split()) not in foot]
    assert below == []
