"""The sheet of «Зельеварение» without a database: what it takes and what it adds up to."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.potions.scoring import points as calculator
from games.potions.scoring.points import ASSEMBLE, BEFORE, ELEMENT, SPELL, Play
from games.potions.scoring.sheet.box import BadPlay, Table
from games.potions.scoring.sheet.journal import LOG
from games.potions.scoring.sheet.plays import play_of, recipe_slots, text_of
from games.potions.scoring.sheet.remarks import hands
from games.potions.scoring.sheet.rules import CHOICES, SHEET
from scoring.sheets.core import FINISH, SheetEntry, State, state_of
from tests.scoring.people import in_words

FATE = ["1 assemble infusion_of_divination", "1 assemble powder_of_fate"]
AGAIN = ["2 assemble infusion_of_divination", "2 assemble powder_of_fate"]
TWICE = [*FATE, *AGAIN, *["3 assemble love_potion"] * 3]
GREAT = ("supreme_elixir", "great_talisman_of_magic")


def log(*texts: str) -> list[SheetEntry]:
    """A log of plays, each in a cell of its own."""
    return [SheetEntry(n, f"play.c{n}", text) for n, text in enumerate(texts, start=1)]


def totals(*texts: str, seats: int = 3) -> tuple[int, ...]:
    return SHEET.fold(seats, log(*texts)).totals


def refusal(text: str, cell: str = "play.a1", state: State | None = None) -> tuple[str, str] | None:
    found = SHEET.check(state or State(3, {}), SheetEntry(0, cell, text))
    return (found.code, found.clause) if found else None


def warnings(*texts: str, seats: int = 3) -> list[str]:
    return [remark.code for remark in SHEET.fold(seats, log(*texts)).warnings]


@st.composite
def plays(draw: st.DrawFn) -> tuple[int, list[Play]]:
    """A table's size and plays as the calculator sees them."""
    seats = draw(st.integers(2, 6))
    made = []
    for _ in range(draw(st.integers(0, 12))):
        seat = draw(st.integers(0, seats - 1))
        choice = draw(st.sampled_from(CHOICES))
        kind = draw(st.sampled_from((ELEMENT, choice.what, BEFORE)))
        others = [other for other in range(seats) if other != seat]
        if kind == ASSEMBLE:
            most = min(choice.owners, len(others))
            owners = draw(st.sets(st.sampled_from(others), max_size=most)) if most else set()
            made.append(Play(seat, kind, choice.card, 0, tuple(sorted(owners))))
        elif kind == ELEMENT:
            n = draw(st.integers(0, choice.elements))
            named = choice.elements > 1 or draw(st.booleans())
            made.append(Play(seat, kind, choice.card if named else "", n))
        else:
            n = draw(st.integers(0, 90)) if kind == BEFORE else 0
            made.append(Play(seat, kind, "" if kind == BEFORE else choice.card, n))
    return seats, made


@given(plays())
def test_a_log_adds_up_as_the_calculator_does_and_reads_back(table: tuple[int, list[Play]]) -> None:
    seats, made = table
    pairs = SHEET.entries_of(made)
    entries = [SheetEntry(n, cell, text) for n, (cell, text) in enumerate(pairs, start=1)]
    for n, entry in enumerate(entries):
        assert SHEET.check(state_of(seats, entries[:n]), entry) is None
    tally = SHEET.fold(seats, entries)
    assert [row.play for row in tally.plays] == made
    assert tally.totals == calculator.totals(seats, made)
    assert [score.points for score in tally.scores] == [
        sum(line.points for line in score.lines) for score in tally.scores
    ]


@given(plays())
def test_raw_data_says_the_same_as_the_log(table: tuple[int, list[Play]]) -> None:
    seats, made = table
    names = [f"Игрок {n}" for n in range(seats)]
    scored = SHEET.score_table({"players": names, "plays": [SHEET.raw(names, play) for play in made]})
    assert tuple(score.points for score in scored.scores) == calculator.totals(seats, made)
    assert scored.warnings == tuple(SHEET.fold(seats, log(*map(text_of, made))).warnings)


@pytest.mark.parametrize(
    ("ask", "texts", "said"),
    [
        # assemble.points: whoever assembles a recipe gets what its card says, whatever its kind.
        (totals, ["1 assemble love_potion", "2 assemble elixir_of_wisdom", "3 assemble dragon"], (2, 3, 8)),
        (totals, ["1 assemble supreme_elixir", "2 assemble powder_of_fate"], (10, 4, 0)),
        # assemble.half: half of the points of the recipe assembled now, not of the one that was used.
        (totals, ["1 assemble infusion_of_divination", "2 assemble powder_of_fate 1"], (4, 4, 0)),
        # assemble.half, assemble.once: every owner gets a half, each of them once.
        (totals, ["1 assemble dragon 2 3"], (8, 4, 4)),
        (refusal, ["1 assemble dragon 2 2"], ("sheet_once", "assemble.once")),
        # assemble.own: own ingredients bring the builder's points alone; nobody owes himself a half.
        (totals, ["1 assemble love_potion", "1 assemble powder_of_control"], (6, 0, 0)),
        (refusal, ["1 assemble powder_of_control 1"], ("sheet_own", "assemble.own")),
        # assemble.cupboard: a recipe made of elements uses nobody's recipe, so nobody gets a half.
        (refusal, ["1 assemble love_potion 2"], ("sheet_no_recipes", "assemble.cupboard")),
        (refusal, ["1 assemble elixir_of_wisdom 2"], ("sheet_no_recipes", "assemble.cupboard")),
        # assemble.half: one recipe goes into a powder, so at most one player gets a half of it.
        (refusal, ["1 assemble powder_of_fate 2 3"], ("sheet_owners", "assemble.half")),
        (refusal, ["1 assemble powder_of_fate 2"], None),
        (refusal, ["1 assemble supreme_elixir 2 3"], None),
        # element.new: one point if the element isn't there yet, none if it is.
        (totals, ["1 element 1", "2 element 0", "1 element 1"], (2, 0, 0)),
        (refusal, ["1 element 2"], ("sheet_element", "element.new")),
        (refusal, ["1 element love_potion 2"], ("sheet_element", "element.new")),
        (refusal, ["1 element elixir_of_wisdom:astral_energy 1"], None),
        # spell.play, spell.place: cast, it gives no points; it has no recipe.
        (totals, ["1 spell spell_of_knowledge"], (0, 0, 0)),
        (refusal, ["1 assemble spell_of_knowledge"], ("sheet_spell", "spell.play")),
        (refusal, ["1 spell love_potion"], ("sheet_not_spell", "spell.play")),
        (refusal, ["1 element spell_of_knowledge 1"], None),
        # components.deck: 76 cards, and no others.
        (refusal, ["1 assemble philosophers_stone"], ("sheet_no_card", "components.deck")),
        (refusal, ["1 element philosophers_stone 1"], ("sheet_no_card", "components.deck")),
        # setup.players: two to six play, and only they get points.
        (refusal, ["4 element 1"], ("sheet_seat", "setup.players")),
        (refusal, ["1 assemble dragon 4"], ("sheet_seat", "setup.players")),
        (refusal, ["0 element 1"], ("sheet_seat", "setup.players")),
        # components.deck, knowledge.take: the box has one «Порошок судьбы»; a second one must have come back.
        (warnings, FATE, []),
        (warnings, [*FATE, *AGAIN], ["sheet_copies"]),
        # knowledge.take: it brings a recipe from the cupboard into a hand, where it is played again.
        (warnings, [*FATE, "2 spell spell_of_knowledge", *AGAIN], []),
        (warnings, [*FATE, *AGAIN, "2 spell spell_of_knowledge"], []),  # noted later, as when one is asked
        # knowledge.take: one top recipe for each casting.
        (warnings, [*TWICE, "2 spell spell_of_knowledge"], ["sheet_copies", "sheet_copies"]),
        (warnings, [*TWICE, *["2 spell spell_of_knowledge"] * 2], []),
        # components.halves: a card is played as a recipe or as an element, either way it leaves the hand.
        (warnings, ["1 element dragon 1", "2 element dragon 1"], ["sheet_copies"]),
        (warnings, ["1 element elixir_of_wisdom:astral_energy 1", *["2 assemble elixir_of_wisdom"] * 2], []),
        # knowledge.take: never another spell; two of each are in the box.
        (warnings, ["1 spell spell_of_knowledge"] * 2, []),
        (warnings, ["1 spell spell_of_knowledge"] * 3, ["sheet_spells"]),
        # assemble.recipes: a used recipe was assembled by its owner, so halves need assemblies.
        (warnings, [*FATE[:1], "2 assemble powder_of_fate 3"], ["sheet_owner"]),
        (warnings, [*FATE[:1], "2 assemble powder_of_fate 1"], []),
        # assemble.all: every ingredient lies on the table; transform.take and destruction.keep bring others.
        (warnings, ["2 assemble elixir_of_fire", "1 assemble powder_of_fate"], ["sheet_ingredient"]),
        *(
            (warnings, ["1 assemble elixir_of_fire", f"1 spell {spell}", "1 assemble powder_of_fate"], [])
            for spell in ("spell_of_transformation", "spell_of_destruction")
        ),
        # turn.draw: 72 cards reach the hands from the deck, others only by the Spell of Knowledge: not more.
        (warnings, ["1 element 0"] * 72, []),
        (warnings, ["1 element 0"] * 73, ["sheet_plays"]),
        (warnings, [*["1 element 0"] * 72, "1 spell spell_of_knowledge"], []),
        # great.elements: a point for each of its three elements that the cupboard lacks.
        *((refusal, [f"1 element {card} {n}"], None) for card in GREAT for n in range(4)),
        *((refusal, [f"1 element {card} 4"], ("sheet_great", "great.elements")) for card in GREAT),
        *((totals, [f"2 element {card} 3"], (0, 3, 0)) for card in GREAT),
        # A game that began elsewhere is not blamed for what lay there.
        (warnings, ["1 before 12", "1 assemble powder_of_fate 2"], []),
        (totals, ["1 before 12", "1 element 1"], (13, 0, 0)),
    ],
    ids=in_words,
)
def test_what_a_log_comes_to(ask: Callable[..., object], texts: list[str], said: object) -> None:
    assert ask(*texts) == said


NONSENSE = [
    *("1", "x", "1 fly", "1 element", "1 element x", "1 element 1 1 1", "1 assemble", "1 spell", "element 1"),
    *("1  element 1", " 1 element 1", "1 element -1", "1 element ١", "1 element 99999", "1 element 1\n"),
    *("1 spell spell_of_knowledge 2", "1 assemble dragon x", "1 assemble dragon " + "2 " * 60, "9" * 200),
    *("1 before x", "1 before"),
]


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_no_play(text: str) -> None:
    """turn.play: a card is played as an element, as a recipe or as a spell."""
    assert refusal(text) == ("sheet_play", "turn.play")


@pytest.mark.parametrize("cell", ["", "play", "play.", "play.A", "play.ё", "r1.p1.red", "play." + "x" * 25])
def test_a_cell_that_is_no_play_is_refused(cell: str) -> None:
    assert refusal("1 element 1", cell) == ("sheet_cell", "score.record")


def test_an_empty_text_takes_a_play_back_and_the_order_stays() -> None:
    entries = [*log("1 element 1", "2 assemble dragon", "3 element 1"), SheetEntry(4, "play.c2", "")]
    assert SHEET.fold(3, entries).totals == (1, 0, 1)
    again = SHEET.fold(3, [*entries, SheetEntry(5, "play.c2", "2 assemble unicorn")])
    assert [(row.number, row.play.card) for row in again.plays] == [(1, ""), (2, "unicorn"), (3, "")]
    assert [row.entry for row in again.plays] == [1, 5, 3]


def test_a_closed_sheet_takes_nothing_until_it_is_opened() -> None:
    """series.rounds: when nobody holds a card, the game is over."""
    closed = state_of(3, [SheetEntry(1, FINISH, "1")])
    assert refusal("1 element 1", state=closed) == ("sheet_finished", "series.rounds")
    assert refusal("", FINISH, closed) is None
    assert refusal("2", FINISH) == ("sheet_play", "turn.play")


def test_a_log_has_an_end() -> None:
    full = state_of(3, log(*["1 element 1"] * LOG.most))
    assert refusal("1 element 1", state=full) == ("sheet_full", "components.deck")
    assert refusal("2 element 1", "play.c7", full) is None


def test_the_winner_is_known_when_the_sheet_is_closed() -> None:
    """series.winner: the most points win. series.tie: a tie is shared."""
    plays = log("1 assemble dragon", "2 element 1")
    open_still = SHEET.fold(3, plays)
    assert (open_still.leaders, open_still.winners, open_still.verdict) == ((0,), (), None)
    alone = SHEET.fold(3, [*plays, SheetEntry(9, FINISH, "1")])
    assert alone.verdict is not None
    assert (alone.winners, alone.verdict.code, alone.verdict.clause) == (
        (0,),
        "series_ended",
        "series.winner",
    )
    shared = SHEET.fold(3, [*plays, SheetEntry(9, "play.c3", "2 element supreme_elixir 3"), *_four(), _end()])
    assert shared.verdict is not None
    assert (shared.winners, shared.verdict.code, shared.verdict.clause) == ((0, 1), "shared", "series.tie")


def _four() -> list[SheetEntry]:
    return [SheetEntry(10, "play.c4", "2 assemble powder_of_fate")]


def _end() -> SheetEntry:
    return SheetEntry(11, FINISH, "1")


def test_an_empty_closed_sheet_has_no_winner() -> None:
    tally = SHEET.fold(3, [SheetEntry(1, FINISH, "1")])
    assert (tally.winners, tally.verdict) == ((), None)


def test_any_two_talismans_will_do() -> None:
    """great.talisman: two of the kind, whichever they are."""
    two = ["1 assemble talisman_of_beast_lord", "1 assemble talisman_palantirium"]
    parts = [slot.removeprefix("card:") for text in two for slot in recipe_slots(text.split()[2])]
    built = [f"1 assemble {part}" for part in parts] + two
    assert warnings(*built, "1 assemble great_talisman_of_magic") == []
    assert warnings(*built[:-1], "1 assemble great_talisman_of_magic") == ["sheet_ingredient"]


def test_seventy_two_cards_reach_the_hands() -> None:
    """turn.draw"""
    assert hands(()) == 72


def test_pouring_more_of_the_same_game_begins_with_the_same_entries() -> None:
    made = [
        Play(0, ELEMENT, "dragon", 1),
        Play(1, SPELL, "spell_of_transformation:mandrake"),
        Play(0, ASSEMBLE, "elixir_of_wisdom:astral_energy"),
    ]
    pairs = SHEET.entries_of(made)
    assert pairs == [
        ("play.m1", "1 element dragon 1"),
        ("play.m2", "2 spell spell_of_transformation"),
        ("play.m3", "1 assemble elixir_of_wisdom"),
    ]
    assert SHEET.entries_of(made[:2]) == pairs[:2]
    assert not SHEET.is_whole(2, made)


def test_a_form_says_the_same_as_a_text() -> None:
    fields = {"who": "2", "pick": "assemble dragon", "used-1": "1", "used-3": "1"}
    assert SHEET.compose(fields) == "2 assemble dragon 1 3"
    assert SHEET.compose({"text": "1 element 1", "pick": "x"}) == "1 element 1"
    assert SHEET.compose({}) == ""


@pytest.mark.parametrize(
    ("names", "code"),
    [(["А"], "sheet_players"), (list("АБВГДЕЖ"), "sheet_players"), (["А", "А"], "sheet_name")],
)
def test_two_to_six_people_with_names_of_their_own_play(names: list[str], code: str) -> None:
    """setup.players."""
    found = SHEET.check_names(names)
    assert found is not None
    assert found.code == code
    assert SHEET.check_names(["А", "Б"]) is None


def test_a_bad_text_in_a_log_is_an_error_not_a_silence() -> None:
    with pytest.raises(BadPlay):
        play_of("1 fly", Table(3))


def test_a_case_writes_plays_by_name_and_takes_them_back() -> None:
    names = ["Оля", "Коля"]
    assert SHEET.typed(names, 0, 1, "assemble powder_of_fate Коля") == (
        "play.m1",
        "1 assemble powder_of_fate 2",
    )
    assert SHEET.typed(names, 0, 2, "undo 1") == ("play.m1", "")
