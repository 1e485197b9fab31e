"""One file of content by itself: what is wrong in it by line, entry and key, and what is read of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulebook.content.entries import NO_TEXT, Text
from rulebook.content.toml_file import File

Told = list[tuple[int, str, str, str]]
Written = Callable[[str], File]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A file of a box with this text."""

    def write(source: str) -> File:
        path = tmp_path / "things.toml"
        path.write_text(source, encoding="utf-8")
        return File(path, "things.toml", {"limit": 13}, "air")

    return write


def told(file: File) -> Told:
    """What is wrong in a file of things that have a number each, once all have been read."""
    file.hold("thing")
    for entry in file.entries("thing", "id"):
        entry.whole_number("n")
        entry.get("few")
    return [fault[1:5] for fault in file.faults]


SOUND = '[[thing]]\nid = "first"\nn = 1\n\n'


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ('[[thing]]\nid = "a"\nn = "open\n', [(3, "thing a", "", "syntax_quote")]),
        ('[[thing]]\nid = "a"\nn\n', [(3, "thing a", "", "syntax_equals")]),
        ('[[thing]]\nid = "a"\nn =\n', [(3, "thing a", "", "syntax_value")]),
        ('[[thing]]\nid = "a"\nn = 1 2\n', [(3, "thing a", "", "syntax_after")]),
        ('[[thing]]\nid = "a"\nn = 1\nn = 2\n', [(4, "thing a", "", "syntax_twice")]),
        ('[[thing]]\nid = "a"\nn = { of = 1, of = 2 }\n', [(3, "thing a", "", "syntax_twice")]),
        ('[[thing]]\nid = "a"\nn.of = 1\nn.of.all = 2\n', [(4, "thing a", "", "syntax_twice")]),
        ('[[thing]]\nid = "a"\nn = [\n1, [2],\n', [(3, "thing a", "", "syntax_list")]),
        ('[[thing]]\nid = "a"\nn = ]\nm = [\n', [(4, "thing a", "", "syntax_list")]),
        ('[[thing]]\nid = "a"\nn = """\nopen\n', [(3, "thing a", "", "syntax_quote")]),
        ('[[thing]]\nid = "a"\nn = \\\n', [(3, "thing a", "", "syntax_value")]),
        ("[[thing]]\nid =\n", [(2, "thing", "", "syntax_value")]),
        ("n\n", [(1, "", "", "syntax_equals")]),
        ('[[thing]]\nid = "a"\nn = 1\n[[thing]\nid = "b"\n', [(4, "thing b", "", "syntax_list")]),
        ('[[thing]]\nid = "a"\n"n = 1\n', [(3, "thing a", "", "syntax_quote")]),
        ('[[thing]]\nid = "a"\nn = 1\n!\n', [(4, "thing a", "", "syntax")]),
    ],
)
def test_a_part_that_is_no_toml_is_told_and_the_rest_is_read(
    written: Written, source: str, faults: Told
) -> None:
    """«A part that is no TOML is left out with a fault, the rest is read», in its own lines."""
    before = SOUND if source.startswith("[") else ""
    file = written(f'{before}{source}\n[[thing]]\nid = "last"\nn = "1"\n')
    moved = [(line + before.count("\n"), *rest) for line, *rest in faults]
    last = len(file.path.read_text(encoding="utf-8").splitlines())
    assert told(file) == [*moved, (last, "thing last", "n", "not_whole")]
    assert {entry.partition(" ")[2] for _, entry, *_ in faults if " " in entry} <= file.unread
    assert not file.lost


@pytest.mark.parametrize(
    ("source", "opened"),
    [("a = [1, [2, 3]\n", "["), ("a = [\n{ of = [1],\n", "{"), ("a = [1, 2\n{ of = 1 }\n", "[")],
)
def test_the_bracket_that_is_never_closed_is_told(written: Written, source: str, opened: str) -> None:
    """Of two the last: the other may be closed further down."""
    (fault,) = written(source).faults
    line = next(n for n, text in enumerate(source.splitlines(), start=1) if opened in text)
    assert (fault.line, fault.code, fault.params["bracket"]) == (line, "syntax_list", opened)


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (None, "no_file", 0),
        ("id = 'котёл'".encode("cp1251"), "encoding", 0),
        (b"[thing]\nid = 1\n[thing]\nid = 2\n", "syntax_twice", 3),
    ],
)
def test_a_file_of_which_nothing_can_be_read_is_told(
    tmp_path: Path, content: bytes | None, code: str, line: int
) -> None:
    """It has no lines for what is missing in it then: 0 is «the file as a whole»."""
    path = tmp_path / "things.toml"
    if content is not None:
        path.write_bytes(content)
    file = File(path, "things.toml")
    file.root.need("title")
    assert [fault[1:5] for fault in file.faults] == [(line, "", "", code), (0, "", "title", "no_key_so")]
    assert file.lost
    assert list(file.entries("thing", "id")) == []


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ('[[thing]]\nid = "a"\nn = "1"\n', [(3, "thing a", "n", "not_whole")]),
        ('[[thing]]\nid = "a"\nfew = { n = 1 }\nn = "1"\n', [(4, "thing a", "n", "not_whole")]),
        ('[[thing]]\nid = "a"\nfew = {\nn = 1,\n}\nn = "1"\n', [(6, "thing a", "n", "not_whole")]),
        ('[[thing]]\nid = "a"\nfew = """\n] n\nn = 1\n"""\nn = "1"\n', [(7, "thing a", "n", "not_whole")]),
        ("[[thing]]\nid = 'a'\nfew = '''\nn = 1\n'''\nn = '1' # n = 1\n", [(6, "thing a", "n", "not_whole")]),
        ('[[thing]]\nid = "a"\nfew = """\n[b] n]\n"""\nn = "1"\n', [(6, "thing a", "n", "not_whole")]),
        ('[[thing]]\nid = "a"\n', [(1, "thing a", "n", "no_key")]),
        ("[[thing]]\nn = 1\n", [(1, "thing number 1", "id", "no_key")]),
        ('\n[[thing]]\nid = "a"\nn = 1\n[[thing]]\nid = "b"\n', [(5, "thing b", "n", "no_key")]),
        ("[[thing]]\nid = 1\nn = 1\n", [(2, "thing 1", "id", "not_text")]),
        ('[[thing]]\nid = "a"\nn = 1\n\n[[thing]]\nid = "a"\n', [(6, "thing a", "id", "duplicate")]),
        ('thing = [{ id = "a", n = 1 }, { id = "b" }]\n', [(1, "thing b", "n", "no_key")]),
        ('first = 1\nthing = [{ id = "b" }]\n', [(1, "", "", "stray_table"), (2, "thing b", "n", "no_key")]),
        ("thing = 1\n", [(1, "", "", "not_tables")]),
        ("thing = [{ id = 'a' }, 1]\n", [(1, "", "", "not_tables")]),
        ("[thing]\nid = 1\n", [(1, "", "", "not_tables")]),
        ("\n[other.things]\nid = 1\n", [(2, "", "", "stray_table")]),
        ('\n["other things"]\nid = 1\n', [(0, "", "", "stray_table")]),
        ("other.id = 1\n[another]\n", [(1, "", "", "stray_table"), (2, "", "", "stray_table")]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_by_line_entry_and_key(written: Written, source: str, faults: Told) -> None:
    assert sorted(told(written(source))) == sorted(faults)


@pytest.mark.parametrize(
    ("entry", "codes"),
    [
        ("n = 1", []),
        ("n = 1\nm = 2\no = 3", ["unknown_key m", "unknown_key o"]),
        ('n = "1"\nm = 2', ["not_whole n", "unknown_key m"]),
        ("m = 2", ["no_key n"]),
    ],
)
def test_a_misspelt_key_is_told_unless_one_is_missing(written: Written, entry: str, codes: list[str]) -> None:
    """«Keys that nobody asked for are misspelt … Where something is missing, that line is enough»: of that
    entry, not of the next.
    """
    file = written(f'[[thing]]\nid = "b"\nmm = 1\n\n[[thing]]\nid = "a"\n{entry}\n')
    found = sorted(f"{code} {key}" for _, name, key, code in told(file) if name == "thing a")
    assert found == codes


VALUES: list[tuple[str, str, Any, str, str]] = [
    ("word", 'k = "a"', "a", "", ""),
    ("word", "k = 5", "", "not_text", "k"),
    ("word", "", "", "no_key", "k"),
    ("whole_number", "k = 5", 5, "", ""),
    ("whole_number", "k = true", 0, "not_whole", "k"),
    ("whole_number", "", 0, "no_key", "k"),
    ("whole_numbers", "k = [2, 3]", (2, 3), "", ""),
    ("whole_numbers", "k = 5", (0,), "not_wholes", "k"),
    ("whole_numbers", "k = []", (0,), "not_wholes", "k"),
    ("whole_numbers", 'k = [2, "3"]', (0,), "not_wholes", "k"),
    ("whole_numbers", "", (0,), "no_key", "k"),
    ("day", "k = 2026-07-30", "2026-07-30", "", ""),
    ("day", 'k = "2026-07-30"', "2026-07-30", "", ""),
    ("day", 'k = "soon"', "soon", "not_date", "k"),
    ("day", "", "", "no_key", "k"),
    ("words", 'k = ["a", "b"]', ("a", "b"), "", ""),
    ("words", "k = 5", (), "not_texts", "k"),
    ("words", 'k = ["a", 5]', (), "not_texts", "k"),
    ("words", "", (), "", ""),
    ("named_texts", 'k = { a = "b" }', {"a": "b"}, "", ""),
    ("named_texts", "k = { a = 5 }", {"a": ""}, "not_text", "k.a"),
    ("named_texts", "k = 5", {}, "not_table", "k"),
    ("named_texts", "", {}, "", ""),
    ("flag", "k = true", True, "", ""),
    ("flag", "k = false", False, "", ""),
    ("flag", "k = 1", False, "not_flag", "k"),
    ("flag", "", False, "", ""),
    ("text", 'k = { ru = " до {n:limit} ", en = "to {n:limit}" }', Text("до 13", "to 13"), "", ""),
    ("text", 'k = { ru = "а", en = " " }', Text("а", ""), "no_words", "k.en"),
    ("text", 'k = { ru = 5, en = "a" }', Text("", "a"), "no_words", "k.ru"),
    ("text", 'k = { ru = "а", en = "a", de = "ä" }', Text("а", "a"), "unknown_key", "k.de"),
    ("text", 'k = { ru = "{n:most}", en = "a" }', Text("None", "a"), "unknown_constant", "k.ru"),
    ("text", "k = 5", NO_TEXT, "no_pair", "k"),
    ("text", "", NO_TEXT, "no_key", "k"),
    ("maybe_text", 'k = { ru = "а", en = "a" }', Text("а", "a"), "", ""),
    ("maybe_text", "", None, "", ""),
    ("rows", "k = 5", [], "not_table", "k"),
    ("rows", "k = [{}, 5]", [], "not_table", "k"),
    ("rows", "", [], "no_key", "k"),
]  # fmt: skip


@pytest.mark.parametrize(("read", "said", "value", "code", "key"), VALUES)
def test_what_a_key_says_is_read_or_told(
    written: Written, read: str, said: str, value: Any, code: str, key: str
) -> None:
    """«What can't be read is noted as a fault, and something empty stands for it»: pages go on with that."""
    file = written(f"other = 1\n{said}\n")
    found = getattr(file.root, read)("k")
    assert (found, type(found)) == (value, type(value))
    faults = [(2 if said else 1, "", key, code)] if code else []
    assert [fault[1:5] for fault in file.faults] == faults


@pytest.mark.parametrize(("read", "default"), [("word", "none"), ("whole_number", 7)])
def test_a_default_stands_for_a_key_that_is_not_there(written: Written, read: str, default: Any) -> None:
    file = written('k = "a"\nn = 5\n')
    ask: Callable[[str, Any], Any] = getattr(file.root, read)
    assert (ask("m", default), file.faults) == (default, [])
    assert ask("k" if read == "word" else "n", default) in ("a", 5)


def test_an_entry_may_be_a_text_itself(written: Written) -> None:
    """Its words stand in it, or under a key; what is checked of texts has both as they are written."""
    file = written('ru = "до {n:limit}"\nen = "to {n:most}"\nname = { ru = "яд 1", en = "a" }\n')
    root = file.root
    assert root.text() == Text("до 13", "to None")
    assert root.text("name").ru == "яд\N{NO-BREAK SPACE}1"
    assert [(key, text.ru) for _, key, text in file.wordings] == [("", "до {n:limit}"), ("name", "яд 1")]
    (fault,) = file.faults
    assert (fault.line, fault.key, fault.params) == (2, "en", {"name": "most"})
    root.fault_unread()
    assert len(file.faults) == 1


@pytest.mark.parametrize(
    ("said", "code"), [('"two"', ""), ('"four"', "not_one_of"), ("5", "not_one_of"), ("", "no_key")]
)
def test_one_of_a_few_words_is_wanted(written: Written, said: str, code: str) -> None:
    file = written(f"k = {said}" if said else "")
    found = file.root.one_of("k", ("one", "two"))
    assert found == ("" if said in ("", "5") else said.strip('"'))
    codes = [fault.code for fault in file.faults]
    assert (codes[-1:] or [""]) == [code]
    assert not file.faults or code == "no_key" or file.faults[-1].params["allowed"] == "one, two"


def test_an_entry_needs_the_box_of_its_file_and_the_one_that_it_names(written: Written) -> None:
    """`needs`: «the boxes that must be on the table», those of a table within it too."""
    file = written('[[thing]]\nid = "a"\n\n[[thing]]\nid = "b"\nwith = "zest"\nfew = { n = 1 }\n')
    first, other = file.entries("thing", "id")
    assert (first.needs, other.needs, other.within("few").needs) == (
        ("air",),
        ("air", "zest"),
        ("air", "zest"),
    )
    assert File(file.path, "things.toml").root.needs == ()


def test_tables_of_a_catalogue_are_named_by_both_their_words(written: Written) -> None:
    """`[kind.code]`; «whatever else stands in the file is noted»."""
    file = written(
        '[mark.hint]\nru = "с {n}"\nen = "to {n}"\n\n[mark.two]\n[event]\none = 1\n'
        'two = { ru = "а" }\n[[many]]\n'
    )
    found = {(kind, code): entry.sentence("turn.play") for kind, code, entry in file.tables()}
    assert found.keys() == {("mark", "hint"), ("mark", "two"), ("event", "two")}
    hint = found["mark", "hint"]
    assert (hint.ru, hint.en, hint.clause) == ("с\N{NO-BREAK SPACE}{n}", "to {n}", "turn.play")
    assert [fault[1:5] for fault in file.faults] == [
        (5, "mark.two", "ru", "no_words"),
        (5, "mark.two", "en", "no_words"),
        (6, "event.one", "", "not_table"),
        (6, "event.two", "en", "no_words"),
        (9, "many", "", "not_table"),
    ]
