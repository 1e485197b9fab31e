"""What an author reads whose files lack something: file, place, what is wanted, and an example."""

import shutil
from pathlib import Path

import pytest

from rulebook import finder
from rulebook.content import checking, reading, wanted
from rulebook.content.faults import say
from rulebook.content.reading import Reading
from tests.rulebook import tiny_game


@pytest.fixture
def content(tmp_path: Path) -> Path:
    return tiny_game.write(tmp_path) / "content"


def read(content: Path) -> Reading:
    return reading.read_from("tiny", content)


def told(content: Path, lang: str = "en") -> list[str]:
    return [say(fault, lang) for fault in checking.faults_of(read(content))]


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_card_without_a_code_is_called_by_its_id(content: Path) -> None:
    """docs/new-game.md: «`code` … is the `id` unless given»."""
    change(content / "cards.toml", 'code = "w3"\n', "")
    change(content / "cards.toml", 'code = "1-a2"\n', "")
    assert told(content) == []
    cards = read(content).content.cards
    assert [copies.code for card in cards for copies in card.copies] == ["w3", "one"]
    assert {(card.value, card.points) for card in cards} == {(0, 0)}  # no number on it, and worth nothing


WORDS = '[mark.hint]\nru = "а"\nen = "a"\n'
WRONG_KIND = [
    ("game.toml", "minutes", "constants = 5\nminutes", "constants: must be a table { … }"),
    ("game.toml", "minutes", "people = { Ann = 5 }\nminutes", "people.Ann: must be a text"),
    ("game.toml", "minutes", 'retired = ["play.old"]\nminutes', "retired: must be a table { … }"),
    ("game.toml", "minutes", 'steps = ["play"]\nminutes', "must be an array of tables [[steps]]"),
    ("game.toml", 'id = "tiny"', 'id = "teeny"', "id: the folder has another name: “tiny”"),
    (
        "game.toml",
        "[[kinds]]",
        '[[setup]]\nid = "deal"\nclause = "play.cart"\n\n[[kinds]]',
        "clause: unknown clause play.cart",
    ),
    ("game.toml", 'id = "red"', "id = [1]", "kinds [1], id: must be a text"),
    ("rules.toml", 'id = "play.card"', "id = 5", "clause 5, id: must be a text"),
    (
        "rules.toml",
        "decided_by",
        'reconstruction = "no"\ndecided_by',
        "reconstruction: must be true or false",
    ),
    ("rules.toml", "decided_by", "bare = 5\ndecided_by", "bare: must be a list of whole numbers"),
    ("rules.toml", "decided_by", "bare = [4]\ndecided_by", "bare: bare has 4, which the text hasn’t"),
    ("rules.toml", "decided_by", "numbers_differ = 1\ndecided_by", "numbers_differ: must be true or false"),
    ("cards.toml", "count = 2", 'count = 2\ndata = "old"', "card w3, data: must be a table { … }"),
    ("cards.toml", "count = 2", "copies = 2", "card w3, copies: must be a table { … }"),
    ("rulings.toml", "number = 1", 'number = "1"', "ruling 1, number: must be a whole number"),
    ("words.toml", WORDS, f"mark.one = 5\n{WORDS}", "mark.one: must be a table { … }"),
    ("words.toml", WORDS, f"event = 5\n{WORDS}", "event: must be a table { … }"),
]


@pytest.mark.parametrize(("file", "old", "new", "line"), WRONG_KIND)
def test_a_value_of_the_wrong_kind_is_named(content: Path, file: str, old: str, new: str, line: str) -> None:
    """«Whatever is wrong in it by its line»: no traceback, and nothing that pages would stumble over."""
    (content / "words.toml").write_text(WORDS, encoding="utf-8")
    change(content / file, old, new)
    assert any(said.startswith(f"tiny/{file}:") and said.endswith(line) for said in told(content)), told(
        content
    )


def test_a_game_for_one_number_of_players_says_it_once(content: Path) -> None:
    """`players` are «how many play, from and to»: with one number they are as many and no others."""
    change(content / "game.toml", "players = [2, 3]", "players = [2]")
    assert told(content) == []
    assert read(content).content.players == (2, 2)


def test_a_missing_key_says_what_it_is_for_with_an_example(content: Path) -> None:
    change(content / "game.toml", 'made_of = { ru = "Картон.", en = "Cardboard." }\n', "")
    change(content / "cards.toml", 'kind = "red"\n', "")
    assert told(content) == [
        "tiny/cards.toml:2: card w3, kind: the key is missing; it says: a word for such cards."
        ' For example: kind = "animal"',
        "tiny/game.toml:15: kinds red, made_of: the key is missing; it says: a sentence below it, of what"
        ' they have in common. For example: made_of = { ru = "У каждого своё число.", en = "Each has a number'
        ' of its own." }',
    ]
    assert told(content, "ru")[0].endswith(
        'card w3, kind: ключа нет; он говорит: слово для таких карт. Например: kind = "animal"'
    )


def test_every_example_of_a_key_is_toml_that_has_it() -> None:
    for keys in wanted.WANTED.values():
        for key, each in keys.items():
            assert key in reading.tomli.loads(each.example), each


def test_an_icon_that_is_not_there_is_told_with_those_like_it_and_where_all_are(content: Path) -> None:
    step = 'id = "take"\nicon = "hnad"\nru = "Берут."\nen = "Take."\nclauses = ["play.card"]\n'
    change(content / "game.toml", "[[kinds]]", f"[[steps]]\n{step}\n[[kinds]]")
    (line,) = told(content)
    assert line.startswith("tiny/game.toml:17: steps take, icon: unknown icon hnad, like it: hand, ")
    assert line.partition("like it: ")[2].partition(". ")[0].count(",") == 2
    assert line.endswith("All are shown by manage.py tryout ID --icons")


@pytest.mark.parametrize(
    "written",
    ['shown_by = ["event:one",\n', "bare = [1, 2\n", 'also = { ru = "…", en = "…"\n'],
)
def test_a_bracket_that_is_never_closed_is_told_where_it_opens(content: Path, written: str) -> None:
    """Nothing that only follows from it: no «the chapter has no clauses»."""
    path = content / "rules.toml"
    path.write_text(path.read_text(encoding="utf-8") + written, encoding="utf-8")
    line = len(path.read_text(encoding="utf-8").splitlines())
    bracket = "{" if "{" in written else "["
    assert told(content) == [
        f"tiny/rules.toml:{line}: clause play.card: syntax: the {bracket} that opens here is never closed."
        ' For example: ["…", "…"]'
    ]


def test_what_is_wrong_in_a_list_written_after_its_key_is_told_with_the_line_of_that(content: Path) -> None:
    change(content / "game.toml", '[[chapters]]\nid = "play"\nru = "Игра"\nen = "Play"\n', "")
    change(content / "game.toml", "updated", 'chapters = [{ id = "play", ru = "Игра" }]\nupdated')
    assert told(content) == ["tiny/game.toml:8: chapters play, en: no text"]


def test_a_table_that_must_be_one_of_many_is_named(content: Path) -> None:
    """«[term]» in place of «[[term]]»: its one word would be lost without a word."""
    change(content / "glossary.toml", "[[term]]", "[term]")
    assert told(content) == ["tiny/glossary.toml:2: must be an array of tables [[term]]"]


def test_a_card_whose_copies_share_a_code_is_named(content: Path) -> None:
    """A code is what a copy is called in moves and positions: each that can be told apart has its own."""
    rows = ", ".join(f'{{ elements = [], count = 1, code = "{code}" }}' for code in ("w3", "w4", "w3"))
    change(content / "cards.toml", "count = 2", f"copies = [{rows}]")
    assert told(content) == ["tiny/cards.toml:6: card w3, copies: two copies have one code"]


def test_shared_clauses_are_left_out_one_by_one(content: Path) -> None:
    change(content / "game.toml", "minutes = 5\n", 'minutes = 5\nwithout = ["series.tie", "series.winner"]\n')
    assert told(content) == []
    known = read(content).content.clause_by_id
    assert {"series.tie", "series.winner"}.isdisjoint(known)
    assert {"series.rounds", "turn.play"} <= known.keys()
    change(content / "game.toml", '"series.tie"', '"series.draw"')
    (line,) = told(content)
    assert "without: there is no shared clause series.draw, only: components.deck, setup.players, " in line


def test_what_is_wrong_in_a_shared_clause_is_told_by_each_game_that_has_it(
    content: Path, tmp_path: Path
) -> None:
    shutil.copytree(reading.ROOT / "content", tmp_path / "content")
    change(
        tmp_path / "content" / "shared" / "rules.toml", 'ru = "В игре только те', "ru = \"В 'игре' только те"
    )
    (fault,) = checking.faults_of(reading.read_from("tiny", content, tmp_path))
    assert say(fault, "en").startswith("shared/rules.toml:14: clause components.deck, ru: a straight quote")


def test_a_clause_in_place_of_a_shared_one_is_named(content: Path) -> None:
    for name in ("rules.toml", "rulings.toml", "glossary.toml"):
        path = content / name
        path.write_text(path.read_text(encoding="utf-8").replace("play.card", "setup.deal"), encoding="utf-8")
    assert told(content) == []
    assert checking.instead_of_shared(read(content).content) == (["setup.deal"], [])


def test_a_game_that_is_left_out_is_told_in_the_log_as_in_the_check() -> None:
    problem = finder.Problem("poison", "game_twice", "other.poison")
    assert problem.say() == "poison: there is such a game already (other.poison)"
