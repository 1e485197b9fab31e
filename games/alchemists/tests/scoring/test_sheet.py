"""The sheet of «Алхимики» without a database: what it takes, what it refuses, and what it adds up to."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.alchemists.scoring.points import ALCHEMICALS, ARTIFACTS, GRANTS, INGREDIENTS, SEALS
from games.alchemists.scoring.sheet import SHEET
from games.alchemists.scoring.sheet.cells import happening_of, text_of
from games.alchemists.scoring.sheet.reveal import LOG, RevealTally
from scoring.sheets.core import FINISH, YES, SheetEntry, TableRefused, state_of

SEATS = 3


class Paper:
    """A sheet in hand: writes what the rules take, remembers what they refused."""

    def __init__(self, *pairs: tuple[str, str], seats: int = SEATS):
        self.seats, self.entries, self.refused = seats, [], []
        for cell, text in pairs:
            self.write(cell, text)

    def write(self, cell: str, text: str) -> tuple[str, str] | None:
        entry = SheetEntry(len(self.entries) + 1, cell, text)
        refusal = SHEET.check(state_of(self.seats, self.entries), entry)
        if refusal is None:
            self.entries.append(entry)
            return None
        self.refused.append(refusal)
        return refusal.code, refusal.clause

    @property
    def tally(self) -> RevealTally:
        return SHEET.fold(self.seats, self.entries)

    @property
    def warnings(self) -> list[str]:
        return [remark.code for remark in self.tally.warnings]


def events(*texts: str) -> list[tuple[str, str]]:
    return [(f"rep.e{n}", text) for n, text in enumerate(texts)]


def reputation(*texts: str) -> list[int]:
    paper = Paper(*events(*texts))
    assert not paper.refused
    return [goods.tracked for goods in paper.tally.goods]


# --- The tracker --------------------------------------------------------------------------------------------


def test_everybody_begins_with_ten_and_events_add_up_by_seat() -> None:
    """setup.reputation, publish.reputation, debunk.success."""
    assert reputation() == [10, 10, 10]
    assert reputation("1 publish +1", "2 endorse 0", "3 debunk +2", "1 top +1") == [12, 10, 12]


def test_everybody_hit_by_one_debunk_has_an_event_of_their_own() -> None:
    """debunk.losses, debunk.hedge: the debunker gains, the stars lose, whoever was covered doesn't."""
    assert reputation("1 debunk +2", "2 seal_lost -5", "3 hedged 0") == [12, 5, 10]


def test_zones_of_the_rulebook_stand_in_the_explanation() -> None:
    """reputation.green: 14 to 12; reputation.blue: 18 to 11."""
    tally = Paper(*events("1 gain +4", "1 sale -1", "2 gain +8", "2 seal_lost -5")).tally
    assert [goods.tracked for goods in tally.goods][:2] == [12, 11]
    assert [line.clause for line in tally.tracks[0].lines][-1] == "reputation.green"
    assert [line.clause for line in tally.tracks[1].lines][-1] == "reputation.blue"
    assert [score.points for score in tally.shown_scores] == [12, 11, 10]


def test_an_event_corrected_keeps_its_place() -> None:
    """The zone depends on what came before: a corrected first event changes what the second one costs."""
    paper = Paper(*events("1 gain +4", "1 sale -1"))
    assert paper.tally.goods[0].tracked == 12
    paper.write("rep.e0", "1 gain +3")
    assert paper.tally.goods[0].tracked == 12
    assert [event.cell for event in paper.tally.events] == ["rep.e0", "rep.e1"]
    paper.write("rep.e0", "")
    assert paper.tally.goods[0].tracked == 9


def test_reputation_by_hand_wins_and_the_difference_is_pointed_out() -> None:
    paper = Paper(*events("1 publish +1"), ("reputation.1", "14"))
    assert paper.tally.goods[0].reputation == 14
    assert paper.warnings == ["sheet_reputation_differs"]
    paper.write("reputation.1", "")
    assert paper.tally.goods[0].reputation == 11


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 publish",
        "1 publish 1",
        "1 publish +2",
        "1 publish -1",
        "1 seal_lost -4",
        "1 seal_lost -15",
        "1 conference -1",
        "1 conference_loss +1",
        "1 altar +9",
        "1 gain +1000",
        "1 loss +1",
        "1 publish +1 publish +1",
        "1 publish +1 crown",
        "1 publish +1 robe robe",
        "1 conference +1 C1 C2",
        "1  publish +1",
        "x publish +1",
        "1 publish +1\n",
        "1 publish +\u0661",
        "1 " + "gain +1 " * 40,
    ],
)
def test_what_is_no_event_is_refused(text: str) -> None:
    """score.record."""
    if text:
        assert Paper().write("rep.a", text) == ("sheet_entry", "score.record")


def test_a_log_has_an_end() -> None:
    entries = [SheetEntry(n, f"rep.{n}", "1 top +1") for n in range(1, LOG.most + 1)]
    found = SHEET.check(state_of(2, entries), SheetEntry(0, "rep.one0more", "1 top +1"))
    assert found
    assert found.code == "sheet_full"
    assert SHEET.check(state_of(2, entries), SheetEntry(0, "rep.1", "2 top +1")) is None


def test_an_event_reads_back_as_it_was_written() -> None:
    for text in ("2 debunk +2 seal_lost -5 robe", "1 conference_loss -2 C1", "3 endorse 0 robe authority"):
        assert text_of(happening_of(text, SEATS)) == text


# --- The board of theories -----------------------------------------------------------------------------


def test_two_theories_never_share_a_formula() -> None:
    """publish.token: each token lies on one book."""
    paper = Paper(("theory.toad", "a1"))
    assert paper.write("theory.fern", "a1") == ("sheet_token_taken", "publish.token")
    assert paper.write("theory.toad", "a1") is None
    paper.write("theory.toad", "")
    assert paper.write("theory.fern", "a1") is None


def test_a_seal_needs_a_theory() -> None:
    """endorse.theory."""
    assert Paper().write("seal.toad.1", "gold") == ("sheet_no_theory", "endorse.theory")


def test_a_book_has_room_for_three_seals() -> None:
    """endorse.places: the fourth player comes too late."""
    paper = Paper(("theory.toad", "a1"), *[(f"seal.toad.{n}", "?") for n in (1, 2, 3)], seats=4)
    assert paper.write("seal.toad.4", "?") == ("sheet_book_full", "endorse.places")
    assert paper.write("seal.toad.3", "silver") is None


@pytest.mark.parametrize(("kind", "copies"), [(kind, card.data["copies"]) for kind, card in SEALS.items()])
def test_nobody_has_more_seals_of_a_kind_than_the_box(kind: str, copies: int) -> None:
    """seals.supply: two gold, three silver, two of each colour; another player's don't count."""
    paper = Paper(*[(f"theory.{name}", f"a{n}") for n, name in enumerate(INGREDIENTS)])
    for name in INGREDIENTS[:copies]:
        assert paper.write(f"seal.{name}.1", kind) is None
    assert paper.write(f"seal.{INGREDIENTS[copies]}.1", kind) == ("sheet_seals", "seals.supply")
    assert paper.write(f"seal.{INGREDIENTS[copies]}.2", kind) is None


def test_seals_of_fallen_theories_stay_used() -> None:
    """debunk.spent: they never come back to their owner."""
    paper = Paper(
        ("theory.toad", "a1"), ("spent.1", "gold silver"), ("seal.toad.1", "gold"), ("theory.fern", "a2")
    )
    assert paper.write("seal.fern.1", "gold") == ("sheet_seals", "seals.supply")
    assert paper.write("spent.1", "gold gold") == ("sheet_seals", "seals.supply")
    assert paper.write("spent.1", "gold gold gold") == ("sheet_seals", "seals.supply")


def test_the_top_alchemist_has_most_seals_that_count_and_a_tie_is_for_all() -> None:
    """top.award, conflict.effect: seals under a conflict token don't count."""
    paper = Paper(*[(f"theory.{name}", f"a{n}") for n, name in enumerate(INGREDIENTS[:3])])
    assert paper.tally.tops == ()
    for cell in ("seal.mushroom.1", "seal.fern.1", "seal.toad.2"):
        paper.write(cell, "?")
    assert paper.tally.tops == (0,)
    paper.write("conflict.mushroom.toad", YES)
    assert paper.tally.tops == (0,)
    assert paper.tally.counted_seals(0) == 1
    paper.write("seal.fern.3", "?")
    assert paper.tally.tops == (0, 2)


def test_a_conflict_token_joins_two_books_in_their_order() -> None:
    assert Paper().write("conflict.toad.mushroom", YES) == ("sheet_cell", "score.record")
    assert Paper().write("conflict.toad.toad", YES) == ("sheet_cell", "score.record")
    assert Paper(("conflict.mushroom.toad", YES)).warnings == ["sheet_conflict_loose"]


def test_seals_left_on_an_empty_book_do_not_count() -> None:
    paper = Paper(("theory.toad", "a1"), ("seal.toad.1", "gold"), ("theory.toad", ""), ("truth.toad", "a1"))
    assert paper.tally.totals == (10, 10, 10)
    assert paper.warnings == ["sheet_seal_loose"]


# --- The end ----------------------------------------------------------------------------------------------


def test_two_ingredients_never_have_the_same_answer() -> None:
    """mix.world."""
    paper = Paper(("truth.toad", "a1"))
    assert paper.write("truth.fern", "a1") == ("sheet_truth_taken", "mix.world")


def test_an_artifact_and_a_grant_belong_to_one_player() -> None:
    """artifact.buy, grants.one."""
    paper = Paper(("artifacts.1", "magic_mirror periscope"), ("grants.1", "g1"))
    assert paper.write("artifacts.2", "bronze_cup periscope") == ("sheet_artifact_taken", "artifact.buy")
    assert paper.refused[-1].params == {"artifact": "periscope", "seat": 0}
    assert paper.write("grants.3", "g5 g1") == ("sheet_grant_taken", "grants.one")
    assert paper.write("artifacts.1", "magic_mirror") is None
    assert paper.write("artifacts.2", "bronze_cup periscope") is None


@pytest.mark.parametrize(
    ("cell", "text", "code"),
    [
        ("artifacts.1", "philosophers_stone", "sheet_unknown"),
        ("artifacts.1", "periscope periscope", "sheet_entry"),
        ("grants.1", "g9", "sheet_unknown"),
        ("theory.toad", "a9", "sheet_unknown"),
        ("truth.toad", "toad", "sheet_unknown"),
        ("gold.1", "-1", "sheet_number"),
        ("gold.1", "2000", "sheet_number"),
        ("gold.1", "1.5", "sheet_number"),
        ("favours.1", "23", "sheet_number"),
        ("feather.1", "9", "sheet_number"),
        ("reputation.1", "0", "sheet_number"),
        ("set.g1", "3", "sheet_number"),
        ("tile.g1", "toad claw", "sheet_entry"),
        ("tile.g1", "toad claw newt", "sheet_unknown"),
        ("tile.g9", "toad claw fern", "sheet_cell"),
        ("set.C1.master", "2 1 2", "sheet_entry"),
        ("set.C1.master", "0 1", "sheet_entry"),
        ("level.1", "novice", "sheet_entry"),
        ("conflict.mushroom.toad", "2", "sheet_entry"),
        ("gold.4", "1", "sheet_cell"),
        ("gold", "1", "sheet_cell"),
        ("theory.newt", "a1", "sheet_cell"),
        ("set.C3.master", "1 1 1", "sheet_cell"),
        ("rep.A", "1 top +1", "sheet_cell"),
        ("r1.p1.red", "1", "sheet_cell"),
        (FINISH, "yes", "sheet_entry"),
    ],
)
def test_what_the_sheet_does_not_take(cell: str, text: str, code: str) -> None:
    refused = Paper().write(cell, text)
    assert refused
    assert refused[0] == code


def test_the_rulebooks_order_of_counting_with_everything() -> None:
    """final.reputation to final.idol: 16 and 3 of the mirror, 2 + 1 of grants, 7 gold, seal, idol."""
    paper = Paper(
        ("reputation.1", "16"),
        ("artifacts.1", "magic_mirror wisdom_idol"),
        ("grants.1", "g1 g5"),
        ("gold.1", "5"),
        ("favours.1", "1"),
        ("theory.toad", "a1"),
        ("seal.toad.1", "gold"),
        ("truth.toad", "a1"),
    )
    assert not paper.refused
    score = paper.tally.scores[0]
    assert [line.points for line in score.lines] == [16, 3, 2, 1, 0, 2, 5, 1]
    assert score.points == 30


def test_a_face_down_seal_and_a_missing_answer_keep_the_result_open() -> None:
    """reveal.answers: each theory is checked with all its seals turned."""
    paper = Paper(
        ("theory.toad", "a1"),
        ("seal.toad.1", "?"),
        ("truth.toad", "a1"),
        *[(f"gold.{n}", "0") for n in (1, 2, 3)],
    )
    assert not paper.tally.settled
    assert paper.tally.spread == ((-4, 5), (0, 0), (0, 0))
    assert paper.tally.winners == ()
    paper.write("seal.toad.1", "silver")
    assert paper.tally.settled
    assert paper.tally.winners == (0,)
    paper.write("theory.fern", "a2")
    assert not paper.tally.settled
    paper.write(FINISH, YES)
    assert paper.warnings == ["sheet_truth_open"]


def test_gold_that_nobody_counted_is_not_zero() -> None:
    """An empty cell is no 0: there is no line for it, and the result waits."""
    paper = Paper(("truth.toad", "a1"), ("gold.1", "0"))
    assert [line.code for line in paper.tally.scores[0].lines] == ["reputation", "gold"]
    assert [line.code for line in paper.tally.scores[1].lines] == ["reputation"]
    assert not paper.tally.settled


def test_a_tie_is_settled_by_gold_then_shared() -> None:
    """series.tie: gold that is left after favours became two each."""
    paper = Paper(("truth.toad", "a1"), ("gold.1", "2"), ("gold.2", "0"), ("favours.2", "1"), ("gold.3", "1"))
    assert paper.tally.winners == (0, 1)
    assert paper.tally.verdict
    assert paper.tally.verdict.code == "shared"
    paper.write("gold.1", "1")
    assert paper.tally.winners == (1,)


def test_the_tables_own_numbers_replace_the_guesses() -> None:
    """conference.loss, final.grants: what the box says counts, and the mark disappears."""
    paper = Paper(("grants.1", "g2"), *events("2 conference_loss -1 C1"))
    assert paper.tally.grants["g2"].guessed
    assert paper.tally.scores[0].lines[-1].params["guessed"]
    assert paper.tally.events[0].guessed
    paper.write("set.g2", "1")
    paper.write("set.C1.apprentice", "2 1 3 1")
    assert paper.tally.scores[0].points == 11
    assert not paper.tally.scores[0].lines[-1].params["guessed"]
    assert not paper.tally.events[0].guessed
    assert paper.tally.conferences["C1"]["apprentice"].losses == (3, 1)


def test_what_cannot_be_is_pointed_out() -> None:
    """setup.artifacts: three of each deck; artifact.effect: an effect needs its card."""
    paper = Paper(
        ("artifacts.1", "altar_of_gold bronze_cup crystal_cabinet magic_mirror"), ("feather.2", "2")
    )
    assert sorted(paper.warnings) == ["sheet_deck", "sheet_not_owned"]
    assert Paper(*events("1 publish +1 robe authority")).warnings == ["sheet_not_owned"] * 2
    assert Paper(("favours.1", "12"), ("favours.2", "11")).warnings == ["sheet_favours"]


ROBE_BOUGHT = ("artifacts.1", "robe_of_respect")


@pytest.mark.parametrize(
    "texts",
    [
        ["1 exhibit +1 robe"],
        ["1 altar +3 robe"],
        ["2 exhibit_failed -1", "1 publish +1 robe"],
        ["2 conference_loss -1 C2", "1 publish +1 robe"],
        ["1 exhibit_failed -1", "2 conference_loss -1 C2", "1 top +1 robe"],
    ],
)
def test_the_robe_in_the_last_round_is_pointed_out(texts: list[str]) -> None:
    """robe.gain: not in the last round, which has the exhibition and begins after conference 2."""
    paper = Paper(ROBE_BOUGHT, *events(*texts))
    assert [(each.code, each.clause) for each in paper.tally.warnings] == [("sheet_robe_last", "robe.gain")]


@pytest.mark.parametrize(
    "texts",
    [
        ["1 publish +1 robe", "1 conference +1 robe C1", "1 publish +1 robe"],
        ["1 conference +1 robe C2", "1 top +1 robe"],
        ["2 exhibit_failed -1", "1 conference +1 robe C2"],  # a conference that was written down late
        ["1 exhibit_failed -1 robe"],  # nothing was added
        ["1 conference +1 C2", "1 exhibit +1"],
    ],
)
def test_the_robe_before_the_last_round_is_left_alone(texts: list[str]) -> None:
    """robe.gain: every gain is larger; conference.when, top.award: the end of round five is round five."""
    assert Paper(ROBE_BOUGHT, *events(*texts)).warnings == []


def test_a_closed_sheet_takes_nothing_until_it_is_opened() -> None:
    paper = Paper((FINISH, YES))
    assert paper.write("gold.1", "1") == ("sheet_finished", "series.rounds")
    paper.write(FINISH, "")
    assert paper.write("gold.1", "1") is None


def test_a_sheet_with_nothing_on_it_has_no_winner() -> None:
    assert Paper((FINISH, YES)).tally.winners == ()


# --- From elsewhere ---------------------------------------------------------------------------------------


def test_a_laboratory_pours_its_theories_and_its_answers() -> None:
    known = {"theories": {"toad": "a1"}, "truth": {"fern": "a2", "toad": "a1"}}
    pairs = SHEET.entries_of([known])
    assert pairs == [("theory.toad", "a1"), ("truth.fern", "a2"), ("truth.toad", "a1")]
    assert not Paper(*pairs).refused
    assert SHEET.entries_of([]) == []
    assert not SHEET.is_whole(3, [known])


def test_lines_of_cases_are_cells() -> None:
    names = ["Оля", "Коля"]
    typed = [
        ("sale", ("rep.m3", "1 sale -1")),
        ("debunk seal_lost", ("rep.m3", "1 debunk +2 seal_lost -5")),
        ("seal_lost -10", ("rep.m3", "1 seal_lost -10")),
        ("publish authority", ("rep.m3", "1 publish +1 authority")),
        ("gold 5", ("gold.1", "5")),
        ("artifacts magic_mirror periscope", ("artifacts.1", "magic_mirror periscope")),
        ("seal toad gold", ("seal.toad.1", "gold")),
        ("theory toad a1", ("theory.toad", "a1")),
        ("truth toad a1", ("truth.toad", "a1")),
        ("conflict toad mushroom", ("conflict.mushroom.toad", "1")),
        ("set g2 1", ("set.g2", "1")),
        ("tile g2 toad claw fern", ("tile.g2", "toad claw fern")),
        ("set C1 master 2 1 2 1", ("set.C1.master", "2 1 2 1")),
        ("level master", ("level.1", "master")),
    ]
    for text, pair in typed:
        assert SHEET.typed(names, 0, 3, text) == pair


# --- Raw data ---------------------------------------------------------------------------------------------

EXAMPLE: dict[str, Any] = json.loads((Path(__file__).parent / "example.json").read_text())


def changed(**keys: Any) -> dict[str, Any]:
    return {**EXAMPLE, **keys}


def player(name: str, **keys: Any) -> dict[str, Any]:
    return {"name": name, "reputation": 10, **keys}


def table_refusal(data: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(TableRefused) as stop:
        SHEET.score_table(data)
    return stop.value.refusal.code, stop.value.refusal.clause


def test_raw_data_is_counted_as_the_sheet_counts() -> None:
    scored = SHEET.score_table(EXAMPLE)
    assert [score.points for score in scored.scores] == [26 + 5, 10 - 4]
    assert scored.winners == (0,)
    assert scored.warnings == ()


def seals(*kinds: str, player: int = 0) -> list[dict[str, Any]]:
    return [
        {
            "ingredient": INGREDIENTS[n],
            "alchemical": ALCHEMICALS[n],
            "seals": [{"player": player, "seal": kind}],
        }
        for n, kind in enumerate(kinds)
    ]


@pytest.mark.parametrize(
    ("data", "code", "clause"),
    [
        ({"theories": seals("gold", "gold", "gold")}, "sheet_seals", "seals.supply"),
        ({"theories": seals("platinum")}, "sheet_unknown", "seals.supply"),
        ({"theories": seals("gold", player=2)}, "sheet_seat", "setup.players"),
        ({"theories": seals("gold", player=-1)}, "sheet_seat", "setup.players"),
        (
            {
                "theories": [
                    {"ingredient": "toad", "alchemical": "a1"},
                    {"ingredient": "fern", "alchemical": "a1"},
                ]
            },
            "sheet_token_taken",
            "publish.token",
        ),
        (
            {
                "theories": [
                    {"ingredient": "toad", "alchemical": "a1"},
                    {"ingredient": "toad", "alchemical": "a2"},
                ]
            },
            "sheet_book_taken",
            "publish.new",
        ),
        (
            {"theories": [{"ingredient": "toad", "seals": [{"player": 0, "seal": "gold"}]}]},
            "sheet_no_theory",
            "endorse.theory",
        ),
        (
            {
                "theories": [
                    {
                        "ingredient": "toad",
                        "alchemical": "a1",
                        "seals": [{"player": 0, "seal": "gold"}, {"player": 0, "seal": "silver"}],
                    }
                ]
            },
            "sheet_seal_twice",
            "endorse.once",
        ),
        ({"truth": {"toad": "a1", "fern": "a1"}}, "sheet_truth_taken", "mix.world"),
        ({"truth": {"newt": "a1"}}, "sheet_unknown", "score.record"),
        ({"truth": {"toad": "a8"}}, "sheet_unknown", "formula.circles"),
        ({"truth": ["a1"]}, "sheet_entry", "score.record"),
        ({"players": []}, "sheet_players", "setup.players"),
        ({"players": [player("Оля"), player("Оля")]}, "sheet_name", "score.record"),
        ({"players": [player("Оля"), player(7)]}, "sheet_name", "score.record"),
        ({"players": [player("Оля"), {"name": "Коля"}]}, "sheet_number", "score.record"),
        ({"players": [player("Оля"), player("Коля", gold=True)]}, "sheet_number", "score.record"),
        ({"players": [player("Оля"), player("Коля", gold=-1)]}, "sheet_number", "score.record"),
        ({"players": [player("Оля"), player("Коля", silver=1)]}, "sheet_unknown", "score.record"),
        ({"players": [player("Оля"), player("Коля", grants=[3])]}, "sheet_number", "score.record"),
        (
            {"players": [player("Оля", grants=[1] * 3), player("Коля", grants=[1] * 3)]},
            "sheet_grants",
            "grants.take",
        ),
        (
            {"players": [player("Оля", artifacts=["periscope"]), player("Коля", artifacts=["periscope"])]},
            "sheet_artifact_taken",
            "artifact.buy",
        ),
        ({"players": [player("Оля", artifacts=["stone"]), player("Коля")]}, "sheet_unknown", "artifact.buy"),
        ({"winner": "Оля"}, "sheet_unknown", "score.record"),
    ],
)
def test_raw_data_that_cannot_be_is_refused_with_its_clause(
    data: dict[str, Any], code: str, clause: str
) -> None:
    found = table_refusal(changed(**{"theories": [], **data}))
    assert found == (code, clause)


def test_everything_that_the_sheet_may_name_has_a_cell() -> None:
    paper = Paper(
        *[(f"theory.{name}", code) for name, code in zip(INGREDIENTS, ALCHEMICALS, strict=True)],
        *[(f"truth.{name}", code) for name, code in zip(INGREDIENTS, ALCHEMICALS, strict=True)],
        ("artifacts.1", " ".join(list(ARTIFACTS)[:6])),
        ("grants.1", " ".join(GRANTS)),
    )
    assert not paper.refused
