"""What a hint shows: moves in bands, a reason, what is said of all together, plans, one scale of numbers."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from rulebook.content import reading
from simulator.engine.game import Band, Hint, Move, MoveEstimate, MovePlan, Proposition, Why
from simulator.matches import hints
from simulator.matches.hints import HintRow, figure, hint_context
from tests.conformance.coins import Coins

GOOD, FAIR, MISTAKE, OPEN = Band.GOOD, Band.FAIR, Band.MISTAKE, Band.OPEN
FOR, AGAINST = Proposition("scores_now", {"n": 3}), Proposition("lets_win", {"seat": 1}, good=False)


class Advised(Coins):
    """A game with as many moves as a test asks for, and plans."""

    made: tuple[Move, ...] = ()
    planned: tuple[MovePlan, ...] = ()

    def legal_moves(self, state: Any, seat: int) -> list[Move]:
        return list(self.made)

    def plans(self, view: Any, hint: Hint) -> tuple[MovePlan, ...]:
        return self.planned


class Say:
    """Words of moves: what they play."""

    lang = "ru"

    class table:
        CARDS = False

        @staticmethod
        def facts(view: Any) -> tuple[()]:
            return ()

    def __init__(self, moves: Sequence[Move], plans: Sequence[MovePlan] = ()) -> None:
        self.engine = Advised()
        self.engine.made, self.engine.planned = tuple(moves), tuple(plans)

    def move(self, state: Any, seat: int, move: Move) -> str:
        return f"Сыграть: {' → '.join(map(str, move.args))}"

    def mark(self, code: str, params: Any) -> str:
        return f"{code} {params.get('n', '')}".strip()

    def behind(self, code: str) -> str:
        return "overflow.take" if code == FOR.code else ""


def row(text: str, band: Band, mean: float = 0.0, error: float = 0.5, reason: Any = None) -> MoveEstimate:
    verb, *args = text.split()
    return MoveEstimate(Move(verb, tuple(args)), mean, error, 40, (), band, reason)


def shown(
    rows: Sequence[MoveEstimate], alike: int = 1, done: bool = True, plans: Sequence[MovePlan] = ()
) -> dict[str, Any]:
    game = Coins()
    say: Any = Say([each.move for each in rows], plans)
    with translation.override("ru"):
        state = game.new_game({"players": 2}, 1).state
        return hint_context(say, state, 0, Hint(tuple(rows), alike, 7, 40, done))


MIXED = (
    row("play c", GOOD, 5.0, reason=FOR),
    row("play b", GOOD, 4.9),
    row("play e", FAIR, 4.0),
    row("play d", FAIR, 4.2)._replace(lacks=FOR),
    row("play a", MISTAKE, 1.0, reason=AGAINST),
    row("play f", OPEN, 2.0),
)


def test_moves_stand_in_bands_the_best_first_and_the_rest_as_they_always_do() -> None:
    """«No ranking of what can't be told apart»: within a band the numbers don't order the rows."""
    bands = shown(MIXED, alike=2, done=False)["hint_bands"]
    assert [(band.code, [each.move for each in band.rows]) for band in bands] == [
        ("good", ["play c", "play b"]),
        ("fair", ["play d", "play e"]),
        ("mistake", ["play a"]),
        ("unsure", ["play f"]),
    ]
    assert [str(band.look.title) for band in bands] == ["хорошо", "сойдёт", "ошибка", "считаю…"]
    assert len({band.look.icon for band in bands}) == 4, "colour never alone"


def test_exact_values_keep_their_order() -> None:
    rows = (row("play a", GOOD, 5, 0), row("play z", FAIR, 4, 0), row("play b", FAIR, 3, 0))
    assert [each.move for each in shown(rows)["hint_rows"]] == ["play a", "play z", "play b"]


def test_what_was_never_counted_is_unclear_once_all_is_counted() -> None:
    assert str(shown(MIXED)["hint_bands"][-1].look.title) == "неясно"


def test_a_band_folds_what_is_more_than_a_few_but_never_a_single_row() -> None:
    for n, folded in ((4, 0), (5, 0), (6, 2)):
        (band,) = shown([row(f"play {k}", GOOD) for k in "abcdef"[:n]])["hint_bands"]
        assert (len(band.rows), len(band.folded)) == (n - folded, folded)


@pytest.mark.parametrize(
    ("rows", "alike", "done", "says"),
    [
        ((), 0, True, "Сравнивать нечего."),
        ((), 0, False, ""),
        (MIXED[:1], 1, True, "Ход здесь только один."),
        (MIXED[:2], 2, True, "Всё равно, как ходить: разницы не видно."),
        (MIXED[:2], 1, True, "Всё равно, как ходить: разница мала."),
        (MIXED[:2], 2, False, "Пока всё равно: разницы не видно."),
        (MIXED, 2, True, "Хороших ходов 2: какой из них, всё равно."),
        (MIXED, 1, True, "Хороших ходов 2, разница между ними мала."),
        ((MIXED[0], MIXED[4]), 1, True, "Первый ход лучше остальных."),
        ((MIXED[0], MIXED[2]), 2, True, "Первый ход кажется лучшим, но наверняка этого не видно."),
        (MIXED[5:] * 2, 0, False, ""),
    ],
)
def test_all_moves_together_are_told_plainly(
    rows: Sequence[MoveEstimate], alike: int, done: bool, says: str
) -> None:
    """«When all moves are in one band say „всё равно“ plainly»."""
    assert shown(rows, alike, done)["hint_says"] == says


def test_a_reason_speaks_for_its_move_or_against_it() -> None:
    rows: dict[str, HintRow] = {each.move: each for each in shown(MIXED)["hint_rows"]}
    best, worst = rows["play c"], rows["play a"]
    assert (best.reason, best.good, best.best) == ("Scores_now 3", True, True)
    assert (worst.reason, worst.good, worst.best) == ("Lets_win", False, False)
    assert rows["play b"].reason == ""


def test_by_ear_a_hint_is_what_is_good_and_why() -> None:
    """«Read out once when they come: „Подсказка: хорошо — …“»; nothing until something is known."""
    told = shown(MIXED, alike=2)["hint_told"]
    assert told == "Подсказка. Хорошо: Сыграть: c; Сыграть: b. Scores_now 3"
    assert shown(MIXED[:2], 2)["hint_told"] == "Подсказка. Всё равно, как ходить: разницы не видно."
    assert shown(MIXED[5:], 0, done=False)["hint_told"] == ""
    assert shown((), 0, done=False)["hint_told"] == ""


def test_plans_come_before_their_moves_are_weighed() -> None:
    """«At 0.5 s the facts and plans that need no playout»."""
    move = Move("step", ("a1",))
    plan = MovePlan(move, Why("goal", {"n": 3}), (Why("way", {}),))
    say: Any = Say([move], [plan, plan._replace(move=Move("step", ("b1",)))])
    state = Coins().new_game({"players": 2}, 1).state
    (found,) = hints.plan_rows(say, state, 0, [], Hint((), 0, 7, done=False))
    assert (found.row.move, found.goal, found.said) == ("step a1", "goal 3", ("way",)), "legal ones alone"
    assert str(found.look.title) == "считаю…"


def test_a_plan_has_the_band_and_the_reason_of_the_move_that_begins_it() -> None:
    (plan,) = shown(MIXED, plans=[MovePlan(MIXED[0].move, Why("goal", {}))])["hint_plans"]
    assert (str(plan.look.title), plan.row.reason) == ("хорошо", "Scores_now 3")


def test_no_plan_that_begins_worse_stands_before_a_better_one() -> None:
    """Played: below «Первый ход кажется лучшим» the first that one read was marked «ошибка»."""
    plans = [MovePlan(each.move, Why("goal", {})) for each in reversed(MIXED)]
    found = shown(MIXED, plans=plans)
    moves = [plan.row.move for plan in found["hint_plans"]]
    assert moves == ["play b", "play c", "play d", "play e", "play f", "play a"]
    assert found["hint_says"] == "Первый план кажется лучшим."


def test_equal_values_stand_in_the_middle_of_the_scale() -> None:
    """Played, table.md (b) 3e: «where all are equal the dot stands at the far left, which reads „worst“»."""
    rows = shown([row("play a", GOOD, 2, 0), row("play b", GOOD, 2, 0)], 2)["hint_rows"]
    assert {each.start + each.width / 2 for each in rows} == {hints.SCALE / 2}


def test_numbers_of_four_digits_and_below_zero() -> None:
    assert figure(1234.5, 10.25, "ru", signed=True) == "+1234,5\u00a0±\u00a010,2"
    assert figure(-3, 0, "ru") == "−3"


@pytest.mark.parametrize(
    ("texts", "alike", "agreed"),
    [
        (("guard 1", "guard 2", "king 1"), 2, "Сыграть: guard"),
        (("guard 1", "king 1", "king 2"), 2, ""),
        (("guard 1", "guard 2"), 2, ""),
        (("guard 1", "king 1"), 1, ""),
    ],
)
def test_moves_that_begin_alike_are_advised_together(texts: tuple[str, ...], alike: int, agreed: str) -> None:
    """Review, bug 11: «Первые 3 хода неразличимы» was true and useless."""
    rows = [row(f"play {text}", GOOD if n < alike else FAIR, -n) for n, text in enumerate(texts)]
    says = shown(rows, alike)["hint_says"]
    assert (f"«{agreed}…»" in says) == bool(agreed)


def test_the_page_of_a_hint_names_bands_folds_the_numbers_and_says_what_speaks_against_or_lacks() -> None:
    context = shown(MIXED, 2, done=False) | {"game": reading.load("poison"), "hint_title": "Подсказка"}
    with translation.override("ru"):
        page = render_to_string("simulator/_hint.html", context | {"board": object()})
    for code, title in (("good", "хорошо"), ("mistake", "ошибка"), ("unsure", "считаю…")):
        assert f'aria-labelledby="band-{code}"' in page
        assert f"<span>{title}</span></p>" in page
    assert page.count("hint-against") == page.count("hint-of-best") == 1
    assert page.count('<details class="hint-numbers">') == 1
    assert page.count('class="hint-row best"') == 1
    assert 'data-told="Подсказка. Хорошо:' in page
    assert page.count('class="clause-link" href="/rules/poison/overflow.take"') == 2, (
        "where a rule is behind it"
    )
