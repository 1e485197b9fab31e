"""What players ask of the boxes is found among the first three, once the boxes are on the table."""

from pathlib import Path
from typing import NamedTuple

import pytest

from rulebook.content.entries import LANGUAGES
from rulebook.content.reading import load, whole
from rulebook.search.findable import entries_of
from rulebook.search.finding import find
from rulebook.search.tokens import normalise

GUILD, UNIVERSITY, BOTH = ("guild",), ("university",), ("guild", "university")
FIRST, SHARE = 3, 0.9


class Asked(NamedTuple):
    """A question as somebody types it, by language, and all entries that answer it."""

    boxes: tuple[str, ...]
    texts: dict[str, tuple[str, ...]]
    answers: tuple[str, ...]


TABLE = (
    Asked(
        GUILD,
        {"ru": ("кто победил, если камень положил не я",), "en": ("stone laid but I have more points",)},
        ("clause:guild.stone.end", "clause:guild.end.winner", "ruling:potions-45"),
    ),
    Asked(
        GUILD,
        {"ru": ("можно стащить карту из чужого столбца",), "en": ("steal a card out of another column",)},
        ("clause:guild.sequence.taken", "clause:guild.sequence.from", "clause:guild.sequence.assembled"),
    ),
    Asked(
        GUILD,
        {"ru": ("перепрыгнуть сразу два этапа",), "en": ("jump over two stages in a row",)},
        ("clause:guild.transmutation.running", "clause:guild.transmutation.skip", "ruling:potions-47"),
    ),
    Asked(
        GUILD,
        {"ru": ("две магемы в одно зелье",), "en": ("two magema in one brew",)},
        ("clause:guild.magema.one", "clause:guild.magema.replace", "ruling:potions-51"),
    ),
    Asked(
        GUILD,
        {"ru": ("сколько фаз в моём ходе",), "en": ("how many phases do I get",)},
        ("clause:guild.phases.three", "term:phase", "clause:guild.phases.first"),
    ),
    Asked(
        GUILD,
        {"ru": ("хочу вписать свои столбцы",), "en": ("type in our real columns",)},
        ("clause:guild.sequence.own", "term:own_columns", "ruling:potions-74"),
    ),
    Asked(
        GUILD,
        {"ru": ("трисмегист сколько возвращать",), "en": ("trismegistus how many go back",)},
        ("clause:guild.trismegistus.return", "clause:guild.trismegistus.take", "term:trismegistus"),
    ),
    Asked(
        UNIVERSITY,
        {"ru": ("крупица у меня, кому её сунуть",), "en": ("who may I give the scruple to",)},
        ("clause:university.scruple.pass", "ruling:potions-63", "ruling:potions-96", "term:scruple"),
    ),
    Asked(
        UNIVERSITY,
        {"ru": ("когда платит талисман дохода",), "en": ("what does income look at after my turn",)},
        ("clause:university.income.point", "clause:university.income.count", "term:income"),
    ),
    Asked(
        UNIVERSITY,
        {"ru": ("необходимость а у меня такого нет",), "en": ("necessity but nobody has one",)},
        ("clause:university.necessity.none", "clause:university.necessity.name", "term:necessity"),
    ),
    Asked(
        UNIVERSITY,
        {"ru": ("сколько дают за двух существ",), "en": ("points for two creatures forest",)},
        ("clause:university.forest.points", "clause:university.forest.creatures", "term:forest"),
    ),
    Asked(
        UNIVERSITY,
        {"ru": ("водоворот порядок карт кто выбирает",), "en": ("whirlpool who orders the cards",)},
        ("clause:university.whirlpool.order", "clause:university.whirlpool.all", "term:whirlpool"),
    ),
    Asked(
        UNIVERSITY,
        {"ru": ("многообразие сколько взять карт",), "en": ("diversity how many cards",)},
        ("clause:university.diversity.draw", "term:diversity", "card:spell_of_diversity"),
    ),
    Asked(
        BOTH,
        {"ru": ("сколько карт сдать с двумя дополнениями",), "en": ("deal with both expansions",)},
        ("clause:guild.both.deal", "clause:guild.both.decks", "clause:guild.both.cupboard"),
    ),
    Asked(
        BOTH,
        {"ru": ("десять карт на руке можно брать",), "en": ("ten cards in hand may I draw",)},
        ("clause:guild.both.stop", "clause:guild.both.first", "clause:guild.phases.limit"),
    ),
    Asked(
        BOTH,
        {"ru": ("всеобщее познание берёт камень",), "en": ("universal knowledge take a stone",)},
        ("clause:guild.both.stone", "clause:university.universal.take", "ruling:potions-87"),
    ),
)
ROWS = [(row, lang, text) for row in TABLE for lang in LANGUAGES for text in row.texts[lang]]


@pytest.mark.long
def test_every_answer_is_an_entry_at_that_table_and_no_question_is_one_that_the_search_was_given() -> None:
    """Else it would be measured by what it knows by heart."""
    every = list(entries_of(whole("potions")))
    given = {normalise(text) for entry in every for lang in LANGUAGES for text in getattr(entry.asks, lang)}
    entries = {
        boxes: {f"{entry.kind}:{entry.key}" for entry in entries_of(load("potions", boxes=boxes))}
        for boxes in {row.boxes for row in TABLE}
    }
    for row in TABLE:
        assert set(row.answers) <= entries[row.boxes], set(row.answers) - entries[row.boxes]
    assert len(given) > 1000
    assert given.isdisjoint(normalise(text) for _, _, text in ROWS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_questions_of_boxes_are_answered_among_the_first_three(search_index: Path, lang: str) -> None:
    missed = []
    asked = [(row, text) for row, of, text in ROWS if of == lang]
    for row, text in asked:
        hits = find(search_index, text, lang, "potions", boxes={"potions": row.boxes}).hits[:FIRST]
        if {f"{hit.kind}:{hit.key}" for hit in hits}.isdisjoint(row.answers):
            missed.append((text, [f"{hit.kind}:{hit.key}" for hit in hits]))
    assert len(missed) <= len(asked) * (1 - SHARE), missed
