"""A game that brings nothing but content has a sheet: a ledger of one number a round."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation

from rulebook import finder
from rulebook.content import reading
from rulebook.content.entries import GameContent, Text
from rulebook.content.faults import say
from rulebook.content.kept import GameParts
from rulebook.printing.paper import PAPERS
from scoring import game as scoring
from scoring import printing, sheets
from scoring.boards import board_of
from scoring.models import LinkRole, Sheet, new_sheet, sheet_from_rounds
from scoring.sheets.core import FINISH, YES, SheetEntry, state_of
from scoring.sheets.ledger import Table
from scoring.sheets.lines import PlayerScore, ScoreLine
from tests.scoring.people import Person, opened
from tests.scoring.test_people import plain, reasons, rewrite

GAME = "dice"
NAMES = ["Оля", "Коля"]
CONTENT = {
    "game": """
        id = "dice"
        title = { ru = "Кости", en = "Dice" }
        title_note = { ru = "Старая игра.", en = "An old game." }
        author = { ru = "Народ", en = "The people" }
        players = [2, 3]
        minutes = 10
        seed = "none.txt"
        headings = ["ИГРА"]
        edition = { ru = "Как у нас.", en = "As we play." }
        updated = 2026-11-22
        about = { ru = "Бросайте кости.", en = "Roll the dice." }
        asked = ["dice.roll"]
        turn = { ru = "Бросьте кости.", en = "Roll the dice." }
        constants = { dice = 2%s }
        [[chapters]]
        id = "dice"
        ru = "Кости"
        en = "Dice"
    """,
    "rules": """
        [[clause]]
        id = "dice.roll"
        chapter = "dice"
        title = { ru = "Бросок", en = "The roll" }
        ru = "Бросьте кости и запишите сумму."
        en = "Roll the dice and write down the sum."
        source = { heading = "ИГРА", kind = "seed" }
        decided_by = "table"
    """,
    **dict.fromkeys(("cards", "glossary", "passages", "rulings", "words"), ""),
}


READ, PARTS = reading._load, reading._parts


@cache
def read_dice(root: Path, boxes: tuple[str, ...]) -> GameContent:
    return READ.__wrapped__(GAME, root, boxes)


@cache
def parts_of_dice(root: Path) -> GameParts:
    return PARTS.__wrapped__(GAME, root)


def forget() -> None:
    """What was found of games is found anew; what has been read of the others is kept, it takes long."""
    for known in (finder._walked, finder.load, read_dice, parts_of_dice, scoring._default):
        known.cache_clear()


@pytest.fixture
def dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """A game from outside, with content alone; called, it is written with more constants."""
    folder = tmp_path / GAME / "rulebook" / "content"
    folder.mkdir(parents=True)

    def write(constants: str = "") -> None:
        for name, text in CONTENT.items():
            (folder / f"{name}.toml").write_text(text.replace("%s", constants), encoding="utf-8")
        forget()

    write()
    monkeypatch.setattr(
        reading, "_load", lambda game, *more: read_dice(*more) if game == GAME else READ(game, *more)
    )
    monkeypatch.setattr(
        reading, "_parts", lambda game, root: parts_of_dice(root) if game == GAME else PARTS(game, root)
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv(finder.VARIABLE, GAME)
    forget()
    yield write
    monkeypatch.undo()
    forget()


@pytest.fixture
def owner(db: None, dice: object, client: Client) -> Person:
    sheet = new_sheet(GAME, NAMES)
    return opened(sheet)


def filled(rows: Sequence[Sequence[int]]) -> list[SheetEntry]:
    """Entries of whole rounds."""
    cells = {f"r{n}.p{seat}.points": x for n, row in enumerate(rows, 1) for seat, x in enumerate(row, 1)}
    return [SheetEntry(number, cell, str(x)) for number, (cell, x) in enumerate(cells.items(), start=1)]


def test_no_game_has_no_sheet():
    with pytest.raises(KeyError):
        sheets.get("nothing")


def test_the_most_points_win_when_the_sheet_is_closed(dice):
    """series.rounds: as many rounds as the table likes; series.winner: whoever has the most."""
    rules, entries = sheets.get(GAME), filled([[7, 5], [1, 2]])
    tally = rules.fold(2, entries)
    assert (tally.totals, tally.leaders, tally.winners) == ((8, 7), (0,), ())
    assert len(tally.rounds) == 3, "the rounds begun, and one to go on with"
    over = rules.fold(2, [*entries, SheetEntry(9, FINISH, YES)])
    assert over.winners == (0,)
    assert over.verdict.code == "series_ended"


def test_equal_points_share_the_win(dice):
    """series.tie"""
    tally = sheets.get(GAME).fold(2, [*filled([[7, 7]]), SheetEntry(9, FINISH, YES)])
    assert (tally.winners, tally.verdict.code) == ((0, 1), "shared")


def test_a_game_says_how_many_rounds_it_has_and_that_the_fewest_points_win(dice):
    dice(", rounds = 2, fewest_win = true")
    rules = sheets.get(GAME)
    tally = rules.fold(2, filled([[7, 5], [1, 2]]))
    assert (len(tally.rounds), tally.complete, tally.winners) == (2, True, (1,))
    refusal = rules.check(state_of(2, []), SheetEntry(0, "r3.p1.points", "1"))
    assert (refusal.code, refusal.params["max"]) == ("sheet_round", 2)


def test_a_goal_ends_the_sheet_at_the_end_of_a_round_and_says_who_has_won(dice):
    """`goal = [5, 4]`: with two players five points, with three four; nobody closes the sheet."""
    dice(", goal = [5, 4]")
    rules = sheets.get(GAME)
    for rows, over in (([[4, 4]], False), ([[4, 1], [1, 0]], True), ([[4, 0, 0]], True)):
        tally = rules.fold(len(rows[0]), filled(rows))
        assert (tally.complete, tally.open) == (over, not over)
        assert len(tally.rounds) == len(rows) + (not over), "a round to go on with, unless it is over"
        assert tally.winners == ((0,) if over else ())
    half = [*filled([[4, 1]]), SheetEntry(9, "r2.p1.points", "1")]
    assert not rules.fold(2, half).winners, "not before the round is complete"


def test_of_several_at_the_goal_the_most_win_and_a_tie_is_told(dice):
    """series.winner, series.tie; with `fewest_win` the goal ends it for all, and the fewest points win."""
    dice(", goal = 5")
    rules = sheets.get(GAME)
    assert rules.fold(2, filled([[5, 6]])).verdict.params == {"seats": (1,), "n": 6}
    tied = rules.fold(2, filled([[6, 6]]))
    assert (tied.winners, tied.verdict.code) == ((0, 1), "shared")
    dice(", goal = 5, fewest_win = true")
    assert sheets.get(GAME).fold(2, filled([[6, 2]])).winners == (1,)


def test_after_the_goal_no_round_is_begun_but_a_mistake_is_corrected(dice):
    """The refusal names the last round; whoever corrects a number may go on."""
    dice(", goal = 5")
    rules, entries = sheets.get(GAME), filled([[4, 1], [1, 0]])
    state = state_of(2, entries)
    refusal = rules.check(state, SheetEntry(0, "r3.p1.points", "1"))
    assert (refusal.code, refusal.params["max"]) == ("sheet_round", 2)
    corrected = SheetEntry(9, "r2.p1.points", "0")
    assert rules.check(state, corrected) is None
    assert len(rules.fold(2, [*entries, corrected]).rounds) == 3
    assert rules.check(state_of(2, [*entries, corrected]), SheetEntry(0, "r3.p1.points", "1")) is None


def test_what_was_played_elsewhere_to_the_goal_is_whole(dice):
    dice(", goal = 5")
    rules = sheets.get(GAME)
    assert [rules.is_whole(2, rounds) for rounds in ([[4, 1]], [[4, 1], [1, 0]])] == [False, True]


@pytest.mark.parametrize(
    ("constants", "rounds"),
    [
        ("", [20, 20]),
        (", rounds = 7", [7, 7]),
        (", goal = 5", [20, 20]),  # a round may bring nothing: nobody can tell
        (", goal = [5, 4], per_round = 1", [9, 10]),  # all have one less than the goal, and one more round
        (", goal = 40, per_round = 1", [79, 99]),
        (", goal = [5, 4], per_round = 2", [5, 5]),
    ],
)
def test_a_blank_sheet_has_as_many_rounds_as_it_may_take(dice, constants, rounds):
    """Of `goal` tokens, one a round: players × (goal − 1) + 1; no fewer can be written than without it."""
    dice(constants)
    rules = sheets.get(GAME)
    assert [rules.expected(seats) for seats in (2, 3)] == rounds
    assert rules.rounds(2) >= rules.expected(2)
    with translation.override("ru"):
        blank = scoring.get(GAME).printing.blank(rules._content, PAPERS["a4"], 2)
    assert len(blank.rounds) == rounds[0]
    assert ("играют до" in blank.title) == ("goal" in constants)


@pytest.mark.parametrize(
    "wrong", ["goal = [5]", "goal = 0", 'goal = "five"', "goal = [5, true]", "rounds = []"]
)
def test_a_goal_is_a_number_or_one_for_each_number_of_players(dice, wrong):
    """The line says what is wanted, with an example."""
    dice(f", {wrong}")
    fault = next(iter(reading.read(GAME).faults))
    assert (fault.code, fault.file, fault.key) == ("bad_series", "dice/game.toml", "constants")
    assert "goal = [7, 5, 4]" in say(fault, "ru")


def test_where_a_round_gives_one_point_it_has_a_key(dice):
    """One tap writes a cell, and nobody gets more than there is."""
    dice(", goal = 5, per_round = 1")
    assert sheets.get(GAME).supply("points") == 1


def test_an_emptied_round_stays_where_it_was(dice):
    """A page that shows round 3 keeps it when another phone takes everything back."""
    entries = [
        *filled([[7, 5], [1, 2]]),
        SheetEntry(5, "r2.p1.points", ""),
        SheetEntry(6, "r2.p2.points", ""),
    ]
    assert len(sheets.get(GAME).fold(2, entries).rounds) == 3


NOT_TAKEN = [
    ("r1.p1.points", "семь", "sheet_number"),
    ("r1.p3.points", "7", "sheet_cell"),
    ("r1.p1.red", "7", "sheet_cell"),
    ("r21.p1.points", "7", "sheet_round"),
    (FINISH, "2", "sheet_number"),
]


def test_what_the_sheet_does_not_take(owner):
    for cell, text, code in NOT_TAKEN:
        refusal = owner.sheet.rules.check(state_of(2, []), SheetEntry(0, cell, text))
        assert refusal.code == code, (cell, text, code)
        answer = owner.write(cell, text)
        assert answer.status_code == 422
        assert answer.json()["clause"]["url"].endswith(refusal.clause)


def test_a_sum_is_kept_as_it_was_typed_and_undone(owner):
    made = owner.write("r1.p1.points", "3+6+2").json()
    assert owner.sheet.fold().rounds[0].rows["points"][0].text == "3+6+2"
    assert owner.sheet.fold().rounds[0].seats[0].points == 11
    undone = owner.send("undo", {"entry": made["entry"], "client_entry_id": "undo-undo-undo"})
    assert undone.status_code == 200
    assert not owner.sheet.fold().rounds[0].started


def test_who_has_no_number_yet_may_leave_and_the_page_says_when_nobody_may(db, dice):
    person = opened(new_sheet(GAME, [*NAMES, "Ира"]), LinkRole.OWNER)
    person.write("r1.p1.points", "1")
    assert reasons(person) == []
    person.write("r1.p3.points", "1")
    (stays,) = reasons(person)
    assert stays in plain(rewrite(person, NAMES))


def test_two_phones_in_one_cell_are_asked(owner):
    owner.write("r1.p1.points", "3")
    answer = owner.write("r1.p1.points", "4")
    assert answer.status_code == 409
    assert answer.json()["said"] == {"theirs": "3", "yours": "4"}


@pytest.mark.parametrize(("lang", "words"), [("", ("Записано", "Раунд 2")), ("/en", ("Entered", "Round 2"))])
def test_every_page_of_it_opens_in_both_languages(owner, lang, words):
    for seat, n in ((1, "7"), (2, "5")):
        owner.write(f"r1.p{seat}.points", n)
    path = lang + owner.sheet.get_absolute_url()
    for page in ("", "?round=2", "?cell=r1.p1.points", "?round=1&why=1", "/totals?v=0", "/history", "/share"):
        assert owner.client.get(path + page).status_code == 200, page
    assert owner.client.get(path + "?round=4").status_code == 404
    shown = owner.client.get(path + "?round=1&why=1").content.decode()
    assert all(word in shown for word in words)
    for page in (f"{lang}/score/{GAME}", f"{lang}/score/recent"):
        assert owner.client.get(page).status_code == 200, page


def test_exports(owner):
    for cell, text in (("r1.p1.points", "3+4"), ("r1.p2.points", "9")):
        owner.write(cell, text)
    assert "1;Оля;7;7;7" in owner.get("export", "csv").content.decode()
    data = json.loads(owner.get("export", "json").content)
    assert data["rounds"][0]["cells"] == {"points": ["3+4", "9"]}
    assert data["totals"] == [7, 9]
    assert "1. Коля: 9\n2. Оля: 7" in owner.get("export", "txt").content.decode()


@pytest.mark.parametrize(("lang", "word"), [("ru", "Записано"), ("en", "Entered")])
def test_it_is_printed_blank_and_filled(owner, lang, word):
    owner.write("r1.p1.points", "7")
    owner.write("r1.p2.points", "5")
    with translation.override(lang):
        blank = printing.blank(reading.load(GAME), "a4", "http://x/")
        written = printing.filled(board_of(owner.sheet, lang), "letter", "http://x/")
    assert blank.count('<section class="sheet">') == 2
    assert word in written


def test_a_game_played_elsewhere_is_poured_in(db, dice):
    sheet = sheet_from_rounds(GAME, NAMES, [[7, 5], [0, 3]], over=True)
    tally = Sheet.objects.get(pk=sheet.pk).fold()
    assert (tally.totals, tally.winners, sheet.finished) == ((7, 8), (1,), True)


def test_the_command_counts_a_round(dice, tmp_path):
    file = tmp_path / "table.json"
    players = [{"name": "Оля", "points": 7}, {"name": "Коля", "points": 5}]
    file.write_text(json.dumps({"players": players}), encoding="utf-8")
    out = StringIO()
    call_command("score", GAME, str(file), stdout=out)
    assert "Оля: 7\N{NO-BREAK SPACE}очков ★" in out.getvalue()
    assert "Записано" in out.getvalue()


class Doubled(scoring.Scoring):
    """Rows of its own, and a calculator."""

    rows: Mapping[str, Text] = {"tricks": Text("Взятки", "Tricks"), "bids": Text("Заказ", "Bid")}

    def score_round(self, table: Table) -> Sequence[PlayerScore]:
        made = [10 * (row.get("tricks") == row.get("bids")) for row in table]
        return [PlayerScore(n, (ScoreLine("sheet_points", "score.record", {"n": n}, n),)) for n in made]


def test_a_calculator_counts_rows_of_its_own(dice):
    rules = Doubled(GAME).sheet
    cells = {"r1.p1.tricks": "2", "r1.p1.bids": "2", "r1.p2.tricks": "1", "r1.p2.bids": "0"}
    tally = rules.fold(
        2, [SheetEntry(n, cell, text) for n, (cell, text) in enumerate(cells.items(), start=1)]
    )
    assert tally.totals == (10, 0)
    assert rules.label("bids", "en") == "Bid"
    assert rules.typed(NAMES, 1, 1, "1 bids 3") == ("r1.p2.bids", "3")


def test_the_command_prints_no_cards_where_there_are_none(dice, tmp_path):
    """Nor does the page of what is printed offer them."""
    with pytest.raises(CommandError, match="cards"):
        call_command("print", "cards", GAME, "-o", str(tmp_path / "cards.pdf"))
