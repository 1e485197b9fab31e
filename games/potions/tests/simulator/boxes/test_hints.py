"""How much a hint may look at: less with boxes, whose turns take longer to play out."""

import pytest

from simulator.engine.record import Record
from simulator.game import engine_of
from simulator.matches import play

GAME = engine_of("potions")


@pytest.mark.parametrize(
    ("sets", "budget"), [("base", 1000), ("guild", 220), ("university", 220), ("guild,university", 190)]
)
def test_a_hint_takes_as_many_playouts_as_its_time_allows(monkeypatch, sets, budget):
    """docs/bots.md: 1000 playouts, 220 with a box and 190 with two."""
    jobs = []

    def answer(folder, job, patience: float):
        jobs.append(job)
        return {"estimates": [], "alike": 0, "seed": job["seed"], "budget": job["budget"]}

    monkeypatch.setattr(play.helper, "do", answer)
    options = {"players": 6, "options": {"sets": sets}}
    record, opening = Record("potions", GAME.rules, options, 1), GAME.new_game(options, 1)
    (seat,) = GAME.to_act(opening.state)
    assert play.hint(play.Replay(record, (opening,)), seat, 5).budget == budget
    assert [job["budget"] for job in jobs] == [budget]
