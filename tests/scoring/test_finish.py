"""«The end of a game: places, a chart by round, facts worth telling computed beside the points with the
entries they rest on; none where it's a tie or untrue.»
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from rulebook.content import reading
from scoring import game as scoring
from scoring.boards.finish import ON_PAPER
from scoring.sheets import chart
from scoring.sheets.core import state_of
from scoring.sheets.finish import ENTRY, ROUND, Finish, Highlight, Progression, ProgressStep, course_facts
from tests.scoring.people import NAMES, Person


def course_of(*rounds: Sequence[int], unit: str = ROUND) -> Progression:
    """A course from the points of each round."""
    totals, steps = (0,) * len(rounds[0]), []
    for n, gains in enumerate(rounds, start=1):
        totals = tuple(held + gained for held, gained in zip(totals, gains, strict=True))
        steps.append(ProgressStep(n, totals, (10 * n, 10 * n + 1)))
    return Progression(unit, (0,) * len(totals), tuple(steps))


def told(course: Progression, *winners: int, fewest_win: bool = False) -> dict[str, Highlight]:
    return {fact.code: fact for fact in course_facts(course, winners, fewest_win)}


def test_who_led_until_late_and_did_not_win_is_told_with_the_round_and_its_entries() -> None:
    fact = told(course_of((9, 1, 2), (3, 4, 5), (0, 20, 1)), 1)["led_until_round"]
    assert (fact.params["seat"], fact.params["n"]) == (0, 2)
    assert fact.entries == (10, 11, 20, 21)


def test_the_fewest_points_lead_where_the_fewest_win() -> None:
    facts = told(course_of((9, 1, 5), (9, 1, 5), (0, 30, 6)), 2, fewest_win=True)
    assert facts["led_until_round"].params["seat"] == 1
    assert facts["margin"].params["n"] == 2


def test_a_comeback_needs_somebody_alone_in_the_last_place() -> None:
    fact = told(course_of((1, 5, 5), (9, 1, 1)), 0)["comeback_round"]
    assert (fact.params, fact.entries) == ({"seat": 0, "n": 1}, (10, 11))
    assert "comeback_round" not in told(course_of((1, 5, 1), (9, 1, 1)), 0)  # two were last
    assert "comeback_round" not in told(course_of((1, 5), (9, 1)), 0)  # of two, one is always last


def test_a_leader_from_beginning_to_end() -> None:
    assert told(course_of((5, 1), (5, 3)), 0)["led_throughout_round"].params["seat"] == 0
    assert "led_throughout_round" not in told(course_of((5, 5), (5, 1)), 0)
    assert "led_throughout_round" not in told(course_of((5, 1)), 0)  # one round is no course


def test_changes_of_the_lead_are_counted_from_two_on() -> None:
    assert told(course_of((5, 1), (0, 9), (9, 0)), 0)["lead_changes"].params["n"] == 2
    assert "lead_changes" not in told(course_of((5, 1), (0, 9)), 1)


def test_extremes_of_a_round_and_the_steadiest_are_told_while_nobody_shares_them() -> None:
    facts = told(course_of((5, 1, 3), (9, 6, 3), (2, 4, 3)), 0)
    assert facts["round_most"].params == {"seat": 0, "points": 9, "n": 2}
    assert facts["round_most"].entries == (20, 21)
    assert facts["round_least"].params == {"seat": 1, "points": 1, "n": 1}
    assert facts["steady"].params == {"seat": 2, "n": 0}
    shared = told(course_of((5, 5), (5, 5), (5, 5)), 0, 1)
    assert not shared.keys() & {"round_most", "round_least", "steady"}


def test_a_shared_win_has_no_margin_and_no_way_to_it() -> None:
    facts = told(course_of((5, 1, 3), (1, 5, 2)), 0, 1)
    assert not facts.keys() & {"margin", "comeback_round", "led_until_round", "led_throughout_round"}


def test_the_first_entries_of_a_log_are_too_early_for_a_comeback() -> None:
    rows = [(1, 1, 0), *[(0, 0, 1)] * 8]
    assert "comeback_entry" not in told(course_of(*rows, unit=ENTRY), 2)


class Tally:
    """A tally of nobody's ledger."""

    def __init__(self, totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
        self.totals, self.winners = totals, winners


def test_players_who_stand_alike_share_a_place_and_the_next_place_is_left_out() -> None:
    places = Finish().places(Tally((7, 12, 7, 3), (1,)))
    assert [(place.rank, place.seats, place.won) for place in places] == [
        (1, (1,), True),
        (2, (0, 2), False),
        (4, (3,), False),
    ]


def test_a_shared_win_is_one_place() -> None:
    assert Finish().places(Tally((7, 7, 3), (0, 1)))[0].seats == (0, 1)


def test_nobody_has_a_place_before_somebody_has_won() -> None:
    assert Finish().places(Tally((7, 3), ())) == []


def test_codes_of_facts_have_their_clause_in_every_game() -> None:
    for game in reading.game_ids():
        assert "score.record" in reading.load(game).clause_by_id, game


# The chart


def players_of(*signs: str) -> list[chart.ChartLine]:
    return [chart.ChartLine(sign, seat) for seat, sign in enumerate(signs)]


def test_lines_are_told_apart_without_colour() -> None:
    """«Each player by line pattern and letter, not colour alone.»"""
    assert len(set(chart.DASHES)) == len(chart.DASHES) == 6
    drawn = chart.chart(course_of((1, 2, 3), (4, 5, 6)), players_of("О", "С", "К"), "Ход")
    assert all(f">{sign}</text>" in drawn for sign in "ОСК")
    assert len(set(re.findall(r'stroke-dasharray="([^"]+)"', drawn))) == 2  # the first is unbroken


def test_letters_at_the_ends_never_cover_each_other_nor_leave_the_drawing() -> None:
    for ends in ([50.0] * 6, [10.0, 12.0, 200.0], [200.0, 201.0, 202.0, 203.0], [120.0]):
        places = sorted(chart.letter_places(ends))
        assert all(b - a >= chart.APART - 0.2 for a, b in pairwise(places))
        assert places[-1] <= chart.HEIGHT


def test_a_chart_on_paper_has_room_for_letters_of_seven_points_and_totals() -> None:
    """Six players who end together, in 66 by 24 millimetres."""
    drawn = chart.chart(
        course_of((1,) * 6, (9,) * 6), players_of(*(f"{sign} 1234" for sign in "ОСКРАЯ")), "", room=ON_PAPER
    )
    letters = [float(y) for y in re.findall(r'y="([\d.]+)"[^>]*>\w 1234<', drawn)]
    assert len(letters) == 6
    assert all(b - a >= chart.APART - 0.2 for a, b in pairwise(sorted(letters)))
    assert min(letters) > 10
    assert max(letters) < ON_PAPER.height
    assert 15 * 66 / ON_PAPER.width * 72 / 25.4 > 7  # the numbers, in points


def test_the_scale_holds_every_value_with_few_lines() -> None:
    for values in ([0], [3], [-7, 12], [0, 999_999], [40, 41]):
        scale = chart.scale_of(values)
        assert scale.low <= min(values)
        assert scale.high >= max(values)
        assert 2 <= len(scale.lines) <= 8


def test_a_name_in_a_chart_is_escaped() -> None:
    drawn = chart.chart(course_of((1, 2), (4, 5)), players_of("<b>", "&"), "<script>")
    assert "<b>" not in drawn
    assert "<script>" not in drawn


# The page


def test_the_end_of_a_series_shows_places_chart_and_facts(owner: Person) -> None:
    for number in range(1, 5):
        owner.write_round(number)
    owner.finish()
    text = owner.get().content.decode()
    assert "Партия сыграна" in text
    main = text[text.index('class="places"') :]
    order = [main.index(f"<b>{name}</b>") for name in ("Саша", "Оля", "Рита", "Коля")]
    assert order == sorted(order)  # the fewest points win: 8, 28, 60, 68
    assert 'class="course"' in text
    assert "яда больше всех" in text
    assert re.search(r'history\?before=\d+#entry-\d+"', text)


def test_a_sheet_under_way_has_no_end(owner: Person) -> None:
    owner.write_round(1)
    assert 'class="places"' not in owner.get().content.decode()


def test_a_sheet_closed_without_a_round_says_so_and_has_no_places(owner: Person) -> None:
    owner.finish()
    text = owner.get().content.decode()
    assert "ни один раунд не записан целиком" in text
    assert 'class="places"' not in text


def test_entries_behind_facts_stand_on_the_sheet(owner: Person) -> None:
    for number in range(1, 5):
        owner.write_round(number)
    entries = owner.sheet.entries_so_far()
    state = state_of(len(NAMES), entries)
    facts = scoring.get("poison").finish.facts(owner.sheet.fold(), state)
    assert facts
    for fact in facts:
        assert set(fact.entries) <= {entry.number for entry in entries}
        assert fact.entries
