"""The journal with «Гильдия Алхимиков» on the table, without a database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.potions.rulebook.boxes.guild import sequences
from games.potions.scoring import points as calculator
from games.potions.scoring.boxes.guild.points import STAGE, STAGES, STONE
from games.potions.scoring.boxes.guild.sheet import SEQUENCE_CARDS, sequence_cell
from games.potions.scoring.points import Play
from games.potions.scoring.sheet.box import Setup
from games.potions.scoring.sheet.plays import text_of
from games.potions.scoring.sheet.rules import SHEET
from scoring.sheets.core import BOXES, FINISH, YES, SheetEntry, State, state_of

CARD_A = sequences.cards()[0]
OWN = sequences.text_of(sequences.cards()).replace("= 2 2 4 4 6 8 10", "= 1 3 5 5 7 9 11", 1)


def log(*texts: str, boxes: str = "guild", **settings: str) -> list[SheetEntry]:
    """A sheet with its boxes, what they have set up, and a log of plays."""
    cells = {BOXES: boxes} | {cell.replace("_", ".", 1): text for cell, text in settings.items()}
    rows = [*cells.items(), *((f"play.c{n}", text) for n, text in enumerate(texts, start=1))]
    return [SheetEntry(n, cell, text) for n, (cell, text) in enumerate(rows, start=1)]


def totals(*texts: str, boxes: str = "guild", **settings: str) -> tuple[int, ...]:
    return SHEET.fold(3, log(*texts, boxes=boxes, **settings)).totals


def refusal(
    text: str, *before: str, cell: str = "play.z", boxes: str = "guild", **settings: str
) -> tuple[str, str] | None:
    state = state_of(3, log(*before, boxes=boxes, **settings))
    found = SHEET.check(state, SheetEntry(0, cell, text))
    return (found.code, found.clause) if found else None


def warnings(*texts: str, boxes: str = "guild", **settings: str) -> list[tuple[str, str]]:
    found = SHEET.fold(3, log(*texts, boxes=boxes, **settings)).warnings
    return [(remark.code, remark.clause) for remark in found]


def test_stages_pay_by_the_column_and_their_owner_half() -> None:
    """guild.sequence.points, guild.sequence.half: 2 from hand, 4 with 2 for the owner."""
    assert totals("1 stage 1 1", "2 stage 3 3 1") == (4, 4, 0)


def test_the_recipe_of_a_stage_follows_from_the_players_card() -> None:
    """guild.sequence.order: who has named the card need not name recipes; another one is refused."""
    tally = SHEET.fold(3, log("1 stage 1 3", sequence_1="sequence_card_a"))
    assert tally.plays[0].play.card == CARD_A.columns[0].stages[2]
    wrong = refusal("1 stage 1 3 aqua_regis", sequence_1="sequence_card_a")
    assert wrong == ("sheet_stage_card", "guild.sequence.order")


@pytest.mark.parametrize(
    ("text", "code", "clause"),
    [
        ("1 stage 4 1", "sheet_no_stage", "guild.sequence.order"),
        ("1 stage 1 7", "sheet_no_stage", "guild.sequence.order"),
        ("1 stage 1", "sheet_play", "turn.play"),
        ("1 stage 1 1 1", "sheet_own_stage", "guild.sequence.half"),
        ("1 stage 1 1 2 3", "sheet_one_owner", "guild.sequence.half"),
        ("1 stage 1 1 spell_of_knowledge", "sheet_stage_recipe", "guild.sequence.order"),
        ("1 stage 1 1 stone_magisterium", "sheet_stage_recipe", "guild.sequence.order"),
        ("1 stone 1 aqua_regis", "sheet_stone_card", "guild.stone.lay"),
        ("1 stone 1 stone_magisterium 2", "sheet_play", "turn.play"),
        ("1 stage 1 1 2:magema", "sheet_half_paid", "assemble.half"),
        ("1 stage 1 1 elixir_of_universality 2", "sheet_elixir_pays", "guild.universality.half"),
        ("1 stage 1 1 aqua_regis 2:elixir", "sheet_half_paid", "guild.sequence.half"),
        ("1 assemble stone_magisterium", "sheet_no_recipe", "components.recipe"),
        ("1 element elixir_of_universality:guild 1", "sheet_worthless", "guild.magema.element"),
        ("1 assemble dragon 2 2", "sheet_once", "assemble.once"),
        ("1 income", "sheet_play", "turn.play"),
        ("1 assemble learned_gnawer", "sheet_no_card", "components.deck"),
    ],
)
def test_what_can_not_be_written(text: str, code: str, clause: str) -> None:
    """Each refusal names the clause; a card of a box that isn't on the table is refused, too."""
    assert refusal(text) == (code, clause)


def test_without_the_box_the_sheet_takes_nothing_of_it() -> None:
    """The sheet of the base game is what it was."""
    state = State(3, {})
    for cell, text in (("play.a", "1 stage 1 1"), ("sequence.1", "sequence_card_a"), ("columns", OWN)):
        assert SHEET.check(state, SheetEntry(0, cell, text)) is not None
    assert SHEET.check(state, SheetEntry(0, BOXES, "guild")) is None


@pytest.mark.parametrize("text", ["guild,guild", "attic", "guild university", ","])
def test_boxes_that_nobody_knows_are_refused(text: str) -> None:
    """Each is named once, in any order (`guild-sheet-boxes-in-any-order`)."""
    assert refusal(text, cell=BOXES) == ("sheet_boxes", "components.deck")


def test_a_box_stays_while_something_needs_it() -> None:
    """An entry must go on meaning something."""
    assert refusal("", "1 stage 1 1", cell=BOXES) == ("sheet_in_use", "score.record")
    assert refusal("", cell=BOXES, sequence_1="sequence_card_a") == ("sheet_in_use_setting", "score.record")
    assert refusal("university", "1 element 1", cell=BOXES) is None


def test_silent_halves() -> None:
    """guild.magema.half, rulings 54 and 81: an ingredient made with magema brings its owner nothing."""
    assert totals("1 assemble dragon 2 3:magema") == (8, 4, 0)
    assert totals("1 assemble dragon 2:elixir 3:magema") == (8, 0, 0)
    assert refusal("1 assemble dragon 2:universality") == ("sheet_play", "turn.play")
    lines = SHEET.fold(3, log("1 assemble dragon 2 3:magema")).scores[2].lines
    assert [(line.code, line.clause, line.points) for line in lines] == [
        ("half_magema", "guild.magema.half", 0)
    ]


def test_with_the_university_a_stage_may_be_silent_too() -> None:
    """university.magema.half, ruling 81."""
    assert totals("1 stage 1 5 2:magema", boxes="guild,university") == (6, 0, 0)
    assert totals("1 stage 1 5 2:universality", boxes="guild,university") == (6, 0, 0)


def test_the_stone_ends_the_game() -> None:
    """guild.stone.points, guild.stone.end: 10 points, and whoever has most wins, not who laid it."""
    texts = ["2 assemble supreme_elixir", "2 assemble dragon", "1 stone 2"]
    tally = SHEET.fold(3, log(*texts))
    assert tally.totals == (10, 18, 0)
    assert tally.over
    assert not tally.finished
    assert tally.winners == (1,)
    assert tally.verdict is not None
    assert SHEET.is_whole(3, [Play(0, STONE, "", 10, (), (1, STAGES))])


def test_a_sheet_with_its_stone_takes_what_was_forgotten() -> None:
    """The order of a log proves nothing; but what stands after the Stone is pointed out."""
    assert refusal("2 element 1", "1 stone 1") is None
    assert ("sheet_after_stone", "guild.stone.end") in warnings("1 stone 1", "2 element 1")


SIX = [f"1 stage 2 {n}" for n in range(1, STAGES)]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([*SIX, "1 stone 2"], []),
        (["1 stage 1 1", "1 stage 1 1"], [("sheet_column_twice", "guild.sequence.once")]),
        (["1 stage 1 2", "1 stage 1 1"], [("sheet_stage_order", "guild.sequence.order")]),
        (["1 stage 1 2"], [("sheet_skipped", "guild.transmutation.skip")]),
        (["1 spell spell_of_transmutation", "1 stage 1 2"], []),
        (["2 spell spell_of_transmutation", "1 stage 1 2"], [("sheet_skipped", "guild.transmutation.skip")]),
        (
            ["1 spell spell_of_transmutation"] * 2 + ["1 stage 1 3"],
            [("sheet_two_skipped", "guild.transmutation.running")],
        ),
        (
            ["1 spell spell_of_transmutation"] * 2 + ["1 stage 1 2", "1 stage 1 4"],
            [],
        ),
        (
            [*SIX[:-1], "1 spell spell_of_transmutation", "1 stone 2"],
            [("sheet_stone_early", "guild.stone.lay")],
        ),
    ],
)
def test_what_can_not_be_is_pointed_out(texts: list[str], expected: list[tuple[str, str]]) -> None:
    """A stage out of order, a column twice, two skipped running, a Stone before the sixth."""
    assert warnings(*texts) == expected


def test_a_sequence_card_has_two_copies() -> None:
    """guild.sequence.card: with more players than copies something is wrong."""
    drawn = {f"sequence_{n}": SEQUENCE_CARDS[0] for n in (1, 2, 3)}
    assert warnings(**drawn) == [("sheet_sequence_copies", "guild.sequence.card")]
    assert refusal("sequence_card_z", cell="sequence.1") == ("sheet_sequence", "guild.sequence.card")
    assert refusal("sequence_card_a", cell="sequence.4") == ("sheet_cell", "score.record")


def test_more_cards_than_printed_are_pointed_out() -> None:
    """knowledge.take: three copies, laid from four hands."""
    four = [f"{n} element aqua_regis 1" for n in (1, 2, 3)] + ["1 stage 1 5 aqua_regis"]
    assert [code for code, _ in warnings("1 spell spell_of_transmutation", *four)][:1] == ["sheet_copies"]


def test_own_columns_say_points_and_recipes() -> None:
    """guild.sequence.own, ruling 74: the table's own columns are entered once."""
    tally = SHEET.fold(3, log("1 stage 1 3 2", sequence_1="sequence_card_a", columns=OWN))
    assert tally.totals == (5, 2, 0)
    assert totals("1 stone 1", sequence_1="sequence_card_a", columns=OWN) == (11, 0, 0)


@pytest.mark.parametrize("text", ["", "aqua_regis = 1", OWN + "\naqua_regis", OWN.replace("10", "-1")])
def test_own_columns_that_can_not_be(text: str) -> None:
    """guild.sequence.own: refused with the clause."""
    found = refusal(text, cell="columns")
    assert found is None if not text else found is not None and found[1] == "guild.sequence.own"


def test_settings_stay_while_plays_need_them() -> None:
    """An entry must go on meaning something: another Sequence card has another recipe there."""
    settings = {"sequence_1": "sequence_card_a"}
    text = f"1 stage 1 1 {CARD_A.columns[0].stages[0]}"
    assert refusal("sequence_card_b", text, cell="sequence.1", **settings) == ("sheet_in_use", "score.record")
    assert refusal("", text, cell="sequence.1", **settings) is None


@st.composite
def games(draw: st.DrawFn) -> list[Play | Setup]:
    """A game that was played elsewhere: Sequence cards drawn, then stages with owners and silent ones."""
    cards = [draw(st.sampled_from(sequences.cards())) for _ in range(3)]
    found: list[Play | Setup] = [
        Setup(("guild",), {sequence_cell(seat): card.id for seat, card in enumerate(cards)})
    ]
    for _ in range(draw(st.integers(0, 8))):
        seat, column = draw(st.integers(0, 2)), draw(st.integers(1, 3))
        number = draw(st.integers(1, STAGES))
        printed = cards[seat].columns[column - 1]
        kind, n = (STONE if number == STAGES else STAGE), printed.points[number - 1]
        owner = draw(st.sampled_from([None, *({0, 1, 2} - {seat})]))
        owners = () if owner is None or kind == STONE else (owner,)
        found.append(Play(seat, kind, printed.stages[number - 1], n, owners, (column, number)))
    return found


@given(games())
def test_a_game_poured_in_adds_up_as_the_calculator_does(rounds: list[Play | Setup]) -> None:
    made = [each for each in rounds if isinstance(each, Play)]
    entries: list[SheetEntry] = []
    for n, (cell, text) in enumerate(SHEET.entries_of(rounds), start=1):
        assert SHEET.check(state_of(3, entries), SheetEntry(0, cell, text)) is None
        entries.append(SheetEntry(n, cell, text))
    tally = SHEET.fold(3, entries)
    assert [row.play for row in tally.plays] == made
    assert tally.totals == calculator.totals(3, made)
    names = ["Оля", "Коля", "Рита"]
    raw = {
        "players": names,
        "boxes": ["guild"],
        "settings": dict(tally.table.settings),
        "plays": [SHEET.raw(names, play) for play in made],
    }
    assert tuple(each.points for each in SHEET.score_table(raw).scores) == tally.totals


def test_a_closed_sheet_keeps_its_boxes() -> None:
    """series.rounds."""
    state = state_of(3, [*log("1 element 1"), SheetEntry(9, FINISH, YES)])
    found = SHEET.check(state, SheetEntry(0, BOXES, "guild,university"))
    assert found is not None
    assert found.code == "sheet_finished"


def test_texts_read_back() -> None:
    """What the log writes, it reads."""
    play = Play(1, STAGE, "aqua_regis", 6, (), (2, 5), ((0, "elixir"),))
    assert text_of(play) == "2 stage 2 5 aqua_regis 1:elixir"
