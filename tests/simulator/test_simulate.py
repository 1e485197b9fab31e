"""`manage.py simulate`: the command-line contract."""

import json

import pytest
from django.core.management import CommandError, call_command

from simulator.bulk import play
from simulator.engine.record import last_state
from simulator.game import engine_of
from web.shares import wilson

pytestmark = pytest.mark.whole

KEYS = {
    "game",
    "players",
    "games",
    "finished",
    "limited",
    "decisions",
    "seconds",
    "ref_per_decision",
    "ref_per_game",
    "wins",
    "mean_scores",
    "digest",
}


def simulate(capsys, *args):
    call_command("simulate", "poison", "--json", *args)
    return json.loads(capsys.readouterr().out)


def test_it_plays_all_games_and_reports_every_key_of_the_contract(capsys):
    report = simulate(capsys, "--players", "3", "--games", "12", "--seed", "7", "--seats", "greedy,random")
    assert set(report) == KEYS
    assert (report["game"], report["players"], report["games"]) == ("poison", 3, 12)
    assert (report["finished"], report["limited"]) == (12, 0)
    assert report["decisions"] == 12 * 3 * 38
    assert sum(report["wins"]) == pytest.approx(12, abs=0.01)
    assert len(report["mean_scores"]) == 3


def test_the_digest_depends_on_the_arguments_alone_not_on_the_workers(capsys):
    one = simulate(capsys, "--games", "12", "--seed", "3")
    two = simulate(capsys, "--games", "12", "--seed", "3", "--workers", "2")
    other = simulate(capsys, "--games", "12", "--seed", "4")
    assert one["digest"] == two["digest"] != other["digest"]
    assert one["wins"] == two["wins"]


def test_rotated_bots_are_counted_for_themselves_wherever_they_sit(capsys):
    """Each bot has its own place in the report; in game k it sat k places further on."""
    args = ("--players", "4", "--games", "8", "--seed", "3", "--seats", "greedy,random,random,random")
    fixed, rotated = simulate(capsys, *args), simulate(capsys, *args, "--rotate")
    assert fixed["digest"] != rotated["digest"]
    assert rotated["wins"][0] > 6


def test_what_a_game_counts_besides_is_summed_by_seat(capsys):
    """docs/bots.md: of the theories that each has sealed so many were right."""
    call_command("simulate", "alchemists", "--json", "--games", "2", "--seats", "greedy,random", "--rotate")
    counts = json.loads(capsys.readouterr().out)["tallies"]
    assert set(counts) == {"theories", "theories_right"}
    assert all(0 <= r <= n for r, n in zip(counts["theories_right"], counts["theories"], strict=True))
    assert counts["theories"][0] == counts["theories_right"][0] > 0


def test_a_switch_of_the_content_is_set_by_name_and_typed_value(capsys):
    plain = simulate(capsys, "--games", "5")
    stays = simulate(capsys, "--games", "5", "--set", "recolor_after_poison_overflow=false")
    assert plain["digest"] != stays["digest"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["nothing"], "Нет такой игры"),
        (["poison", "--seats", "genius"], "Нет такого бота"),
        (["poison", "--players", "7"], "7"),
        (["poison", "--players", "2"], "2"),
        (["poison", "--games", "0"], "--games"),
        (["poison", "--workers", "0"], "--workers"),
        (["poison", "--set", "nonsense=1"], "nonsense"),
        (["poison", "--set", "final_tie=coin"], "coin"),
        (["poison", "--set", "final_tie"], "опция=значение"),
        (["poison", "--players", "3", "--seats", "random,random,random,random"], "Ботов названо 4"),
    ],
)
def test_bad_arguments_are_refused_in_a_sentence(args, words):
    with pytest.raises(CommandError, match=words):
        call_command("simulate", *args)


def test_the_text_form_gives_an_interval_beside_each_share_of_wins(capsys):
    call_command("simulate", "poison", "--games", "5")
    lines = capsys.readouterr().out.splitlines()
    assert sum("wins" in line and " to " in line for line in lines) == 4


def test_a_simulated_game_is_a_record_that_replays_to_the_same_scores():
    played = play.play("poison", {"players": 5, "options": {}}, ["greedy"] * 5, 17)
    game = engine_of("poison")
    assert game.result(last_state(game, played.record)).scores == played.scores


def test_the_interval_of_a_share_is_wilsons():
    low, high = wilson(58, 100)
    assert (round(low, 2), round(high, 2)) == (0.48, 0.67)
