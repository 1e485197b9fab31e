"""The loader's complaints name file, entry and, for syntax, the line; `problems` finds what dangles."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from rulebook.content import editions, history
from rulebook.content.checking import faults_of
from rulebook.content.entries import GameContent
from rulebook.content.faults import ContentError, say
from rulebook.content.reading import game_ids, load, read, whole

Edit = Callable[[str, str, str], Path]


def complaints_of_all(edit: Edit, changes: Iterable[tuple[str, str, str, str]]) -> list[str]:
    """What is wrong after several changes, each a file with the old and the new, and what is to be said."""
    for file, old, new, _ in changes:
        folder = edit(file, old, new)
    return complaints(folder)


def complaints(folder: Path) -> list[str]:
    """What is wrong in the copy of Poison, a line each."""
    return [say(fault, "en") for fault in faults_of(read("poison", folder))]


def test_a_broken_game_is_not_loaded(folder: Path) -> None:
    (folder / "games" / "poison" / "content" / "cards.toml").unlink()
    with pytest.raises(ContentError, match=r"poison/cards\.toml: the file is missing"):
        load("poison", folder)


def test_a_syntax_error_names_the_file_the_line_and_the_entry(edit: Edit) -> None:
    folder = edit("rules.toml", 'en = "Take turns, going round clockwise."', 'en = "Take turns')
    lines = (folder / "games" / "poison" / "content" / "rules.toml").read_text(encoding="utf-8").splitlines()
    at = lines.index('en = "Take turns') + 1
    assert complaints(folder) == [
        f"poison/rules.toml:{at}: clause turn.order: syntax: a quote isn’t closed in this line"
    ]


def test_every_broken_table_of_a_file_is_named_and_the_others_are_read(edit: Edit) -> None:
    edit("rules.toml", 'en = "Take turns', "en = Take turns")
    edit("rules.toml", 'id = "overflow.take"', 'id "overflow.take"')
    folder = edit("rules.toml", "{term:potion}", "{term:lotion}")
    codes = [fault.code for fault in faults_of(read("poison", folder)) if fault.file == "poison/rules.toml"]
    assert codes == ["unknown_reference", "syntax_value", "syntax_equals"]


def test_a_reason_that_leads_to_no_rule_is_named(edit: Edit) -> None:
    """What is said of a move may name the rule behind it, and no other sentence may."""
    edit("words.toml", 'clause = "majority.shed"', 'clause = "majority.shred"')
    folder = edit("words.toml", "[event.starts]", '[event.starts]\nclause = "turn.start"')
    found = [
        (fault.code, fault.entry) for fault in faults_of(read("poison", folder)) if "words" in fault.file
    ]
    assert found == [("unknown_key", "event.starts"), ("unknown_clause", "mark.hint_sheds_if")]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '"Take turns, going round clockwise."',
            '"Take "turns", going round."',
            "something stands after the value",
        ),
        (
            'shown_by = ["event:starts"]',
            'shown_by = ["event:starts"',
            "the [ that opens here is never closed. For example: ",
        ),
        ('en = "Take turns, going', 'ru = "Ещё раз."\nen = "Take turns, going', "duplicate key"),
    ],
)
def test_the_usual_slips_of_syntax_have_words_of_their_own(edit: Edit, old: str, new: str, told: str) -> None:
    found = complaints(edit("rules.toml", old, new))
    assert len(found) == 1
    assert told in found[0]


def test_a_file_in_another_encoding_is_named(folder: Path) -> None:
    (folder / "games" / "poison" / "content" / "glossary.toml").write_bytes(
        "[[term]]\nid = 'котёл'".encode("cp1251")
    )
    assert complaints(folder) == ["poison/glossary.toml: not UTF-8 at byte 15"]


WRONG = [
    (
        "rules.toml",
        'id = "overflow.take"',
        'id = "overflow.limit"',
        "clause overflow.limit, id: duplicate id",
    ),
    ("rules.toml", 'id = "turn.play"', 'id = "turn"', "clause turn, id: a clause id needs a dot"),
    (
        "rules.toml",
        'chapter = "setup"',
        'chapter = "prelude"',
        "clause setup.players, chapter: unknown chapter",
    ),
    (
        "rules.toml",
        'kind = "seed"',
        'kind = "hearsay"',
        "clause components.deck, source.kind: “hearsay” is not",
    ),
    (
        "rules.toml",
        'decided_by = "engine"',
        'decided_by = "dice"',
        "clause components.deck, decided_by: “dice”",
    ),
    ("rules.toml", "title = {", "heading = {", "clause components.deck, title: the key is missing"),
    ("rules.toml", 'shown_by = ["event:starts', 'showed_by = ["event:starts', "showed_by: unknown key"),
    ("cards.toml", "value = 1", 'value = "1"', "card red-1, value: must be a whole number"),
    ("cards.toml", "count = 3", "count = true", "card red-1, count: must be a whole number"),
    ("rulings.toml", 'status = "ours"', 'status = "rumour"', "ruling 1, status: “rumour” is not one of"),
    ("glossary.toml", "\nen = ", "\nde = ", "term cauldron, en: no text"),
    ("game.toml", "minutes = 30", "", "poison/game.toml:1: minutes: the key is missing"),
    ("passages.toml", "n = 1\n", "", "passage number 1, n: the key is missing"),
    (
        "rules.toml",
        "{term:potion}",
        "{n:lotions}",
        "clause components.potion, ru: unknown constant lotions",
    ),
]


def test_wrong_entries_are_named(edit: Edit) -> None:
    """All at once: each beside all others."""
    found = complaints_of_all(edit, WRONG)
    assert [words for *_, words in WRONG if not any(words in line for line in found)] == [], found


def test_three_faults_give_three_lines_with_the_line_where_each_begins(edit: Edit) -> None:
    edit("rules.toml", 'ru = "Ходите по очереди, по часовой стрелке."', 'ru = ""')
    edit("rules.toml", 'scenario = "no-passing"', 'scenario = "passing"')
    folder = edit("rules.toml", "{term:overflow}", "{term:overflown}")
    text = (folder / "games" / "poison" / "content" / "rules.toml").read_text(encoding="utf-8").splitlines()
    first, second = text.index('ru = ""') + 1, text.index('scenario = "passing"') + 1
    third = next(n for n, line in enumerate(text, start=1) if "{term:overflown}" in line)
    assert complaints(folder) == [
        f"poison/rules.toml:{first}: clause turn.order, ru: no text",
        f"poison/rules.toml:{second}: clause turn.play, scenario: unknown scenario passing",
        f"poison/rules.toml:{third}: clause overflow.limit, ru: unknown reference {{term:overflown}}",
    ]


DANGLING = [
    ("rules.toml", "{term:potion}", "{term:lotion}", "unknown reference {term:lotion}"),
    ("rules.toml", "{term:potion}", "{potion}", "unknown markup"),
    (
        "rulings.toml",
        'clauses = ["setup.players"]',
        'clauses = ["setup.crowd", "setup.mob"]',
        "unknown clause setup.crowd",
    ),
    ("rulings.toml", 'option = "two_players"', 'option = "solo"', "unknown option solo"),
    ("game.toml", 'asked = ["overflow.take"', 'asked = ["overflow.tale"', "unknown clause overflow.tale"),
    ("game.toml", 'ruling = "poison-18"', 'ruling = "poison-99"', "unknown ruling poison-99"),
    ("cards.toml", 'code = "R2"', 'code = "R1"', "two cards have one code"),
    ("cards.toml", 'colour = "red"', 'colour = "beige"', "card red-1, colour: unknown colour beige"),
    ("rules.toml", '"event:captured"', '"event:vanished"', "event:vanished has no words"),
    (
        "rules.toml",
        'heading = "СОСТАВ ИГРЫ"',
        'heading = "СОСТАВ ИГОРЫ"',
        "unknown heading “СОСТАВ ИГОРЫ”",
    ),
    ("passages.toml", "clauses = []", 'clauses = ["setup.deal"]', "needs clauses or a reason"),
    ("passages.toml", "n = 2\n", "n = 200\n", "numbers must run from 1 without gaps"),
    ("game.toml", 'id = "variants"', 'id = "cards"', "chapters cards, id: the name is taken by a page"),
    ("game.toml", "default = ", 'default = "x" # ', "default: the default is not among the choices"),
    ("rulings.toml", "cards = []", 'cards = ["red-99"]', "cards: unknown card red-99"),
]


def test_what_dangles_between_entries_is_found(edit: Edit) -> None:
    found = complaints_of_all(edit, DANGLING)
    assert [words for *_, words in DANGLING if not any(words in line for line in found)] == [], found


RULING_3 = 'status = "rulebook"\nclauses = ["setup.dealer"]'


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('source = "ПОДГОТОВКА"\nsince', "since", "ruling 3, source: from the rulebook: needs"),
        (
            'source = "ПОДГОТОВКА"',
            'source = "public:kybik"',
            "ruling 3, source: from the rulebook: needs a head",
        ),
        ('status = "ours"', 'status = "author"', "ruling 1, said: the author’s answer: needs"),
        ("since = ", 'said = "a letter"\nsince = ', "ruling 1, said: must be an address such as https://"),
        (RULING_3, RULING_3.replace("rulebook", "ours"), "ruling 3, ours: the whole of it is ours"),
        (
            "Кто угодно: выбор за вами.",
            "Кто угодно, это решили мы.",
            "ruling 3, ru: “решили мы” says another",
        ),
        (
            "Anyone: the choice is yours.",
            "Anyone, we decide.",
            "ruling 3, en: “we decide” says another owner",
        ),
        ("От трёх до шести. ", "От трёх до шести, так в правилах. ", "ruling 1, ru: “так в правилах” says"),
        (
            "Three to six. ",
            "Three to six, as the rules say. ",
            "ruling 1, en: “as the rules say” says another",
        ),
        ("Three to six. ", "Three to six, the author says. ", "ruling 1, en: “the author says” says another"),
    ],
)
def test_a_clarification_that_says_another_owner_than_its_mark_is_found(
    edit: Edit, old: str, new: str, problem: str
) -> None:
    """From the rulebook: it names the heading and has no sentence of ours; ours: it doesn’t cite the book."""
    found = complaints(edit("rulings.toml", old, new))
    assert any(problem in line for line in found), found


@pytest.mark.parametrize("game_id", game_ids())
def test_it_is_known_since_when_each_clarification_stands(game_id: str) -> None:
    assert [ruling.id for ruling in whole(game_id).rulings if not ruling.since] == []


def test_what_names_an_entry_that_cannot_be_read_is_not_wrong_too(edit: Edit) -> None:
    folder = edit("rules.toml", 'id = "overflow.take"\nchapter =', 'id = "overflow.take"\nchapter')
    assert [fault.code for fault in faults_of(read("poison", folder))] == ["syntax_equals"]


def test_a_number_of_the_game_is_named_once(edit: Edit) -> None:
    """«{n:limit}» in a text is the constant; a text without it has a number of its own to go stale."""
    folder = edit("game.toml", "limit = 13", "limit = 14")
    game = read("poison", folder).content
    assert "До 14 включительно" in game.clause_by_id["overflow.limit"].text.ru.replace("\u00a0", " ")


def test_a_bare_digit_that_is_a_constant_is_pointed_out_in_its_language(edit: Edit) -> None:
    folder = edit("rules.toml", "More than {n:limit} ", "More than 13 ")
    (complaint,) = complaints(folder)
    assert ", en: 13 is {n:limit}: write it so" in complaint


def test_a_straight_quote_is_pointed_out(edit: Edit) -> None:
    """Quotes «ёлочки»; ’ in English: a straight one is a slip of the keyboard."""
    (complaint,) = complaints(edit("rules.toml", "A tie: nobody sheds", "A tie: 'nobody' sheds"))
    assert ", title.en: a straight quote or apostrophe" in complaint


def test_digits_that_differ_between_the_languages_are_pointed_out(edit: Edit) -> None:
    folder = edit("rules.toml", "Poison: always 4", "Poison: always 9")
    assert any("title: the numbers of ru and en differ: 4 and 9" in line for line in complaints(folder))


def test_a_clause_of_the_rulebook_that_no_passage_names_is_pointed_out(edit: Edit) -> None:
    folder = edit("passages.toml", '"pile.closed"', '"turn.start"')
    assert any("clause pile.closed, id: its source is the rulebook" in line for line in complaints(folder))


def test_numbers_follow_the_order_of_the_book(poison: GameContent) -> None:
    for chapter in poison.chapters:
        numbers = [clause.number for clause in poison.in_chapter(chapter.id)]
        assert numbers == [f"{chapter.number}.{n}" for n in range(1, len(numbers) + 1)]


def test_back_references_lead_back(poison: GameContent) -> None:
    found = [(clause.id, poison.references_to("ref", clause.id).clauses) for clause in poison.clauses]
    assert any(sources for _, sources in found)
    for target, sources in found:
        for source in sources:
            said = source.text.ru + (source.ours.ru if source.ours else "")
            assert f"{{ref:{target}}}" in said


def test_without_a_history_the_digest_changes_with_any_file(edit: Edit, folder: Path) -> None:
    for name in (history.NAME, editions.NAME):
        (folder / "games/poison/content" / name).unlink()
    edit("game.toml", "minutes = ", "updated = 2026-11-27\nminutes = ")
    before = read("poison", folder).content.digest
    assert read("poison", edit("words.toml", "Сейчас", "Пока")).content.digest != before


def test_long_rules_and_words_stand_in_the_files_of_a_folder(poison: GameContent, folder: Path) -> None:
    """A folder `rules/` is read file by file in the order of their names, like one long file."""
    home = folder / "games" / "poison" / "content"
    (home / "rules").mkdir()
    text = (home / "rules.toml").read_text(encoding="utf-8")
    cut = text.index("[[clause]]", len(text) // 2)
    (home / "rules" / "1.toml").write_text(text[:cut], encoding="utf-8")
    (home / "rules" / "2.toml").write_text(text[cut:], encoding="utf-8")
    (home / "rules.toml").unlink()
    assert load("poison", folder).clauses == poison.clauses


@pytest.mark.parametrize(
    ("folder_name", "second", "message"),
    [
        (
            "rules",
            '[[clause]]\nid = "setup.deal"\nheading = "which nobody reads"\n',
            "poison/rules/2.toml:2: clause setup.deal, id: duplicate id",
        ),
        (
            "words",
            '[line.potions]\nru = "а"\nen = "a"\n',
            "poison/words/2.toml:1: line.potions: duplicate id",
        ),
    ],
)
def test_nothing_stands_in_two_files_of_a_folder(
    folder: Path, folder_name: str, second: str, message: str
) -> None:
    home = folder / "games" / "poison" / "content"
    (home / folder_name).mkdir()
    (home / f"{folder_name}.toml").rename(home / folder_name / "1.toml")
    (home / folder_name / "2.toml").write_text(second, encoding="utf-8")
    assert complaints(folder) == [message]
