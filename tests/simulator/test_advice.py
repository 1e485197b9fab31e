"""`manage.py advice`: what audits hints has to find what is wrong with them (issue 42, docs/advice.md)."""

import json
from statistics import fmean

import pytest
from django.core.management import CommandError, call_command

from simulator import game
from simulator.bulk.advice import audit, measures, pairs
from simulator.bulk.advice.figures import GameTally, share, statistic
from simulator.bulk.advice.positions import AdviceJob, AdviceTerms, jobs, met, tables_of
from simulator.bulk.advice.reference import Trial, compared, lost_by, sampled
from simulator.engine.chance import Rng, substream
from simulator.engine.game import Band, Hint, Move, MoveEstimate, Proposition
from simulator.engine.weighing import Playouts
from tests.simulator.telling_coins import TellingCoins, nothing

FEW = ("--positions", "2")
ASKED = AdviceTerms(playouts=1, worlds=6, reference=1)


def job(number=0, positions=4, **asked):
    return AdviceJob(
        "poison", "standard-2", {"players": 2}, ("random",), substream(5, number), number, positions,
        ASKED._replace(**asked),
    )  # fmt: skip


@pytest.fixture
def coins(monkeypatch):
    """Puts a game of coins in the place of Poison."""

    def sit_down(planted=nothing, weighing=None):
        engine = TellingCoins(planted, weighing)
        monkeypatch.setattr(game.get("poison"), "engine", engine)
        return engine

    return sit_down


def audited(games=3):
    return [audit.audit(job(number)) for number in range(games)]


def figure_of(found, name):
    return next(figure for figure in found if figure.name == name)


# --- Positions ---------------------------------------------------------------------------------------------


def test_a_game_is_the_same_whatever_else_is_looked_at(coins):
    """«each printed with game, seed, ply …, so that it can be reproduced»: one of many, by its number."""
    many = list(jobs("poison", tables_of("poison"), {}, ["random"], 3, range(4), 5, ASKED))
    name, players = tables_of("poison")[-1]
    (alone,) = jobs("poison", [(name, players)], {}, ["random"], 3, range(2, 3), 5, ASKED)
    assert alone in many
    assert [spot.where for spot in met(alone)] == [spot.where for spot in met(alone)] != []


def test_only_positions_with_a_choice_are_looked_at(coins):
    coins()
    spots = list(met(job(positions=99)))
    assert all(len(spot.legal) > 1 for spot in spots)
    assert len(spots) > len(list(met(job(positions=2)))) == 2


# --- The audit ---------------------------------------------------------------------------------------------


def test_a_game_that_tells_the_truth_has_nothing_false(coins):
    coins()
    found = list(audit.figures(audited()))
    assert figure_of(found, "propositions").value > 20
    assert figure_of(found, "false").value == 0
    assert figure_of(found, "propositions of other moves, found not to be so").value == 1


def test_what_is_so_of_a_move_that_does_not_say_it_is_pointed_out(coins):
    """Of `Rules.propositions`: «what isn’t said of one isn’t so»."""
    coins(lambda view, move: [Proposition("often", {"n": 1000})] if move.args[0] == 2 else [])
    tally = audit.audit(job(positions=9))
    assert tally.counts["caught"] < tally.counts["planted"]
    assert all("take 1: often" in text for text in tally.notes["not said, though so"])


LIES = {
    "another number": lambda view, move: [Proposition("leaves", {"n": view.coins})],
    "of the other move": lambda view, move: [Proposition("leaves", {"n": view.coins - 3 + move.args[0]})],
    "so in some worlds only": lambda view, move: [Proposition("often", {"n": 400})],
    "likely, and so in 85 %": lambda view, move: [Proposition("often", {"n": 850}, likely=True)],
    "whatever can’t be looked up": lambda view, move: [Proposition("unheard", {"n": 1})],
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_every_planted_falsehood_is_caught(coins, lie):
    """Issue 42: «50 planted false propositions are all caught»: ten or more of each of these kinds."""
    coins(lie)
    games = audited(2)
    planted = figure_of(audit.figures(games), "moves").value
    assert planted >= 10
    assert figure_of(audit.figures(games), "false").value == planted
    assert figure_of(audit.figures(games), "false").kept is False
    told = [text for tally in games for text in tally.notes["FALSE"]]
    assert len(told) == planted
    assert all(text.startswith("poison standard-2 game ") and " ply " in text for text in told)


def test_falsehoods_are_found_without_a_playout(coins):
    """`--unweighed`: what is said of a move doesn't depend on its value; bands and reasons do."""
    coins(LIES["another number"])
    weighed, unweighed = audit.audit(job()), audit.audit(job(unweighed=True))
    assert sorted(unweighed.notes["FALSE"]) == sorted(weighed.notes["FALSE"])
    assert unweighed.counts["propositions"] == weighed.counts["propositions"]
    assert not {"hints", "reasons", "own hints"} & unweighed.counts.keys()


def test_what_is_likely_enough_is_not_called_false_by_bad_luck(coins):
    """«say false only if the upper end of the interval lies below 95 %»."""
    coins(lambda view, move: [Proposition("often", {"n": 955}, likely=True)])
    assert figure_of(audit.figures(audited(3)), "false").value == 0


def test_a_reason_that_is_so_of_the_worse_moves_too_is_idle(coins):
    """«A proposition counts only if it holds for the advised move and fails, or has another number, for at
    least one legal move of a worse band»: told of one move alone it would pass for such a one.
    """
    engine = coins(lambda view, move: [Proposition("often", {"n": 1000})] if move.args[0] == 2 else [])
    tally = audit.audit(job(positions=9, playouts=0))
    assert tally.counts["reasons"] > tally.counts["telling reasons"]
    assert all("often" in text for text in tally.notes["IDLE"])
    assert engine.slip < 1


def test_a_kind_with_more_than_a_quarter_of_the_reasons_is_pointed_out(coins):
    """«No template makes more than a quarter of a game’s reasons.»"""
    coins()
    found = [figure for figure in audit.figures(audited()) if figure.name.startswith("reason: ")]
    assert found
    assert sum(figure.value for figure in found) == pytest.approx(1)
    assert [figure.kept for figure in found] == [figure.value <= 0.25 for figure in found]


# --- Whether bands stay ------------------------------------------------------------------------------------


MOVES = (Move("take", (1,)), Move("take", (2,)))


class Wavering(Playouts):
    """Says something else at every step: `said` are the bands of both moves."""

    def __init__(self, *said):
        super().__init__(MOVES, int, lambda world, move, luck: 0.0, 1, slip=1.0, most=30)
        self.said, self.step = said, 0

    def go_on(self):
        self.step = min(self.step + 1, len(self.said) - 1)
        self.done = False

    def hint(self):
        rows = (MoveEstimate(*each, band=band) for each, band in zip(ROWS, self.said[self.step], strict=True))
        return Hint(tuple(rows), 1, 1, 30)


ROWS = [(move, 0.0, 0.0, 30) for move in MOVES]
GOOD, FAIR, MISTAKE, OPEN = Band


@pytest.mark.parametrize(
    ("early", "late", "found"),
    [
        ((GOOD, MISTAKE), (GOOD, MISTAKE), (0, 0, 0)),
        ((GOOD, FAIR), (FAIR, FAIR), (1, 0, 0)),
        ((GOOD, MISTAKE), (GOOD, FAIR), (1, 1, 0)),
        ((GOOD, FAIR), (GOOD, MISTAKE), (1, 0, 1)),
        ((GOOD, OPEN), (GOOD, MISTAKE), (0, 0, 0)),
    ],
)
def test_a_band_that_changes_between_the_two_times_is_counted(coins, monkeypatch, early, late, found):
    """«at most 5 % of the bands shown change by 8 s, «ошибка» in at most 1 %»; what wasn't shown can't."""
    coins(weighing=Wavering(early, early, early, late))
    ticks = iter(range(10_000))
    monkeypatch.setattr(measures, "process_time", lambda: next(ticks))
    counts = measures.stability(job(positions=1, seconds=2, later=8)).counts
    assert (counts["changed"], counts["mistakes taken back"], counts["became mistakes"]) == found
    assert counts["bands"] == 2 - early.count(OPEN)


# --- Whether intervals cover -------------------------------------------------------------------------------


def noisy(world, move, luck):
    return move.args[0] + Rng(luck).below(1000) / 100


def test_intervals_of_honest_playouts_cover(coins):
    coins(weighing=Playouts(MOVES, int, noisy, 1, slip=1.0, most=480))
    tally = measures.coverage(job(positions=1, playouts=0))
    assert tally.counts["means"] > 2
    assert tally.counts["means covered"] == tally.counts["means"]
    assert tally.counts["differences covered"] == tally.counts["differences"] > 0


def test_intervals_that_are_nowhere_near_are_found_out(coins):
    """The first worlds are worse than all later ones: what a hint of them says isn't so."""
    tried = []

    def drifting(world, move, luck):
        tried.append(move)
        return noisy(world, move, luck) + (50 * move.args[0] if len(tried) < 200 else 0)

    coins(weighing=Playouts(MOVES, int, drifting, 1, slip=1.0, most=30))
    tally = measures.coverage(job(positions=1, playouts=0))
    assert tally.counts["means covered"] == tally.counts["differences covered"] == 0
    assert tally.counts["hints with all means"] == 0


# --- What advice costs -------------------------------------------------------------------------------------


def test_the_loss_of_a_move_is_how_much_better_the_best_one_is():
    values = {Move("take", (n,)): [float(n)] * 8 for n in range(4)}
    assert [lost_by(values, move, -1) for move in values] == [3, 2, 1, 0]
    assert [lost_by(values, move, 1) for move in values] == [0, 1, 2, 3]


def test_luck_is_not_taken_for_a_loss():
    """Where all moves are worth the same there is nothing to lose, whatever the best of them seems to be."""
    rng, lost, naive = Rng(7), [], []
    for _ in range(400):
        values = {Move("take", (n,)): [rng.below(1000) / 100 for _ in range(20)] for n in range(6)}
        move = Move("take", (0,))
        lost.append(lost_by(values, move, 1))
        naive.append(fmean(values[move]) - min(map(fmean, values.values())))
    assert abs(fmean(lost)) < 0.1 < fmean(naive)


def test_a_surely_worse_move_is_given_up_early_but_never_one_that_is_asked_about():
    moves = [Move("take", (n,)) for n in range(3)]
    trial = Trial(moves, int, lambda world, move, luck: 100 * move.args[0] + luck % 7, -1, common=False)
    assert set(compared(trial, 1, 320, [moves[0]])) == {moves[0], moves[2]}
    assert {len(values) for values in compared(trial, 1, 320, []).values()} == {320}


def test_the_advised_move_is_measured_beside_that_of_a_bot(coins):
    coins(weighing=Playouts(MOVES, int, noisy, 1, slip=1.0, most=480))
    asked = {"against": "random", "policy": "", "ahead": 0, "worlds": 0, "playouts": 0}
    games = [measures.loss(job(number, **asked)) for number in range(3)]
    found = list(measures.loss_figures(games))
    assert figure_of(found, "loss of the move advised: mean").value == pytest.approx(0, abs=0.05)
    assert 0.1 < figure_of(found, "loss of the move bot: mean").value < 0.9


def test_a_bot_that_plays_on_is_a_reference_of_its_own(coins):
    """«a longer horizon»: to the end of the game, by points alone, owing nothing to the evaluator."""
    coins()
    (decision,) = met(job(positions=1))
    trial = Trial.by_bot(decision, "random")
    found = sampled(trial, 1, range(40), trial.moves)
    assert found == sampled(trial, 1, range(40), trial.moves)
    assert all(len(set(values)) > 1 for values in found.values())


# --- Whether moves share luck ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "sharing_helps"),
    [(noisy, True), (lambda world, move, luck: noisy(world, move, luck + move.args[0]), False)],
)
def test_sharing_luck_is_measured(coins, value, sharing_helps):
    """«whether moves share seeds is measured, not assumed»."""
    coins(weighing=Playouts(MOVES, int, value, 1, slip=1.0, most=480))
    tally = measures.seeds(job(positions=2, worlds=200))
    assert (fmean(tally.values["wider"]) > 0.3) is sharing_helps


# --- Figures -----------------------------------------------------------------------------------------------


def test_a_share_of_nothing_is_no_figure_and_one_of_few_says_how_sure_it_is():
    tally = GameTally()
    assert list(share([tally], "part", "whole", "share")) == []
    tally.counts.update(part=0, whole=10)
    (found,) = share([tally], "part", "whole", "share", most=0.05)
    assert (found.value, found.low, found.kept) == (0, 0, True)
    assert 0.25 < found.high < 0.31


def test_positions_of_one_game_are_no_strangers():
    """Ten games of ten equal positions tell as much as ten positions: the interval has to say so."""
    games = [GameTally(values={"x": [float(n % 2)] * 10}) for n in range(10)]
    (found,) = statistic(games, "x", "x")
    assert found.value == 0.5
    assert found.high - found.low > 0.4


# --- Pairs -------------------------------------------------------------------------------------------------


def test_the_pair_of_a_game_is_a_good_move_and_a_mistake_by_the_reference(coins):
    engine = coins(weighing=Playouts(MOVES, int, noisy, 1, slip=0.5, most=480))
    (found,) = pairs.pairs(job(playouts=1))
    assert (found.good, found.mistake) == ("take 2", "take 1")
    assert found.complete
    assert found.behind == pytest.approx(1, abs=0.2)
    assert engine.decode(found.state)


@pytest.mark.parametrize("verb", ["take", "grab"])
def test_both_moves_of_a_pair_are_of_one_verb_if_that_is_asked(coins, verb):
    moves = (Move("take", (2,)), Move(verb, (1,)))
    coins(weighing=Playouts(moves, int, noisy, 1, slip=0.5, most=480))
    assert len(pairs.pairs(job(playouts=1))) == 1
    assert len(pairs.pairs(job(playouts=1, alike=True))) == (verb == "take")


# --- The command -------------------------------------------------------------------------------------------


def advice(capsys, *args):
    call_command("advice", *args, "--json")
    return json.loads(capsys.readouterr().out)


def test_the_command_sums_up_all_games_and_prints_what_is_false(coins, capsys):
    coins(LIES["another number"])
    args = ("audit", "poison", "--games", "1", "--positions", "2", "--seed", "5", "--apart")
    told = advice(capsys, *args)
    assert set(told["figures"]) == {"poison", "standard"}
    assert told["figures"]["poison"] == told["figures"]["standard"]
    rows = {row["name"]: row for row in told["figures"]["poison"]}
    assert rows["false"]["value"] == len(told["notes"]["FALSE"]) > 0
    call_command("advice", *args)
    text = capsys.readouterr().out
    assert "NOT KEPT" in text
    assert told["notes"]["FALSE"][0] in text


def test_one_game_of_a_run_is_found_again_by_its_number(coins, capsys):
    coins(LIES["another number"])
    many = advice(capsys, "audit", "poison", "--games", "3", "--players", "2", *FEW)["notes"]["FALSE"]
    one = advice(capsys, "audit", "poison", "--games", "1", "--first", "2", "--players", "2", *FEW)["notes"][
        "FALSE"
    ]
    assert one
    assert one == [text for text in many if " game 2 " in text]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["audit", "nothing"], "Нет такой игры"),
        (["audit", "poison", "--bots", "nobody"], "Нет такого бота: nobody"),
        (["loss", "poison", "--against", "nobody"], "Нет такого бота: nobody"),
        (["loss", "poison", "--policy", "nobody"], "Нет такого бота: nobody"),
        (["audit", "poison", "--config", "nothing"], "Таких раскладов нет"),
        (["audit", "poison", "--games", "0"], "--games и\xa0--positions"),
        (["audit", "poison", "--set", "dealer"], "--set ждёт"),
    ],
)
def test_what_can_not_be_measured_is_refused_in_words(args, words):
    with pytest.raises(CommandError, match=words):
        call_command("advice", *args)


@pytest.mark.thorough
def test_figures_are_the_same_whatever_the_number_of_processes(capsys):
    """«figures equal whatever the number of processes (seeds by index)»."""
    args = ("coverage", "poison", "--config", "two", "--games", "2", "--positions", "1", "--playouts", "1")
    args += ("--bots", "greedy,random")
    assert advice(capsys, *args) == advice(capsys, *args, "--workers", "2")
