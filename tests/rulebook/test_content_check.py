"""What `rules check` says of a small game with one thing changed: so its lines begin."""

from pathlib import Path

import pytest

from rulebook.content import checking, editions, questions, reading, scenarios
from rulebook.content.faults import say
from tests.rulebook import boxed_game, tiny_game

CHANGES: list[tuple[str, str, str, list[str]]] = [
    (
        "game.toml",
        '[[chapters]]\nid = "play"\nru = "Игра"\nen = "Play"\n',
        '[[chapters]]\nid = "play"\nru = "Игра"\nen = "Play"\nno_figure = "words"\n',
        [],
    ),
    (
        "game.toml",
        '[[chapters]]\nid = "play"\nru = "Игра"\nen = "Play"\n',
        '[[chapters]]\nid = "play"\nru = "Игра"\nen = "Play"\nno_figure = "example"\n',
        ["rules.toml:2: clause play.card, no_figure: “example”: the clause has no scenario"],
    ),
    (
        "game.toml",
        '[[chapters]]\nid = "play"\nru = "Игра"\nen = "Play"\n',
        '[[chapters]]\nid = "play"\nru = "Игра"\nen = "Play"\n\n[[chapters]]\nid = "end"\n'
        'ru = "Конец"\nen = "End"\n',
        ["game.toml:16: chapters end, id: the chapter has no clauses"],
    ),
    (
        "game.toml",
        "[[kinds]]",
        '[[chapters]]\nid = "end"\nru = "Конец"\nen = "End"\nno_figure = "words"\n\n[[kinds]]',
        [
            "game.toml:16: chapters end, id: the chapter has no clauses",
            "rules.toml:3: clause play.card, id: needs figure or no_figure, not both",
        ],
    ),
    (
        "game.toml",
        'id = "play"',
        'id = "pl.ay"',
        [
            "game.toml:11: chapters pl.ay, id: the chapter has no clauses",
            "game.toml:11: chapters pl.ay, id: the name is taken by a page",
            "rules.toml:4: clause play.card, chapter: unknown chapter play",
        ],
    ),
    (
        "game.toml",
        'id = "play"',
        'id = "all"',
        [
            "game.toml:11: chapters all, id: the chapter has no clauses",
            "game.toml:11: chapters all, id: the name is taken by a page",
            "rules.toml:4: clause play.card, chapter: unknown chapter play",
        ],
    ),
    (
        "game.toml",
        "minutes = 5",
        'minutes = 5\nconstants = { hand = 5 }\nasked = ["play.cart"]\n'
        'retired = { "play.card" = "play.old", "play.older" = "play.card" }',
        [
            "game.toml:9: asked: unknown clause play.cart",
            "game.toml:10: retired: retired id play.card must lead to a clause or a ruling",
        ],
    ),
    (
        "game.toml",
        "[[kinds]]",
        '[[options]]\nid = "long"\ndefault = "no"\nruling = "tiny-9"\n'
        'title = { ru = "а", en = "a" }\nabout = { ru = "а", en = "a" }\n'
        'choices = [{ value = "yes", ru = "а", en = "a" }]\n\n[[kinds]]',
        [
            "game.toml:17: options long, default: the default is not among the choices",
            "game.toml:18: options long, ruling: unknown ruling tiny-9",
        ],
    ),
    (
        "game.toml",
        "[[kinds]]",
        '[[steps]]\nid = "take"\nicon = "hand"\nru = "а"\nen = "a"\nclauses = ["play.cart"]\n\n[[kinds]]',
        ["game.toml:20: steps take, clauses: unknown clause play.cart"],
    ),
    (
        "game.toml",
        "players = [2, 3]",
        "players = [2, 3]\nconstants = { rounds = 0, goal = [5], per_round = true }",
        [
            "game.toml:7: constants: goal: must be a whole number from 1; goal may be a list of 2, one",
            "game.toml:7: constants: per_round: must be a whole number from 1; goal may be a list of",
            "game.toml:7: constants: rounds: must be a whole number from 1; goal may be a list of 2,",
        ],
    ),
    (
        "game.toml",
        "players = [2, 3]",
        "players = [2, 3]\nconstants = { rounds = 3, goal = [5, 4], per_round = 1 }",
        [],
    ),
    (
        "game.toml",
        "players = [2, 3]",
        "players = [2, 3]\nconstants = { goal = [5, 0] }",
        ["game.toml:7: constants: goal: must be a whole number from 1; goal may be a list of 2, one"],
    ),
    ("game.toml", "players = [2, 3]", "players = [2, 3]\nheadings = ['Play']", []),
    (
        "game.toml",
        'about = { ru = "Две',
        'about = { ru = "\\"Две\\"',
        ["game.toml:5: about.ru: a straight quote or apostrophe: write “these” and ’, in Russian «these»"],
    ),
    (
        "game.toml",
        "[[kinds]]",
        '[[setup]]\nid = "deal"\nclause = "play.card"\nplayers = [2]\n\n[[kinds]]',
        [],
    ),
    (
        "game.toml",
        "made_of = {",
        "points = 4\nmade_of = {",
        [
            "cards.toml:5: card w3, kind: a red has a recipe and points, or neither",
            "cards.toml:14: card one, kind: a red has a recipe and points, or neither",
        ],
    ),
    (
        "game.toml",
        "updated = 2026-07-30",
        'updated = "soon"',
        ["game.toml:8: updated: must be a day such as 2026-07-30"],
    ),
    (
        "game.toml",
        'id = "tiny"\n',
        'id = "tiny"\nhome = "ftp://x"\n',
        ["game.toml:3: home: must be an address such as https://…"],
    ),
    (
        "rules.toml",
        'decided_by = "table"',
        'decided_by = "engine"',
        ["rules.toml:10: clause play.card, decided_by: decided by the engine, but nothing shows it"],
    ),
    (
        "rules.toml",
        'edition = { ru = "домашняя", en = "homemade" }\n',
        "",
        ["rules.toml:8: clause play.card, source: text of another edition must name it, and no other text"],
    ),
    (
        "rules.toml",
        'source = { kind = "edition", heading = "tiny" }',
        'source = { kind = "seed", heading = "Play" }',
        [
            "rules.toml:8: clause play.card, source: text of another edition must name it, and no other text",
            "rules.toml:8: clause play.card, source.heading: unknown heading “Play”: not in game.toml",
        ],
    ),
    (
        "rules.toml",
        'edition = { ru = "домашняя", en = "homemade" }\n',
        "edition = 5\n",
        ["rules.toml:9: clause play.card, edition: must have ru and en"],
    ),
    (
        "rules.toml",
        'source = { kind = "edition", heading = "tiny" }\nedition = { ru = "домашняя", en = "homemade" }\n',
        'source = { kind = "seed", heading = "Play" }\n',
        ["rules.toml:8: clause play.card, source.heading: unknown heading “Play”: not in game.toml"],
    ),
    (
        "rules.toml",
        'source = { kind = "edition", heading = "tiny" }\nedition = { ru = "домашняя", en = "homemade" }\n',
        'source = { kind = "ruling", heading = "tiny-2" }\n',
        ["rules.toml:8: clause play.card, source.heading: unknown ruling tiny-2"],
    ),
    (
        "rules.toml",
        'source = { kind = "edition", heading = "tiny" }\nedition = { ru = "домашняя", en = "homemade" }\n',
        'source = { kind = "ruling", heading = "tiny-1" }\n',
        [],
    ),
    (
        "rules.toml",
        'decided_by = "table"',
        'decided_by = "table"\nscenario = "lost"',
        ["rules.toml:11: clause play.card, scenario: unknown scenario lost"],
    ),
    (
        "rules.toml",
        'decided_by = "table"',
        'decided_by = "table"\nshown_by = ["constant:hand", "event:none", "none"]',
        [
            "rules.toml:11: clause play.card, shown_by: unknown constant hand",
            "rules.toml:11: clause play.card, shown_by: event:none has no words",
            "rules.toml:11: clause play.card, shown_by: none has no words",
        ],
    ),
    (
        "rules.toml",
        'decided_by = "table"',
        'decided_by = "table"\nfigure = "none"',
        ["rules.toml:11: clause play.card, figure: unknown figure none"],
    ),
    (
        "rules.toml",
        'decided_by = "table"',
        'decided_by = "table"\nno_figure = "so"',
        ["rules.toml:11: clause play.card, no_figure: “so” is not one of words, example, card, nearby"],
    ),
    ("rules.toml", 'decided_by = "table"', 'decided_by = "table"\nno_figure = "words"', []),
    ("rules.toml", 'decided_by = "table"', 'decided_by = "table"\nno_figure = "card"', []),
    (
        "rules.toml",
        'decided_by = "table"',
        'decided_by = "table"\nno_figure = "example"',
        ["rules.toml:11: clause play.card, no_figure: “example”: the clause has no scenario"],
    ),
    (
        "rules.toml",
        'decided_by = "table"',
        'decided_by = "table"\nno_figure = "nearby"',
        ["rules.toml:11: clause play.card, no_figure: “nearby”: no clause of this chapter has a figure"],
    ),
    (
        "rules.toml",
        "{card:w3} или",
        "{card:w4} или",
        ["rules.toml:6: clause play.card, ru: unknown reference {card:w4}"],
    ),
    (
        "rules.toml",
        "{card:w3} или",
        "{card:w3 или",
        ["rules.toml:6: clause play.card, ru: unknown markup “{card:w3 или .”"],
    ),
    (
        "rules.toml",
        "the {card:one}.",
        "the {card:one} and 5 more.",
        ["rules.toml:6: clause play.card, ru: the numbers of ru and en differ: — and 5"],
    ),
    (
        "rules.toml",
        'decided_by = "table"',
        'decided_by = "table"\nfigure = "none"\nno_figure = "words"',
        [
            "rules.toml:11: clause play.card, figure: needs figure or no_figure, not both",
            "rules.toml:11: clause play.card, figure: unknown figure none",
        ],
    ),
    ("rules.toml", "On your turn", "“On your turn", []),
    (
        "rules.toml",
        "On your turn",
        "Don't wait. On your turn",
        ["rules.toml:7: clause play.card, en: a straight quote or apostrophe: write “these” and ’,"],
    ),
    (
        "rules.toml",
        'decided_by = "table"',
        'decided_by = "table"\nchanges = ["play.cart"]',
        ["rules.toml:11: clause play.card, changes: unknown clause play.cart"],
    ),
    (
        "rules.toml",
        'decided_by = "table"',
        'decided_by = "table"\nbare = [7, "8"]',
        [
            "rules.toml:11: clause play.card, bare: bare has 7, which the text hasn’t",
            "rules.toml:11: clause play.card, bare: must be a list of whole numbers",
        ],
    ),
    (
        "rules.toml",
        'ru = "В свой ход выложите {card:w3} или {card:one}."\n'
        'en = "On your turn lay the {card:w3} or the {card:one}."',
        'ru = "Карту."\nen = "A card."\nno_figure = "card"',
        ["rules.toml:8: clause play.card, no_figure: “card”: the clause names no card"],
    ),
    ("cards.toml", 'kind = "red"', 'kind = "blue"', ["cards.toml:5: card w3, kind: unknown kind blue"]),
    (
        "cards.toml",
        'kind = "red"',
        'kind = "red"\ncolour = "blue"',
        ["cards.toml:6: card w3, colour: unknown colour blue"],
    ),
    ("cards.toml", "count = 2", "count = 0", ["cards.toml:6: card w3, count: no copies"]),
    (
        "cards.toml",
        'code = "1-a2"',
        'code = "w3"',
        ["cards.toml:13: card one, code: two cards have one code"],
    ),
    (
        "cards.toml",
        "count = 2",
        'copies = [{ elements = ["air"], count = 2 }]',
        ["cards.toml:6: card w3, copies: unknown element air"],
    ),
    (
        "cards.toml",
        "count = 2",
        'count = 2\ningredients = ["card:two", "any:element", "odd"]',
        [
            "cards.toml:5: card w3, kind: a red has a recipe and points, or neither",
            "cards.toml:7: card w3, ingredients: “odd” is no ingredient",
            "cards.toml:7: card w3, ingredients: unknown ingredient card:two",
        ],
    ),
    (
        "cards.toml",
        "count = 2",
        'count = 2\ningredients = ["card:w3"]',
        ["cards.toml:5: card w3, kind: a red has a recipe and points, or neither"],
    ),
    ("cards.toml", 'kind = "red"', 'kind = "red"\npoints = 4', []),
    (
        "glossary.toml",
        "name = {",
        'synonyms = { ru = ["а"], de = ["б"] }\nname = {',
        ["glossary.toml:4: term quarrel, synonyms.de: unknown key"],
    ),
    (
        "rulings.toml",
        'cards = ["w3"]',
        'cards = ["w4"]',
        ["rulings.toml:9: ruling 1, cards: unknown card w4"],
    ),
    (
        "rulings.toml",
        'cards = ["w3"]',
        "cards = []\nclauses = []",
        ["rulings.toml:9: ruling 1: syntax: duplicate key"],
    ),
    (
        "rulings.toml",
        'cards = ["w3"]',
        'cards = ["w3"]\noption = "none"',
        ["rulings.toml:10: ruling 1, option: unknown option none"],
    ),
    (
        "rulings.toml",
        'clauses = ["play.card"]\ncards = ["w3"]',
        "clauses = []\ncards = []",
        ["rulings.toml:2: ruling 1: needs clauses or cards"],
    ),
    (
        "rulings.toml",
        'status = "ours"',
        'status = "rulebook"',
        ["rulings.toml:2: ruling 1, source: from the rulebook: needs a heading as its source"],
    ),
    (
        "rulings.toml",
        'status = "ours"',
        'status = "author"\nsaid = "a letter"',
        ["rulings.toml:8: ruling 1, said: must be an address such as https://…"],
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "lines"), CHANGES)
def test_what_is_wrong_is_told_by_its_line_and_nothing_else_is(
    tmp_path: Path, file: str, old: str, new: str, lines: list[str]
) -> None:
    """«Everything that is wrong, by file and line. Empty when all is sound.»"""
    content = tiny_game.write(tmp_path) / "content"
    text = (content / file).read_text(encoding="utf-8")
    assert old in text
    (content / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    told = [say(fault, "en") for fault in checking.faults_of(reading.read_from("tiny", content))]
    assert [line.removeprefix("tiny/")[: len(said)] for line, said in zip(told, lines, strict=True)] == lines


def test_a_sound_game_is_counted(tmp_path: Path) -> None:
    """«What a sound game has, and each of its boxes»; of what there is none nothing is said."""
    home = boxed_game.write(tmp_path / "tiny")
    of_game, *of_boxes = checking.counts(reading.read_whole_from("tiny", home).content)
    assert of_game.startswith("tiny: ")
    assert of_game.endswith(" clauses, 1 cards")
    assert of_boxes == [
        "tiny/air: 1 chapters, 2 clauses, 2 cards",
        "tiny/water: 1 chapters, 1 clauses, 2 cards",
    ]


def test_each_clause_word_and_clarification_has_enough_questions(tmp_path: Path) -> None:
    """LEAST_ASKS: six phrasings in Russian and four in English, none of them twice; a card needs none."""
    content = tiny_game.write(tmp_path) / "content"
    (content / "asks").mkdir()
    asked = {"clause:play.card": (6, 4), "term:quarrel": (5, 4), "ruling:1": (6, 3), "card:w3": (1, 0)}
    rows = (
        f'[[asks]]\nof = "{name}"\nru = {[*"абвгде"[:ru], "а"]}\nen = {[*"abcd"[:en]]}\n'
        for name, (ru, en) in asked.items()
    )
    (content / "asks" / "all.toml").write_text("\n".join(rows), encoding="utf-8")
    told = [say(fault, "en") for fault in checking.faults_of(reading.read_from("tiny", content))]
    assert [line.removeprefix("tiny/asks/all.toml:").partition(" at least")[0] for line in told] == [
        "8: asks term:quarrel, ru: 5 questions in ru, 6",
        "14: asks ruling:1, en: 3 questions in en, 4",
    ]


def test_a_case_is_found_by_its_id(tmp_path: Path) -> None:
    content = tiny_game.write(tmp_path) / "content"
    (content / "scenarios").mkdir()
    (content / "scenarios" / "all.toml").write_text(
        '[[case]]\nid = "one"\nmoves = ["play w3"]\n\n[[case]]\nmoves = []\n', encoding="utf-8"
    )
    game = reading.read_from("tiny", content).content
    found = scenarios.find(game, "one")
    assert (found.id, found.moves, found.position, found.expect) == ("one", ("play w3",), {}, {})
    with pytest.raises(KeyError, match="two"):
        scenarios.find(game, "two")


def test_digests_are_as_long_as_papers_have_room_for(tmp_path: Path) -> None:
    """Sixteen letters of an edition, be it told in a history or made of the files, ten of an entry."""
    reads = reading.read_whole_from("tiny", boxed_game.write(tmp_path / "tiny"))
    prints = editions.books(reads)[0].prints
    assert {len(value) for value in prints.values()} == {10}
    assert {len(reads.base.digest), len(reads.content.digest), len(editions.digest(prints))} == {16}


def test_questions_of_which_some_can_not_be_read_are_lost(tmp_path: Path) -> None:
    """Of several files one is enough: what it would have asked isn't known."""
    content = tiny_game.write(tmp_path) / "content"
    (content / "asks").mkdir()
    game = reading.read_from("tiny", content).content
    (content / "asks" / "a.toml").write_text(
        '[[asks]]\nof = "clause:play.card"\nru = ["как"]\nen = ["how"]\n'
    )
    found = questions.read(game)
    assert (found.faults, found.lost, [*found.of]) == ((), False, ["clause:play.card"])
    (content / "asks" / "b.toml").write_bytes("[[asks]]\nof = 'котёл'".encode("cp1251"))
    assert questions.read(game).lost
    (content / "asks" / "b.toml").write_text("[[asks]]\nof = \n")
    assert questions.read(game).lost
    (content / "asks" / "b.toml").write_text('[[asks]]\nof = "clause:play.card"\nru = []\n')
    doubled = questions.read(game)
    assert [(fault.line, fault.key, fault.code) for fault in doubled.faults] == [(2, "of", "duplicate")]
    assert not doubled.lost
