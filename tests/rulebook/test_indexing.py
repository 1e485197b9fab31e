"""What the index of a small game with two boxes has, table by table."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulebook.content.entries import GameContent, Ruling, Text
from rulebook.content.reading import read_whole_from
from rulebook.content.typography import NO_BREAK
from rulebook.search import indexing, memory, tables, thesaurus
from rulebook.search.findable import entries_of
from rulebook.search.finding import IMPACT
from tests.rulebook import boxed_game

SAID = thesaurus.Thesaurus(groups=(("карта", "лист"), ("пара", "2")), spoken=(("карта", "карточька"),))
GLOSSARY = """
[[term]]
id = "hand"
name = { ru = "Рука с картой", en = "Hand" }
ru = "То, что держат."
en = "What is held."
synonyms = { ru = ["ладонь", "спор"], en = [] }

[[term]]
id = "soap"
name = { ru = "Мыло", en = "Soap" }
ru = "Мыть, мыть мыла."
en = "To wash."
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> GameContent:
    home = boxed_game.write(tmp_path_factory.mktemp("games") / "tiny")
    (home.parent / "boxes/air/content/glossary.toml").write_text(GLOSSARY, encoding="utf-8")
    return read_whole_from("tiny", home).content


@pytest.fixture(scope="module")
def made(game: GameContent, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """Its index, and what was heard while it was built, in the table `heard`."""
    path, heard = tmp_path_factory.mktemp("index") / "search.db", list[int]()
    path.write_text("the old one")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thesaurus, "load", lambda: SAID)
        count = indexing.build(path, [game], heard.append)
    assert sorted(each.name for each in path.parent.iterdir()) == ["search.db", memory.FILE_NAME]
    with closing(sqlite3.connect(path)) as index:
        index.execute("CREATE TABLE heard (size)")
        index.executemany("INSERT INTO heard VALUES (?)", [(count,), *((size,) for size in heard)])
        yield index


def column(index: sqlite3.Connection, query: str, *values: object) -> list[Any]:
    return [value for (value,) in index.execute(query, values)]


def test_an_index_tells_how_far_it_is_and_how_many_entries_it_has(made: sqlite3.Connection) -> None:
    count, *heard = column(made, "SELECT size FROM heard")
    assert heard == list(indexing.STEPS.values())
    assert column(made, "SELECT id FROM entry ORDER BY id") == list(range(1, count + 1))


def test_an_index_that_can_not_be_made_leaves_the_old_one(
    game: GameContent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thesaurus, "load", thesaurus.Thesaurus)
    monkeypatch.setattr(tables, "finish", lambda index: 1 / 0)
    (tmp_path / "search.db").write_text("the old one")
    with pytest.raises(ZeroDivisionError):
        indexing.build(tmp_path / "search.db", [game])
    assert (tmp_path / "search.db").read_text() == "the old one"
    assert len([*tmp_path.iterdir()]) == 2


def test_an_index_that_is_made_leaves_no_file_open(
    game: GameContent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that loads rules again and again would run out of them."""
    monkeypatch.setattr(thesaurus, "load", thesaurus.Thesaurus)
    opened = []
    for _ in range(2):
        indexing.build(tmp_path / "search.db", [game])
        opened.append(len(os.listdir("/proc/self/fd")))
    assert opened[0] == opened[1]


def test_what_boxes_have_stands_behind_the_game_once_for_each_of_them(made: sqlite3.Connection) -> None:
    rows = list(
        made.execute("SELECT kind, key, needs FROM entry WHERE kind IN ('game', 'card', 'clause', 'term')")
    )
    own = [row for row in rows if "." not in row[1] or row[1].startswith(("play.", "air.", "water."))]
    assert own == [
        ("game", "tiny", ""),
        ("clause", "play.card", ""),
        ("card", "one", ""),
        ("term", "hand", "air"),
        ("term", "soap", "air"),
        ("clause", "air.card", "air"),
        ("clause", "air.both", "air+water"),
        ("card", "air", "air"),
        ("card", "twin", "air"),
        ("clause", "water.card", "water"),
        ("card", "twin", "water"),
        ("card", "water", "water"),
    ]  # fmt: skip


def test_an_entry_is_called_by_its_names_in_any_form(made: sqlite3.Connection) -> None:
    of_term = "SELECT name FROM name JOIN entry ON entry = id WHERE key = 'hand' ORDER BY name"
    assert column(made, of_term) == ["hand", "рука с карта", f"рука с{NO_BREAK}картой"]
    of_box = column(made, "SELECT title FROM titles WHERE titles MATCH '\"ука\"' AND lang = 'ru'")
    assert of_box == [f"Рука с{NO_BREAK}картой hand"]


def test_words_of_a_text_are_marked_where_they_stand(made: sqlite3.Connection) -> None:
    """By what they mean, not by words that are used alike, nor by what has a stem in common; words of no use
    aren't marked.
    """
    shown = (
        "SELECT title, title_words, text FROM shown JOIN entry ON entry = id WHERE key = 'hand' AND lang = ?"
    )
    ((title, places, text),) = made.execute(shown, ("ru",))
    assert (title, text) == (f"Рука с{NO_BREAK}картой", "То, что держат.")
    assert json.loads(places) == [
        [0, 4, ["=tiny:hand", "рука"]],
        [5, 6, ["=tiny:hand"]],
        [7, 13, ["=tiny:hand", "карта"]],
    ]
    assert '"=tiny' in places
    assert ", " not in places


def test_each_form_leads_to_its_word_and_tells_how_much_that_is_used(made: sqlite3.Connection) -> None:
    """A spelling as it is spoken is the word proper, and a word of no use is none."""
    forms = {form: rest for form, *rest in made.execute("SELECT form, lemma, used FROM form WHERE place = 0")}
    assert forms["карту"][0] == forms["картой"][0] == "карта"
    assert forms["карту"][1] == forms["картой"][1] > forms["рука"][1]
    assert forms["мыла"][1] == forms["мыть"][1] == forms["мыло"][1] == 4  # «мыло» they washed, too
    assert forms["карточька"] == ["карта", None]
    assert forms["с"] == ["", None]
    assert list(made.execute("SELECT * FROM spoken")) == [("карточька", "карта")]
    assert column(made, "SELECT spelling FROM form WHERE form = 'карта'") == [None]


def test_words_stand_for_what_they_mean_and_those_that_are_used_alike(made: sqlite3.Connection) -> None:
    """A number stands for no group: «2» is much else than a pair."""
    meant: dict[str, set[str]] = {}
    for lemma, token in made.execute("SELECT lemma, token FROM token"):
        meant.setdefault(lemma, set()).add(token)
    assert meant["карта"] >= {"карта", "&0"}
    assert meant["лист"] >= {"лист", "&0"}
    assert "&1" in meant["пара"]
    assert "&1" not in meant.get("2", set())
    assert "=tiny:hand" in meant["рука с карта"] & meant["ладонь"] & meant["hand"]


def test_what_a_token_says_is_told_by_what_must_be_on_the_table(made: sqlite3.Connection) -> None:
    """In one game a word is as rare among all as in it; a base game has no meaning that only boxes have."""
    ids = dict(made.execute("SELECT id, needs FROM entry"))
    rows = list(made.execute("SELECT token, needs, rarity, rarity_among, impacts FROM posting"))
    assert rows
    for token, needs, here, among, impacts in rows:
        found = dict(IMPACT.iter_unpack(impacts))
        assert here == pytest.approx(among)
        assert {ids[entry] for entry in found} == {needs}, token
        assert list(found) == sorted(found)
        assert all(impact > 0 for impact in found.values())
    tokens = [token for token, *_ in rows]
    assert len({(token, needs) for token, needs, *_ in rows}) == len(rows)
    assert {needs for token, needs, *_ in rows if token == "=tiny:hand"} == {"air"}
    assert {needs for token, needs, *_ in rows if token == "карта"} >= {"", "air"}
    assert tokens == sorted(tokens)
    shared = {token for token in tokens if token.startswith("~")}
    stems = column(made, "SELECT token FROM token WHERE token LIKE '~%'")
    assert shared == {token for token in shared if stems.count(token) > 1}


def test_a_clarification_is_near_its_rules_and_its_first_cards(game: GameContent) -> None:
    """«The less near the more there are», and three cards at most."""
    said = Text("Так.", "So.")
    ruling = Ruling("tiny-1", 1, said, said, "ours", ("play.card", "air.card"), ("a", "b", "c", "d"), "", "")
    entries = {entry.name: entry for entry in entries_of(replace(game, rulings=(ruling,)))}
    rules = {f"clause:{clause}": pytest.approx(0.5**0.5) for clause in ruling.clauses}
    assert entries["ruling:tiny-1"].links == rules | {f"card:{card}": 0.5 for card in "abc"}


def test_what_a_game_says_of_itself_can_be_found_by_its_author(game: GameContent) -> None:
    entry = next(entries_of(game))
    fields = indexing.fields_of(entry, "en")
    assert (entry.name, fields["title"], fields["also"]) == ("game:tiny", ("Tiny",), ("Nobody",))
    assert entry.text.en == "Two cards and a quarrel about them."
