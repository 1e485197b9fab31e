"""What a reader types and what should come first. The queries are those of a table, errors included."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings

from rulebook import fingerprint
from rulebook.content.entries import LANGUAGES, GameContent, Text
from rulebook.search import finding, memory, morphology, quality, snippets, thesaurus
from rulebook.search.findable import entries_of
from rulebook.search.impacts import Worded, weigh
from rulebook.search.indexing import build
from tests.daily import Run, daily
from tests.plugin import kept

pytestmark = pytest.mark.whole


def top(index: Path, query: str, lang: str = "ru", n: int = 3) -> list[str]:
    return [f"{hit.kind} {hit.key}" for hit in finding.find(index, query, lang, limit=n).hits]


FIRST = [
    # the name of a word or a card, in any form, is that word or card
    ("котлы", "term cauldron"),
    ("котлом", "term cauldron"),
    ("яда", "term poison"),
    ("ядом", "term poison"),
    ("переполнение", "term overflow"),
    ("сдающего", "term dealer"),
    ("ничьей", "term tie"),
    ("раундов", "term round"),
    ("большинством", "term majority"),
    ("победитель", "term winner"),
    ("красная 4", "card red-4"),
    ("красную 4", "card red-4"),
    # ё and е, capitals, stress
    ("втроём", "clause setup.three"),
    ("втроем", "clause setup.three"),
    ("ВТРОЁМ", "clause setup.three"),
    ("коте\u0301л", "term cauldron"),
    # questions
    ("сколько игроков", "clause setup.players"),
    ("кто начинает", "clause turn.start"),
    ("можно ли смотреть взятые карты", "clause pile.closed"),
    ("поровну", "clause majority.tie"),
    ("больше всех", "clause majority.shed"),
    ("смешивать цвета", "clause cauldron.mix"),
    ("гоблины", "clause variant.muduko"),
    # the number of players
    ("на троих", "clause setup.three"),
    ("три игрока", "clause setup.three"),
    # numbers and ids
    ("3.12", "clause overflow.take"),
    ("правило 3.12", "clause overflow.take"),
    ("п. 3.12", "clause overflow.take"),
    ("overflow.take", "clause overflow.take"),
    ("Overflow.Take", "clause overflow.take"),
    ("poison-18", "ruling poison-18"),
    ("разъяснение 18", "ruling poison-18"),
    ("R4", "card red-4"),
    ("x4", "card poison-4"),
    # the other keyboard layout
    ("rjntk", "term cauldron"),
    ("rjn`k", "term cauldron"),
    ("gthtgjkytybt", "term overflow"),
    ("сфгдвкщт", "term cauldron"),
    # typing errors
    ("перполнение", "term overflow"),
    ("алхемия", "game poison"),
    ("катёл", "term cauldron"),
    ("cauldorn", "term cauldron"),
    # while typing
    ("перепол", "term overflow"),
    ("гобл", "clause variant.muduko"),
    ("cauld", "term cauldron"),
    ("overflow.t", "clause overflow.take"),
    # English from the Russian pages
    ("clockwise", "term clockwise"),
    ("who wins", "clause series.winner"),
]
AMONG_THE_FIRST = [
    ("переполненный котёл", "clause overflow.take"),
    ("что забрать из переполненного котла", "clause overflow.take"),
    ("gthtgjkytybt rjnkf", "clause overflow.stays"),
    ("перепонение rjnkf", "clause overflow.stays"),
    ("сбрасывать", "clause majority.shed"),
    ("подсматривать", "clause pile.closed"),
    ("13", "clause overflow.limit"),
    ("тринадцать", "clause overflow.limit"),
    ("отрава", "clause components.poison"),
    ("штраф", "term points"),
    ("потсчет", "clause score.reveal"),
    ("зщшыщт", "term poison"),
    ("фиалетовый", "card purple-4"),
]


@pytest.mark.parametrize(("query", "hit"), FIRST)
def test_it_finds_what_was_meant(index: Path, query: str, hit: str) -> None:
    assert top(index, query)[0] == hit


@pytest.mark.parametrize(("query", "hit"), AMONG_THE_FIRST)
def test_it_finds_what_was_meant_among_others(index: Path, query: str, hit: str) -> None:
    assert hit in top(index, query, n=4)


@pytest.fixture(scope="module")
def both(poison: GameContent, potions: GameContent) -> Path:
    """The index of two games at once."""
    return kept("both", ".db", fingerprint.of_rules(), lambda draft: build(draft, [poison, potions]))


@pytest.mark.parametrize(
    ("query", "hit"),
    [
        # elements: names, forms, errors
        ("мандрагора", "element mandrake"),
        ("мандрагору", "element mandrake"),
        ("корень мандрагоры", "element mandrake"),
        ("пером феникса", "element phoenix_feather"),
        ("крыло летучей мыши", "element bat_wing"),
        ("мандрогора", "element mandrake"),
        ("vfylhfujhf", "element mandrake"),
        ("mandrake", "element mandrake"),
        ("камень крови", "element blood_stone"),
        # cards: names, ids
        ("дракон", "card dragon"),
        ("полиглотум", "card polyglotum_potion"),
        ("заклятье познания", "card spell_of_knowledge"),
        ("powder_of_fate", "card powder_of_fate"),
        ("griffin", "card griffin"),
        # kinds
        ("простой эликсир", "term simple_elixir"),
        ("порошки", "term powder"),
        # the other game keeps its own
        ("котёл", "term cauldron"),
    ],
)
def test_it_finds_in_a_deck_of_recipes(both: Path, query: str, hit: str) -> None:
    assert top(both, query)[0] == hit


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ("порошок", {"powder_of_fate", "powder_of_truth", "powder_of_control", "powder_of_incorporeality"}),
        ("существо", {"dragon", "griffin", "unicorn", "banshee", "basilisk"}),
        ("мандрагора", {"love_potion", "elixir_of_fidelity", "elixir_of_flight"}),
        ("из любовного зелья", {"powder_of_control", "great_elixir_of_eternal_love"}),
    ],
)
def test_cards_are_found_by_kind_and_by_ingredient(both: Path, query: str, cards: set[str]) -> None:
    found = {hit.key for hit in finding.find(both, query, "ru").hits if hit.kind == "card"}
    assert cards <= found


def test_a_card_shows_its_recipe_among_the_hits(both: Path) -> None:
    hits = {hit.key: hit for hit in finding.find(both, "мандрагора", "ru").hits}
    parts = hits["love_potion"].snippet
    assert "".join(part.text for part in parts) == "Камень крови + Мандрагора"
    assert [part.text for part in parts if part.hit] == ["Мандрагора"]


@pytest.mark.parametrize(
    ("query", "hit"),
    [
        ("overflow", "term overflow"),
        ("three players", "clause setup.three"),
        ("how many players", "clause setup.players"),
        ("colours don't mix", "clause cauldron.mix"),
        ("peek", "clause pile.closed"),
        ("tied", "term tie"),
        ("dealers", "term dealer"),
        ("котёл", "term cauldron"),
        ("red 4", "card red-4"),
        ("eques", ""),
    ],
)
def test_it_finds_from_the_english_pages(index: Path, query: str, hit: str) -> None:
    assert (top(index, query, "en") or [""])[0] == hit


def test_the_title_is_in_the_readers_language_and_the_snippet_in_its_own(index: Path) -> None:
    hit = finding.find(index, "clockwise deal", "ru").hits[0]
    assert any("а" <= letter <= "я" for part in hit.title for letter in part.text.casefold())
    assert hit.lang in ("ru", "en")


def test_a_snippet_says_in_which_language_it_is(index: Path) -> None:
    """WCAG 3.1.2: a reader's voice is told of a passage in the other language."""
    hits = [hit for hit in finding.find(index, "clockwise deal", "ru").hits if hit.snippet]
    for hit in hits:
        text = "".join(part.text for part in hit.snippet).casefold()
        assert hit.lang == ("ru" if any("а" <= letter <= "я" for letter in text) else "en"), text
    assert "en" in {hit.lang for hit in hits}


@pytest.mark.django_db
def test_who_typed_no_word_of_the_other_language_reads_their_own(index_of_all: Path) -> None:
    for query in ("опровержение", "R+"):
        hits = finding.find(index_of_all, query, "ru", "alchemists").hits
        assert {hit.lang for hit in hits} == {"ru"}


def test_word_forms_are_highlighted(index: Path) -> None:
    hits = finding.find(index, "что забрать из переполненного котла", "ru").hits
    title = next(hit.title for hit in hits if hit.key == "overflow.take")
    assert [part.text for part in title if part.hit] == ["Котёл", "переполнен", "забрать"]
    assert "".join(part.text for part in title) == "Котёл переполнен: что забрать"


def test_a_word_that_only_begins_alike_is_not_highlighted(index: Path) -> None:
    """«Ничья» and «ничего» share a stem, which helps to find and says nothing to who reads."""
    hits = finding.find(index, "ничья", "ru").hits
    hit = next(hit for hit in hits if hit.key == "majority.tie")
    parts = (*hit.title, *hit.snippet)
    assert "ничего" in "".join(part.text for part in parts)
    assert [part.text for part in parts if part.hit] == ["Поровну"]


def test_it_says_how_an_unclear_query_was_read(index: Path) -> None:
    assert finding.find(index, "rjntk", "ru").repaired == (("rjntk", "котёл"),)
    assert finding.find(index, "Перепонение котла", "ru").repaired == (("Перепонение", "переполнение"),)
    assert finding.find(index, "котёл", "ru").repaired == ()


def test_unknown_words_beside_known_ones_do_not_hide_the_answer(index: Path) -> None:
    found = finding.find(index, "котёл щщщъъ", "ru")
    assert found.hits
    assert found.unknown == ("щщщъъ",)


def test_titles_that_read_alike_are_offered_when_nothing_is_found(index: Path) -> None:
    found = finding.find(index, "переплалниние", "ru")
    assert found.hits == ()
    assert "overflow" in [hit.key for hit in found.nearest]


@pytest.mark.parametrize(
    ("typed", "read_as"),
    [
        ("катл", ""),  # none in four letters
        ("кател", "котёл"),  # one in eight
        ("кателл", ""),
        ("перлив", "перелив"),  # a letter that is missing
        ("отрравы", "отравы"),  # one too many
        ("раздавющий", "раздающий"),  # two from nine on
        ("раздовющий", "раздающий"),
        ("расдоющий", "раздающий"),
        ("октел", ""),  # never in the first letter
        ("жотел", ""),
        ("паздающий", ""),  # nor of a long one
        ("шрам", ""),  # «шрам дракона» became «швам дракона», and found double walls
    ],
)
def test_typing_errors_are_forgiven_by_the_length_of_the_word(index: Path, typed: str, read_as: str) -> None:
    """None in words up to four letters, one up to eight, two from nine on, never in the first letter."""
    found = finding.find(index, typed, "ru")
    assert dict(found.repaired).get(typed, "") == read_as


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "read_as"),
    [
        ("чё", ""),  # was «x», a card's code
        ("чо", ""),  # was whatever begins so, «чокнуться»
        ("ыъжщц", ""),  # was “s” and “ow”
        ("zl", ""),
        ("скока", ""),  # was «срока», one typing error
        ("lader", ""),  # leader, ladder, later
        ("rjntk", "котёл"),
    ],
)
def test_a_repair_is_taken_because_it_is_likely(index_of_all: Path, typed: str, read_as: str) -> None:
    """Not because it is possible: of few letters none is made, and two are none."""
    assert dict(finding.find(index_of_all, typed, "ru").repaired).get(typed, "") == read_as


@pytest.mark.parametrize(
    ("spoken", "proper"), [("скока игроков", "сколько игроков"), ("чё такое перелив", "что такое перелив")]
)
def test_words_are_read_as_they_are_spoken(index: Path, spoken: str, proper: str) -> None:
    assert top(index, spoken) == top(index, proper)
    assert finding.find(index, spoken, "ru").repaired == ()


@pytest.mark.parametrize("query", ["ыъжщц", "что такое щщщъъ", "чё за ыъжщц", "🧪🧪"])
def test_where_nothing_was_found_it_says_so(index: Path, query: str) -> None:
    """A question word alone is no find."""
    assert finding.find(index, query, "ru").total == 0


def test_a_word_that_is_found_by_its_beginning_is_not_told_as_unknown(index: Path) -> None:
    assert finding.find(index, "переполнил", "ru").unknown == ()


def test_a_word_that_is_known_is_never_repaired(index: Path) -> None:
    """«корзина» stands in no rule, but players say it; it is no «картина» and no «корона»."""
    found = finding.find(index, "казан", "ru")
    assert found.repaired == ()
    assert found.hits[0].key == "cauldron"


def test_a_better_partial_match_is_not_hidden_by_full_ones(both: Path) -> None:
    """Words that no entry has together still find the one that has most of them."""
    hits = finding.find(both, "эликсир переполнен котёл забрать вчетвером чужой", "ru", "poison").hits
    assert "overflow.take" in [hit.key for hit in hits[:3]]


def test_question_words_weigh_little(index: Path) -> None:
    """«сколько», «если», «можно» don't lead to whatever else says them."""
    plain = top(index, "карт в колоде", n=3)
    assert set(top(index, "сколько может быть карт в колоде если что", n=3)) & set(plain)


def test_inside_a_game_its_own_entries_come_first(both: Path) -> None:
    found = finding.find(both, "сколько карт в колоде", "ru", "potions")
    assert {hit.game for hit in found.hits} == {"potions"}
    assert {hit.game for hit in found.elsewhere} == {"poison"}


@pytest.mark.django_db
def test_what_needs_two_boxes_stands_aside_while_one_of_them_is_missing(index_of_all: Path) -> None:
    """`needs` are the boxes without which an entry doesn't count: all of them, not any."""
    key = "guild.both.deal"
    for boxes in ([], ["guild"], ["university"], ["guild", "university"]):
        found = finding.find(index_of_all, key, "ru", "potions", boxes={"potions": boxes})
        assert [hit.away for hit in found.hits if hit.key == key] == [len(boxes) < 2], boxes


@pytest.mark.django_db
def test_only_the_boxes_of_the_game_that_one_searches_in_have_rows(index_of_all: Path) -> None:
    """«Boxes that aren't on the table»: on the table of another game they could not be put."""
    found = {game: finding.find(index_of_all, "магема", "ru", game) for game in ("", "potions", "poison")}
    assert found["potions"].hits[0].key == found[""].hits[0].key == "magema"
    assert not [hit for hit in found["poison"].page if hit.away]


@pytest.mark.django_db
@pytest.mark.parametrize("lang", daily(LANGUAGES, ["ru"]))
def test_the_base_game_stands_above_boxes_that_nobody_has(index_of_all: Path, lang: str) -> None:
    """But for what is called by its name, or by a word that only such a box has."""
    for question in [*quality.questions("seen")][:: 3 if Run.is_daily else 1]:
        for phrasing in question.phrasings[lang] if not question.boxes else ():
            hits = finding.find(index_of_all, phrasing, lang, question.game, 1).hits
            assert not (hits and hits[0].away) or "lixir" in phrasing or "talisman" in phrasing, phrasing


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "query"),
    [
        ("potions", "что делать если колода кончилась"),
        ("potions", "сколько ходов в раунде"),
        ("potions", "взять карту из шкафа"),
        ("wizwar", "пройти сквозь огонь"),
        ("wizwar", "сколько урона у огня"),
    ],
)
def test_what_boxes_say_is_not_laid_above_the_base_game(index_of_all: Path, game: str, query: str) -> None:
    hits = finding.find(index_of_all, query, "ru", game).hits
    assert not hits[0].away
    assert sum(hit.away for hit in hits) <= finding.MOST_AWAY


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        "как ударить монстра",
        "сколько жизней у монстра",
        "артефакт в руке считается картой",
        "how far does a monster walk",
    ],
)
def test_two_rows_of_two_boxes_are_weighed_within_the_whole(index_of_all: Path, query: str) -> None:
    """What only two entries of two boxes say was rarer there than anything in the game."""
    table = {"wizwar": ("artifacts", "monsters")}
    found = finding.find(index_of_all, query, "ru", "wizwar", boxes=table)
    assert found.hits[0].key not in ("wizwar-138", "wizwar-139")
    assert not found.answer


def test_between_games_each_is_counted(both: Path) -> None:
    found = finding.find(both, "ничья", "ru")
    assert dict(found.games).keys() == {"poison", "potions"}
    assert sum(dict(found.games).values()) == found.total


@pytest.mark.django_db
def test_among_games_no_game_fills_the_first_screen(index_of_all: Path) -> None:
    """Two rows of each that answers about as well, then the others."""
    hits = finding.find(index_of_all, "можно ли сбросить карту", "ru").hits
    games = [hit.game for hit in hits]
    assert len(set(games[:8])) == 4
    assert all(games[:8].count(game) == finding.EACH_GAME for game in set(games[:8]))
    assert {"wizwar-12", "draw.discard"} & {hit.key for hit in hits[:8]}


def test_a_clarification_that_clearly_answers_is_the_answer(index: Path) -> None:
    found = finding.find(index, "разъяснение 18", "ru")
    assert found.answer
    assert found.hits[0].key == "poison-18"
    assert not finding.find(index, "котёл", "ru").answer


def test_what_boxes_say_further_down_takes_no_answer_away(index_of_all: Path) -> None:
    query = "Карта вернулась при этом же сборе. Можно ли её тут же взять?"
    found = finding.find(index_of_all, query, "ru", "potions")
    assert (found.hits[0].key, found.answer) == ("potions-14", True)


@pytest.mark.django_db
def test_a_clarification_of_something_else_is_not_the_answer(index_of_all: Path) -> None:
    """“When does an artifact I bought begin to work?” isn't; a wrong card costs more trust than ten rows in a
    wrong order.
    """
    query = "does a bought artifact get replaced right away?"
    assert not finding.find(index_of_all, query, "ru", "alchemists").answer


def clarified(path: Path, poison: GameContent, *titles: str) -> Path:
    """An index of clarifications that are called so, from 98 on, and of little else."""
    asked = enumerate((Text(title, title) for title in titles), start=98)
    rulings = (replace(poison.rulings[0], id=f"poison-{n}", number=n, title=title) for n, title in asked)
    build(path, [replace(poison, chapters=(), clauses=(), terms=(), cards=(), rulings=tuple(rulings))])
    return path


@pytest.mark.parametrize("found", [["poison-98"], ["poison-98", "poison-99"]])
def test_of_two_clarifications_that_answer_alike_neither_is_the_answer(
    tmp_path: Path, poison: GameContent, monkeypatch: pytest.MonkeyPatch, found: list[str]
) -> None:
    """What is found first by a hair is as often not what was meant; one alone is clearly meant."""
    monkeypatch.setattr(thesaurus, "load", thesaurus.Thesaurus)  # most of the words, and none of these
    index = clarified(tmp_path / "search.db", poison, *["Гиппогриф пьёт из котла?"] * len(found))
    assert top(index, "гиппогриф") == [f"ruling {key}" for key in found]
    assert finding.find(index, "гиппогриф", "ru").answer is (len(found) == 1)


def test_words_made_of_one_another_find_one_another(
    tmp_path: Path, poison: GameContent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """«Ход» and «ходить» have a stem in common; the word itself comes first."""
    monkeypatch.setattr(thesaurus, "load", thesaurus.Thesaurus)
    index = clarified(tmp_path / "search.db", poison, "Кому ходить?", "Чей ход?")
    assert top(index, "ход") == ["ruling poison-99", "ruling poison-98"]


def test_a_number_is_no_other_word(
    tmp_path: Path, poison: GameContent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two things are «a pair», but «2» stands for much else: by it nothing is found but what has it."""
    said = thesaurus.Thesaurus(groups=(("пара", "2", "двойка"),))
    monkeypatch.setattr(thesaurus, "load", lambda: said)
    index = clarified(tmp_path / "search.db", poison, "Пара гиппогрифов?", "2 гиппогрифа?", "Двойка пик?")
    assert top(index, "2") == ["ruling poison-99"]
    assert set(top(index, "пара")) == {"ruling poison-98", "ruling poison-100"}


def test_what_is_asked_of_an_entry_may_be_answered_by_those_it_is_about(poison: GameContent) -> None:
    """«A clarification and its rules, a word and its rule», either way; the less near the more there are."""
    links = {entry.name: entry.links for entry in entries_of(poison)}
    for term in poison.terms:
        for rule in (f"clause:{target}" for kind, target in term.text.references if kind == "ref"):
            assert 0 < links[rule][f"term:{term.id}"] < links[f"term:{term.id}"][rule] < 1
    for ruling in poison.rulings:
        own = links[f"ruling:{ruling.id}"]
        assert own.keys() >= {f"card:{card}" for card in ruling.cards[:1]}
        for rule in (f"clause:{clause}" for clause in ruling.clauses):
            assert links[rule][f"ruling:{ruling.id}"] == own[rule]
            assert (own[rule] == 1) == (len(ruling.clauses) == 1)


def test_an_unlikely_reading_of_a_word_counts_less() -> None:
    """«стали» is rather «стать» than «сталь»; «мыла» is both."""
    dictionary = morphology.Dictionary()
    assert dictionary.lemmas("стали") == {"стать": 1.0, "сталь": morphology.UNLIKELY_SHARE}
    assert dictionary.lemmas("мыла") == {"мыло": 1.0, "мыть": 1.0}
    readings = [{"become": 0.9, "steel": 0.1}], [{"become": 0.1, "steel": 0.9}]
    entries = [Worded(n, "clause", {("text", "ru"): words}, {}) for n, words in enumerate(readings)]
    steel = weigh(entries).impacts["steel"]
    assert steel[0] < steel[1]


HOSTILE = [
    '"',
    "'",
    "*",
    "NEAR(",
    "a AND",
    "котёл OR",
    "-",
    "^яд",
    "{x}: y",
    "(((",
    "\0",
    "a:b",
    "%",
    "\\",
    " ",
]
LONG_OR_ODD = ["щ" * 10_000, "котёл " * 2_000, "a.b." * 3_000, "\ud800", "🧪", "\u202eabc", "<script>", "_"]


@pytest.mark.parametrize("query", HOSTILE + LONG_OR_ODD)
def test_no_query_breaks_it(index: Path, query: str) -> None:
    found = finding.find(index, query, "ru")
    assert len(found.hits) <= 40


def test_a_snippet_is_cut_between_words_around_the_hit() -> None:
    words = " ".join(f"слово{n}" for n in range(80))
    before, hit, after = words[:300], words[300:308], words[308:]
    parts = snippets.shorten(
        [
            snippets.SnippetPart(before, False),
            snippets.SnippetPart(hit, True),
            snippets.SnippetPart(after, False),
        ]
    )
    text = "".join(part.text for part in parts)
    assert (text[0], text[-1]) == ("…", "…")
    assert len(text) <= snippets.SNIPPET + 2
    assert snippets.SnippetPart(hit, True) in parts


def test_a_short_text_stays_whole() -> None:
    parts = (snippets.SnippetPart("Предел — ", False), snippets.SnippetPart("13", True))
    assert snippets.shorten(parts) == parts


def test_a_missing_index_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(finding.SearchUnavailable):
        finding.find(tmp_path / "none.db", "котёл", "ru")


def test_an_index_of_another_version_is_unavailable(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as old:
        old.execute("PRAGMA user_version = 999")
    old.close()
    with pytest.raises(finding.SearchUnavailable, match="version 999"):
        finding.find(path, "котёл", "ru")


def test_a_file_that_is_no_index_is_unavailable(tmp_path: Path) -> None:
    path = tmp_path / "text.db"
    path.write_text("не база " * 200, encoding="utf-8")
    with pytest.raises(finding.SearchUnavailable):
        finding.find(path, "котёл", "ru")


def test_an_index_that_was_replaced_by_one_of_the_same_size_is_read_at_once(
    index: Path, tmp_path: Path
) -> None:
    """Content where only a word was corrected often fills as many pages."""
    path, draft = tmp_path / "search.db", tmp_path / "draft.db"
    for place in (path, draft):
        shutil.copy(index, place)
    assert finding.find(path, "котёл", "ru").hits
    with sqlite3.connect(draft) as other:
        other.execute("UPDATE entry SET kind = 'moved'")
    other.close()
    assert draft.stat().st_size == path.stat().st_size
    os.replace(draft, path)
    assert {hit.kind for hit in finding.find(path, "котёл", "ru").hits} == {"moved"}


def test_what_the_dictionary_said_is_asked_once_and_makes_the_same_index(
    tmp_path: Path, poison: GameContent, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = thesaurus.Thesaurus(spoken=(("гиппогриф", "гипогриф"),))  # a word that no entry has
    monkeypatch.setattr(thesaurus, "load", lambda: said)  # the other words are most, and like any other
    few = replace(poison, clauses=poison.clauses[:5], rulings=(), terms=poison.terms[:3], cards=())
    build(tmp_path / "first.db", [few])
    with monkeypatch.context() as patch:
        patch.setattr(morphology, "_look_up", lambda form: pytest.fail(f"asked for «{form}»"))
        patch.setattr(morphology, "_forms", lambda form, n: pytest.fail(f"asked for forms of «{form}»"))
        build(tmp_path / "second.db", [few])
    assert rows_of(tmp_path / "first.db") == rows_of(tmp_path / "second.db")


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b'{"made_by": "another"}',
        b'{"made_by": "%s", "told": {"a": 1}, "stems": {}}',
    ],
)
def test_kept_words_that_can_not_be_read_count_as_none(tmp_path: Path, damaged: bytes) -> None:
    path = tmp_path / memory.FILE_NAME
    path.write_bytes(damaged.replace(b"%s", memory.made_by().encode()))
    assert memory.recall(path).told == {}


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    tables = ("entry", "shown", "name", "form", "token", "posting")
    with closing(sqlite3.connect(path)) as index:
        return {table: sorted(index.execute(f"SELECT * FROM {table}"), key=repr) for table in tables}


def test_threads_search_side_by_side(index: Path) -> None:
    found: list[list[str]] = []
    threads = [threading.Thread(target=lambda: found.append(top(index, "котёл"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [top(index, "котёл")] * 4


def test_web_workers_never_load_the_morphology() -> None:
    code = "import django, sys; django.setup(); import rulebook.views; sys.exit('pymorphy3' in sys.modules)"
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    subprocess.run([sys.executable, "-c", code], cwd=settings.BASE_DIR, env=environment, check=True)
