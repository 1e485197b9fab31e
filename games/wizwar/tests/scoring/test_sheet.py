"""The life sheet of «Маго-бой»: what its log comes to, turn by turn, and what it doesn't take."""

from operator import attrgetter

import pytest

from games.wizwar.scoring.points import IN, KILLED, ROBBED
from games.wizwar.scoring.sheet import texts
from games.wizwar.scoring.sheet.tracker import (
    AT_HOME,
    CARRIED,
    TEAMS,
    Chest,
    LastingSpell,
    Snapshot,
    TrackerTally,
    snapshot,
)
from rulebook.content.reading import load
from rulebook.wording.sentences import render
from scoring.sheets import get
from scoring.sheets.core import FINISH, YES, SheetEntry, TableRefused, state_of
from tests.scoring.people import in_words

GAME = load("wizwar")
RULES = get("wizwar")
NAMES = ["Оля", "Коля", "Рита"]


def written(*lines: str, names: list[str] = NAMES) -> list[SheetEntry]:
    """The entries of lines «Оля: life -3», each checked."""
    entries: list[SheetEntry] = []
    for n, line in enumerate(lines, start=1):
        name, _, text = line.partition(": ")
        entry = SheetEntry(n, *RULES.typed(names, names.index(name), n, text))
        refusal = RULES.check(state_of(len(names), entries), entry)
        assert refusal is None, (line, refusal)
        entries.append(entry)
    return entries


def tally(*lines: str, names: list[str] = NAMES) -> TrackerTally:
    return RULES.fold(len(names), written(*lines, names=names))


def refused(cell: str, text: str, *lines: str) -> tuple[str, str]:
    refusal = RULES.check(state_of(len(NAMES), written(*lines)), SheetEntry(0, cell, text))
    assert refusal is not None
    return refusal.code, refusal.clause


def notes(found: TrackerTally) -> list[str]:
    return [note.remark.code for event in found.events for note in event.notes]


# --- Lives, turns, treasures --------------------------------------------------------------------------------


BLIND = ["Оля: spell blind 2 Коля", "Оля: turn", "Коля: turn", "Рита: turn"]
CURSED = ["Оля: spell slow_death 0 Коля", "Оля: turn", "Коля: turn", "Рита: turn"]
ROUND_PASSED = ["Рита: first", "Рита: turn", "Оля: turn", "Коля: turn"]
TWO_LOST = ["Коля: lose 2", "Оля: turn"]
BROUGHT = ["Коля: chest a home Оля", "Рита: chest a with Оля"]
ON_THE_WAY = [*[Chest()] * 2, Chest(AT_HOME, 0), Chest(), Chest(CARRIED, 0), Chest()]
ROBBERY = ["Коля: chest a home Оля", "Коля: chest b home Рита"]


@pytest.mark.parametrize(
    ("lines", "seen"),
    [
        # setup.life: everybody begins with fifteen.
        ([], {"totals": (15, 15, 15)}),
        # fight.life: never below nothing; setup.life: no limit above.
        (["Оля: life +9000", "Рита: life -9", "Рита: life -9"], {"totals": (9015, 15, 0)}),
        # counter.half: 5, Blunt and Absorb: 5 -> 3 -> 0, not 5 -> 2 -> 1.
        (["Оля: hit magical 5 absorb blunt"], {"totals": (15, 15, 15)}),
        (["Оля: hit magical 5 blunt"], {"totals": (12, 15, 15)}),
        # turn.order, series.rounds; fight.first_round: a truce while the first round lasts.
        (ROUND_PASSED[:3], {"turn.seat": 1, "turn.round": 1, "turn.truce": True}),
        (ROUND_PASSED, {"turn.seat": 2, "turn.round": 2, "turn.truce": False}),
        # turn.lost: the next turn button goes on to whoever plays; it is counted down.
        (TWO_LOST, {"turn.seat": 2, "lost": (0, 1, 0)}),
        ([*TWO_LOST, *["Рита: turn", "Оля: turn"] * 2], {"turn.seat": 1, "lost": (0, 0, 0)}),
        # Everybody may lose turns at once.
        (
            ["Оля: lose 1", "Коля: lose 2", "Рита: lose 1", "Оля: turn"],
            {"turn.seat": 2, "turn.round": 2, "lost": (0, 0, 0)},
        ),
        # turn.length: a 2 ends as the caster's second next turn begins; its victim's takes nothing off.
        (BLIND[:3], {"effects": (LastingSpell("blind", 2, 0, 1),)}),
        (BLIND, {"effects": (LastingSpell("blind", 1, 0, 1),)}),
        ([*BLIND, *BLIND[1:]], {"effects": ()}),
        # turn.length with rulings 50 and 53: lost and extra turns of the caster, the place of a dead one.
        (["Оля: spell invisible 1", "Оля: extra"], {"effects": ()}),
        (["Коля: spell invisible 1", "Коля: lose 1", "Оля: turn"], {"effects": ()}),
        (["Коля: spell blind 1 Рита", "Коля: life -15", "Оля: turn"], {"effects": ()}),
        # A curse without an end lasts until it is lifted.
        (CURSED, {"effects": (LastingSpell("slow_death", 0, 0, 1),)}),
        ([*CURSED, "Коля: lift slow_death"], {"effects": ()}),
        # An undone turn is as if it had never been passed.
        (["Оля: turn", "Коля: turn", "Оля: undo 2"], {"turn.seat": 1, "turn.number": 2}),
        # goal.treasures: a carried treasure is not at home, it must have been put down.
        (BROUGHT, {"verdict": None, "chests": tuple(ON_THE_WAY)}),
        ([*BROUGHT, "Рита: chest a home Оля"], {"winners": (0,), "verdict.clause": "goal.treasures"}),
        # Ones own treasures at home win nothing.
        (["Оля: chest a home Оля", "Оля: chest b home Оля"], {"verdict": None}),
        # goal.robbed: nothing that happens to the treasures later brings him back.
        ([*ROBBERY, "Коля: chest a floor"], {"outs": ("", ROBBED, ""), "turn.seat": 0}),
        ([*ROBBERY, "Оля: turn"], {"turn.seat": 2}),
        ([*ROBBERY, "Коля: undo 2"], {"outs": ("", "", "")}),
        # death.win: the second treasure comes home with the last life, then nothing is won.
        (
            ["Коля: chest a home Оля", "Оля: life -15", "Рита: chest a home Оля"],
            {"outs": (KILLED, "", ""), "verdict": None},
        ),
        # death.out: what he carried falls, nothing lasts on him; his own spells go on (ruling 53).
        (
            [
                *("Коля: chest a with Рита", "Рита: spell blind 3 Коля", "Коля: spell blind 3 Рита"),
                "Рита: life -15",
            ],
            {"chests": (Chest(),) * 6, "effects": (LastingSpell("blind", 3, 2, 1),)},
        ),
        # goal.last; series.tie: all at once is a draw.
        (["Коля: life -15", "Рита: life -15"], {"winners": (0,)}),
        (["Коля: life -15", "Рита: hit physical 20 Оля"], {"winners": (0, 2), "verdict.code": "shared"}),
    ],
    ids=in_words,
)
def test_what_a_log_comes_to(lines: list[str], seen: dict[str, object]) -> None:
    found = tally(*lines)
    assert {name: attrgetter(name)(found) for name in seen} == seen


@pytest.mark.parametrize(
    ("lines", "codes"),
    [(TWO_LOST, ["turn_lost"]), ([*BLIND, *BLIND[1:]], ["effect_ended"])],
    ids=["turn.lost", "turn.length"],
)
def test_what_ends_with_a_turn_is_told(lines: list[str], codes: list[str]) -> None:
    assert notes(tally(*lines)) == codes


def test_the_soulstone_stops_magic_at_three_lives() -> None:
    """card.text of the Soulstone: magic can't bring its owner below 3."""
    found = tally("Оля: set 5", "Оля: hit magical 9 soulstone")
    assert found.totals[0] == 3
    assert found.scores[0].lines[-1].clause == "card.text"


def test_taps_on_two_phones_both_count() -> None:
    """score.record: each is a line of its own."""
    entries = [SheetEntry(1, "log.aa", "life 1 -1"), SheetEntry(2, "log.bb", "life 1 -1")]
    assert RULES.fold(3, entries).totals == (13, 15, 15)


def test_every_line_adds_up_to_the_lives_and_names_its_event() -> None:
    found = tally("Оля: life -3", "Оля: d4 2", "Оля: hit magical 7 blunt absorb", "Оля: set 20")
    for score, life in zip(found.scores, found.totals, strict=True):
        assert sum(line.points for line in score.lines) == life
    assert found.sources[0] == (0, 1, 3, 4)
    assert found.events[2].changes == ((0, -1),)  # 7 -> 4 -> 1


def test_sentences_exist_for_all_that_happens() -> None:
    found = tally(
        "Рита: first",
        "Рита: spell invisible 4",
        "Рита: spell slow_death 0 Коля",
        "Рита: lose 1",
        "Рита: turn",
        "Оля: extra",
        "Оля: chest a with Коля",
        "Оля: chest a floor",
        "Оля: chest a home Коля",
        "Коля: lift slow_death",
        "Оля: hit physical 3 Коля:blunt",
        "Коля: hit physical 1 by Рита:shadowstone",
        "Оля: d4 4",
        "Оля: d4 1",
        "Оля: life +1",
        "Оля: set 3",
    )
    for event in found.events:
        for said in (event.head, *event.notes):
            for lang in ("ru", "en"):
                text = render(GAME, said.kind, said.remark.code, said.remark.params, lang, NAMES)
                assert not set("{}") & set(text)
            assert said.remark.clause in GAME.clause_by_id


def test_the_shadowstone_gives_the_points_that_got_through_to_the_attacker() -> None:
    """card.text of the Shadowstone: a Dagger of 3 gives 3 lives, 2 after Blunt; fight.life: no ceiling."""
    found = tally("Коля: hit physical 3 by Оля:shadowstone", "Коля: hit physical 3 blunt by Оля:shadowstone")
    assert found.totals == (20, 10, 15)
    assert [line.code for line in found.scores[0].lines[1:]] == ["hit_shadowstone", "hit_shadowstone"]
    assert found.events[1].changes == ((0, 2), (1, -2))


def test_whoever_attacked_last_takes_the_cards() -> None:
    """fight.loot: the last attacker, even if thorns struck the last blow; nobody known, nobody named."""
    attacked = ["Оля: hit magical 5 by Рита", "Оля: hit magical 5 by Коля"]
    assert "sheet_loot" in notes(tally(*attacked, "Оля: hit physical 5"))
    (said,) = [note for note in tally(*attacked, "Оля: life -5").events[-1].notes if note.kind == "mark"]
    assert (said.remark.code, said.remark.params["by"], said.remark.clause) == ("sheet_loot", 1, "fight.loot")
    assert notes(tally("Оля: life -15")) == ["killed", "sheet_loot_open"]
    cursed = tally("Коля: spell slow_death 0 Оля", "Рита: spell buddy 0 Оля", "Оля: life -15")
    assert cursed.events[-1].notes[-1].remark.params["by"] == 1  # Buddy is no attack
    four = [*NAMES, "Саша"]
    gone = tally("Оля: hit magical 5 by Коля", "Коля: life -15", "Оля: life -15", names=four)
    assert notes(gone)[-1] == "sheet_loot_none"


def test_who_hurts_himself_loses_the_cards_to_the_one_who_attacked_him() -> None:
    """fight.loot: the cards go to the last attacker, and nobody attacks himself."""
    lines = ["Оля: hit magical 5 by Коля", "Оля: hit magical 10 by Оля"]
    (said,) = [note for note in tally(*lines).events[-1].notes if note.remark.code.startswith("sheet_loot")]
    assert (said.remark.code, said.remark.params["by"]) == ("sheet_loot", 1)


def test_who_loses_both_treasures_loses_the_cards_to_nobody() -> None:
    """fight.loot: then they are discarded."""
    lines = ["Коля: hit magical 1 by Оля", "Коля: chest a home Оля", "Коля: chest b home Рита"]
    assert notes(tally(*lines))[-2:] == ["robbed", "sheet_loot_none"]


# --- Treasures, elimination, the end ------------------------------------------------------------------------


def test_the_home_of_a_dead_wizard_counts_for_nobody() -> None:
    """death.home."""
    found = tally("Рита: life -15", "Коля: chest a home Оля", "Коля: chest b home Рита")
    assert found.outs == ("", "", KILLED)
    assert [remark.clause for remark in found.warnings] == ["death.home"]


# --- Refusals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", None),
        ("life 2 -3", None),
        ("life 2 3", ("sheet_amount", "score.record")),
        ("life 2 -10000", ("sheet_amount", "score.record")),
        ("life 4 -3", ("sheet_seat", "setup.players")),
        ("life two -3", ("sheet_entry", "score.record")),
        ("set 2 -1", ("sheet_number", "score.record")),
        ("hit magical 5", ("sheet_entry", "score.record")),
        ("hit fire 5 1", ("sheet_entry", "score.record")),
        ("hit magical 0 1", ("sheet_number", "score.record")),
        ("hit magical 5 1 1", ("sheet_entry", "score.record")),
        ("hit magical 5 1:absorb,absorb,absorb", ("sheet_entry", "score.record")),
        ("hit magical 5 1:shieldstone,shieldstone", ("sheet_entry", "score.record")),
        ("hit physical 5 1:soulstone", ("sheet_soulstone", "card.text")),
        ("hit magical 5 by 1", ("sheet_entry", "score.record")),
        ("hit magical 5 1 by 4", ("sheet_seat", "setup.players")),
        ("hit magical 5 1 by", ("sheet_entry", "score.record")),
        ("hit physical 5 1 by 2:soulstone", ("sheet_entry", "score.record")),
        ("hit magical 5 1 by 2:shadowstone", ("sheet_shadowstone", "card.text")),
        ("chest 1c floor", ("sheet_entry", "score.record")),
        ("chest 1a on 2", ("sheet_entry", "score.record")),
        ("spell dagger 1 1 1", ("sheet_no_spell", "turn.length")),
        ("spell medusa 1 1 2", ("sheet_no_spell", "turn.length")),
        ("lift blind 1", ("sheet_no_effect", "turn.length")),
        ("d4 0", ("sheet_number", "score.record")),
        ("turn 7", ("sheet_turn_passed", "turn.order")),
        ("table 15,15 0,0 1 1", ("sheet_entry", "score.record")),
        ("lose 1 0", ("sheet_number", "score.record")),
        ("life 1 -1 " + "x" * 200, ("sheet_entry", "score.record")),
    ],
)
def test_nonsense_is_refused_with_its_clause(text: str, said: tuple[str, str] | None) -> None:
    refusal = RULES.check(state_of(3, []), SheetEntry(0, "log.x", text))
    assert (None if refusal is None else (refusal.code, refusal.clause)) == said


def test_cells_are_those_of_the_log() -> None:
    assert refused("life.1", "14") == ("sheet_cell", "score.record")
    assert refused("log.UP", "d4 1") == ("sheet_cell", "score.record")
    assert RULES.check(state_of(3, []), SheetEntry(0, FINISH, YES)) is None


def test_after_the_end_only_the_die_is_rolled() -> None:
    """series.rounds."""
    lines = ["Коля: life -15", "Рита: life -15"]
    assert refused("log.x", "life 1 -1", *lines) == ("sheet_over", "series.rounds")
    assert tally(*lines, "Оля: d4 1").die == 1


def test_an_entry_that_stands_may_be_corrected_even_if_its_player_is_out() -> None:
    """score.record: undoing the blow brings the wizard back."""
    entries = written("Коля: life -15")
    assert RULES.check(state_of(3, entries), SheetEntry(2, entries[0].cell, "life 2 -14")) is None


# --- From elsewhere -----------------------------------------------------------------------------------------


def test_a_match_pours_as_one_entry_that_is_judged_at_once() -> None:
    """goal.treasures: squares of the engine become homes, carriers and floor."""
    known = snapshot((9, 4, 0), ("", "", KILLED), (7, 30, -1, 7, 0, 1), {7: 0, 37: 1}, (4, 1))
    assert known.chests[2] == Chest(CARRIED, 0)
    ((cell, text),) = RULES.entries_of([known])
    assert text == "table 9,4,0k h1,0,w1,h1,0,0 4 2"
    found = RULES.fold(3, [SheetEntry(1, cell, text)])
    assert found.totals == (9, 4, 0)
    assert found.outs == ("", "", KILLED)
    assert (found.turn.round, found.turn.seat) == (4, 1)
    assert found.chests == tuple(known.chests)
    assert not RULES.is_whole(3, [known])
    assert RULES.entries_of([]) == []


def test_a_finished_match_says_who_has_won() -> None:
    won = Snapshot((9, 4), ("", ""), (Chest(), Chest(), Chest(AT_HOME, 0), Chest(AT_HOME, 0)), 6, 0)
    assert RULES.is_whole(2, [won])
    ((cell, text),) = RULES.entries_of([won])
    assert RULES.fold(2, [SheetEntry(1, cell, text)]).winners == (0,)
    draw = won._replace(chests=(Chest(),) * 4, draw=(0, 1))
    ((cell, text),) = RULES.entries_of([draw])
    found = RULES.fold(2, [SheetEntry(1, cell, text)])
    assert (RULES.is_whole(2, [draw]), found.winners) == (True, (0, 1))


LYING = (Chest(),) * 2
AT_MATES = (Chest(AT_HOME, 0), Chest(AT_HOME, 2))  # one at each home of a team


def test_a_match_in_teams_pours_with_its_teams_and_is_judged_by_their_rules() -> None:
    """teams.win: three treasures of the others at homes of the team; two with one wizard aren't enough."""
    two = Snapshot((9, 4, 7, 2), (IN,) * 4, LYING + (Chest(AT_HOME, 0),) * 2 + LYING * 2, 6, 0, in_teams=True)
    won = two._replace(chests=LYING + AT_MATES + LYING + (Chest(AT_HOME, 0), Chest()))
    (teams, log) = RULES.entries_of([won])
    assert (teams, log[1]) == ((TEAMS, "1"), "table 9,4,7,2 0,0,h1,h3,0,0,h1,0 6 1")
    assert [RULES.is_whole(4, [each]) for each in (two, won)] == [False, True]
    alone = RULES.is_whole(4, [two._replace(in_teams=False)])
    assert alone  # goal.treasures, where everybody plays for themselves
    found = RULES.fold(4, [SheetEntry(n, *pair) for n, pair in enumerate(RULES.entries_of([won]), start=1)])
    assert (found.winners, found.team_won) == ((0, 2), True)
    ends = [score.lines[-1] for score in found.scores]
    assert [line.clause for line in ends] == ["teams.win", "goal.game"] * 2
    for score in found.scores:
        assert sum(line.points for line in score.lines) == score.points


def test_a_team_match_that_ends_in_a_draw_is_shared_by_the_teams() -> None:
    """series.tie: a draw isn't told by lives and treasures; dead Rita shares it with her team."""
    draw = Snapshot((9, 4, 0, 2), (IN, IN, KILLED, IN), LYING * 4, 20, 0, range(4), in_teams=True)
    found = RULES.fold(4, [SheetEntry(n, *pair) for n, pair in enumerate(RULES.entries_of([draw]), start=1)])
    assert (found.winners, found.team_won, RULES.is_whole(4, [draw])) == ((0, 1, 2, 3), False, True)


def test_the_largest_table_fits_into_an_entry() -> None:
    most = Snapshot((9999,) * 6, (ROBBED,) * 6, (Chest(AT_HOME, 5),) * 12, 999, 5, range(6))
    assert texts.event_of(texts.text_of(most), 6) == most._replace(draw=tuple(range(6)))


def test_raw_data_counts_a_final_state_and_events_after_it() -> None:
    data = {
        "players": ["Оля", "Коля"],
        "lives": [9, 4],
        "chests": ["home 2", "with 1", "", ""],
        "events": ["hit magical 5 2:blunt", "life 2 -1"],
    }
    scored = RULES.score_table(data)
    assert [score.points for score in scored.scores] == [9, 0]
    assert scored.winners == (0,)
    assert RULES.score_table({"players": ["Оля", "Коля"]}).winners == ()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"players": ["Оля"]}, "sheet_players"),
        ({"players": "Оля"}, "sheet_players"),
        ({"players": ["Оля", "Оля"]}, "sheet_name"),
        ({"players": ["Оля", "Коля"], "plays": []}, "sheet_entry"),
        ({"players": ["Оля", "Коля"], "lives": [15]}, "sheet_entry"),
        ({"players": ["Оля", "Коля"], "lives": [15, "5"]}, "sheet_number"),
        ({"players": ["Оля", "Коля"], "outs": ["", "asleep"]}, "sheet_entry"),
        ({"players": ["Оля", "Коля"], "chests": ["home 3", "", "", ""]}, "sheet_seat"),
        ({"players": ["Оля", "Коля"], "chests": [[], "", "", ""]}, "sheet_entry"),
        ({"players": ["Оля", "Коля"], "events": [""]}, "sheet_entry"),
        ({"players": ["Оля", "Коля"], "events": ["life 2 -15", "life 1 -1"]}, "sheet_over"),
    ],
)
def test_raw_data_that_makes_no_sense_is_refused(data: dict[str, object], code: str) -> None:
    with pytest.raises(TableRefused) as caught:
        RULES.score_table(data)
    assert caught.value.refusal.code == code
