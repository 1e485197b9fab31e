"""What a reader types and what should come first. The queries are those of a table, errors included."""

import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.conf import settings

from rulebook import search
from rulebook.content import load
from rulebook.entries import GameContent
from rulebook.indexing import build


def top(index: Path, query: str, lang: str = "ru", n: int = 3) -> list[str]:
    return [f"{hit.kind} {hit.key}" for hit in search.find(index, query, lang, limit=n).hits]


FIRST = [
    # words and their forms
    ("переполнение котла", "clause overflow.take"),
    ("переполненный котёл", "clause overflow.take"),
    ("котел переполнен", "clause overflow.take"),
    ("котлы", "term cauldron"),
    ("котлом", "term cauldron"),
    ("яда", "term poison"),
    ("ядом", "term poison"),
    ("сдающего", "term dealer"),
    ("ничьей", "term tie"),
    ("раундов", "clause series.rounds"),
    ("большинством", "term majority"),
    ("сбрасывать", "term shed"),
    ("победитель", "term winner"),
    ("выиграл", "term winner"),
    # ё and е, capitals, stress
    ("втроём", "clause setup.three"),
    ("втроем", "clause setup.three"),
    ("ВТРОЁМ", "clause setup.three"),
    ("коте\u0301л", "term cauldron"),
    # questions
    ("сколько игроков", "clause setup.players"),
    ("кто начинает", "clause turn.start"),
    ("подсматривать", "clause pile.closed"),
    ("можно ли смотреть взятые карты", "clause pile.closed"),
    ("поровну", "clause majority.tie"),
    ("больше всех", "clause majority.shed"),
    ("смешивать цвета", "clause cauldron.mix"),
    ("гоблины", "clause variant.muduko"),
    # numbers and ids
    ("3.12", "clause overflow.take"),
    ("правило 3.12", "clause overflow.take"),
    ("п. 3.12", "clause overflow.take"),
    ("13", "clause overflow.limit"),
    ("тринадцать", "term total"),
    ("overflow.take", "clause overflow.take"),
    ("Overflow.Take", "clause overflow.take"),
    ("poison-18", "ruling poison-18"),
    ("разъяснение 18", "ruling poison-18"),
    ("R4", "card red-4"),
    ("x4", "card poison-4"),
    ("красная 4", "card red-4"),
    ("красную 4", "card red-4"),
    # synonyms
    ("перелив", "term overflow"),
    ("отрава", "term poison"),
    ("штраф", "term points"),
    # the other keyboard layout
    ("rjntk", "term cauldron"),
    ("rjn`k", "term cauldron"),
    ("gthtgjkytybt rjnkf", "clause overflow.take"),
    ("зщшыщт", "term poison"),
    ("сфгдвкщт", "term cauldron"),
    # typing errors
    ("перепонение котла", "clause overflow.take"),
    ("перполнение", "term overflow"),
    ("фиалетовый", "term cauldron_colour"),
    ("алхемия", "game poison"),
    ("катёл", "term cauldron"),
    ("октел", "term cauldron"),
    ("потсчет", "term points"),
    ("cauldorn", "term cauldron"),
    ("перепонение rjnkf", "clause overflow.take"),
    # while typing
    ("перепол", "term overflow"),
    ("переполнение кот", "clause overflow.take"),
    ("гобл", "clause variant.muduko"),
    ("фиалет", "term cauldron_colour"),
    ("переплне", "term overflow"),
    ("cauld", "term cauldron"),
    ("overflow.t", "clause overflow.take"),
    # English from the Russian pages
    ("overflowing cauldron", "clause overflow.take"),
    ("clockwise", "term clockwise"),
    ("who wins", "term winner"),
]


@pytest.mark.parametrize(("query", "hit"), FIRST)
def test_it_finds_what_was_meant(index: Path, query: str, hit: str) -> None:
    assert top(index, query)[0] == hit


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory, poison: GameContent, potions: GameContent) -> Path:
    """The index of two games at once."""
    path = tmp_path_factory.mktemp("both") / search.FILE_NAME
    build(path, [poison, potions])
    return path


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
        ("переполнение котла", "clause overflow.take"),
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
    found = {hit.key for hit in search.find(both, query, "ru").hits if hit.kind == "card"}
    assert cards <= found


def test_a_card_shows_its_recipe_among_the_hits(both: Path) -> None:
    hits = {hit.key: hit for hit in search.find(both, "мандрагора", "ru").hits}
    parts = hits["love_potion"].snippet
    assert "".join(part.text for part in parts) == "Камень крови + Мандрагора"
    assert [part.text for part in parts if part.hit] == ["Мандрагора"]


@pytest.mark.parametrize(
    ("query", "hit"),
    [
        ("overflow", "term overflow"),
        ("taking cards", "clause overflow.take"),
        ("three players", "clause setup.three"),
        ("how many players", "clause setup.players"),
        ("colours don't mix", "clause cauldron.mix"),
        ("peek", "clause pile.closed"),
        ("tied", "term tie"),
        ("dealers", "term dealer"),
        ("котёл", "term cauldron"),
        ("red 4", "card red-4"),
        ("poisn", "term poison"),
        ("eques", ""),
    ],
)
def test_it_finds_from_the_english_pages(index: Path, query: str, hit: str) -> None:
    assert (top(index, query, "en") or [""])[0] == hit


def test_the_overflow_rules_stand_together_on_top(index: Path) -> None:
    assert top(index, "переполнение котла", n=2) == ["clause overflow.take", "clause overflow.stays"]


def test_the_title_is_in_the_readers_language_and_the_snippet_in_its_own(index: Path) -> None:
    hit = search.find(index, "clockwise deal", "ru").hits[0]
    assert any("а" <= letter <= "я" for part in hit.title for letter in part.text.casefold())
    assert hit.lang in ("ru", "en")


def test_who_typed_no_word_of_the_other_language_reads_their_own(tmp_path: Path) -> None:
    path = tmp_path / search.FILE_NAME
    build(path, [load("alchemists")])
    for query in ("опровержение", "R+"):
        assert {hit.lang for hit in search.find(path, query, "ru").hits} == {"ru"}


def test_word_forms_are_highlighted(index: Path) -> None:
    hit = search.find(index, "переполнение котла", "ru").hits[0]
    assert [part.text for part in hit.title if part.hit] == ["Котёл", "переполнен"]
    assert "".join(part.text for part in hit.title) == "Котёл переполнен: что забрать"


def test_it_says_how_an_unclear_query_was_read(index: Path) -> None:
    assert search.find(index, "rjntk", "ru").read_as == "котёл"
    assert search.find(index, "перепонение", "ru").read_as == "переполнение"
    assert search.find(index, "котёл", "ru").read_as == ""


def test_unknown_words_beside_known_ones_do_not_hide_the_answer(index: Path) -> None:
    found = search.find(index, "котёл щщщъъ", "ru")
    assert found.hits
    assert found.unknown == ("щщщъъ",)


def test_nearest_words_are_offered_when_nothing_is_found(index: Path) -> None:
    found = search.find(index, "пирипалниние", "ru")
    assert found.hits == ()
    assert any(word.startswith("перепо") for word in found.nearest)


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
    found = search.find(index, query, "ru")
    assert len(found.hits) <= 40


def test_a_snippet_is_cut_between_words_around_the_hit() -> None:
    words = " ".join(f"слово{n}" for n in range(80))
    before, hit, after = words[:300], words[300:308], words[308:]
    parts = search.shorten([search.Part(before, False), search.Part(hit, True), search.Part(after, False)])
    text = "".join(part.text for part in parts)
    assert (text[0], text[-1]) == ("…", "…")
    assert len(text) <= search.SNIPPET + 2
    assert search.Part(hit, True) in parts


def test_a_short_text_stays_whole() -> None:
    parts = (search.Part("Предел — ", False), search.Part("13", True))
    assert search.shorten(parts) == parts


def test_a_missing_index_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(search.SearchUnavailable):
        search.find(tmp_path / "none.db", "котёл", "ru")


def test_an_index_of_another_version_is_unavailable(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as old:
        old.execute("PRAGMA user_version = 999")
    old.close()
    with pytest.raises(search.SearchUnavailable, match="version 999"):
        search.find(path, "котёл", "ru")


def test_a_file_that_is_no_index_is_unavailable(tmp_path: Path) -> None:
    path = tmp_path / "text.db"
    path.write_text("не база " * 200, encoding="utf-8")
    with pytest.raises(search.SearchUnavailable):
        search.find(path, "котёл", "ru")


def test_a_rebuilt_index_is_read_at_once(tmp_path: Path, poison: GameContent) -> None:
    path = tmp_path / "search.db"
    build(path, [])
    assert search.find(path, "котёл", "ru").hits == ()
    build(path, [poison])
    assert search.find(path, "котёл", "ru").hits
    assert [entry.name for entry in tmp_path.iterdir()] == ["search.db"]


def test_threads_search_side_by_side(index: Path) -> None:
    found: list[list[str]] = []
    threads = [threading.Thread(target=lambda: found.append(top(index, "котёл"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [top(index, "котёл")] * 4


def test_the_same_content_builds_the_same_index(index: Path, tmp_path: Path, poison: GameContent) -> None:
    build(tmp_path / "again.db", [poison])
    dumps = []
    for path in (index, tmp_path / "again.db"):
        database = sqlite3.connect(path)
        tables = (database.execute(f"SELECT * FROM {table} ORDER BY 1, 2") for table in ("entry", "form"))
        dumps.append([table.fetchall() for table in tables])
        database.close()
    assert dumps[0] == dumps[1]


def test_web_workers_never_load_the_morphology() -> None:
    code = "import django, sys; django.setup(); import rulebook.views; sys.exit('pymorphy3' in sys.modules)"
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    subprocess.run([sys.executable, "-c", code], cwd=settings.BASE_DIR, env=environment, check=True)
