"""The score sheet that a match of «Алхимики» fills follows it: round by round, back again, to the end."""

import json
import random
import re
from functools import cache
from typing import Any

import pytest
from django.test import Client

from games.alchemists.scoring.points import ARTIFACTS, Part
from games.alchemists.scoring.sheet.reveal import FACE_DOWN, Happening
from games.alchemists.simulator.engine.data import ROUNDS
from games.alchemists.simulator.engine.setup import SETTING_UP
from games.alchemists.simulator.engine.turns import OVER
from games.alchemists.simulator.table.pouring import finished_rounds
from games.alchemists.simulator.table.results import lines_of
from games.alchemists.tests.simulator.test_sheet import ENGINE, played
from rulebook.content.typography import typeset
from scoring.models import Sheet, sheet_from_rounds
from scoring.sheets.core import TEXT_LIMIT
from simulator.engine.evolve import evolve
from simulator.models import Match, Move
from tests.daily import daily
from tests.simulator.test_pages_table import lay, replay, start

pytestmark = pytest.mark.django_db
NAMES = ["А", "Б", "В"]


def filled(sheet: Sheet) -> dict[str, str]:
    """What stands in the cells that hold anything."""
    entries = dict(sheet.entries.order_by("number").values_list("cell", "text"))
    return {cell: text for cell, text in entries.items() if text}


@pytest.mark.parametrize("seed", daily(range(4), [2]))
def test_a_sheet_that_follows_a_game_is_the_one_that_takes_it_whole(seed: int) -> None:
    """series.rounds: however often a game is poured, and whatever was taken back, nothing stays on the sheet
    that isn't on the table.
    """
    states = [state for state in played(3, {"level": "master"}, seed) if state.phase != SETTING_UP]
    moments = states[::40]
    random.Random(seed).shuffle(moments)
    sheet = sheet_from_rounds("alchemists", NAMES, finished_rounds(states[0]))
    for state in (*moments, states[-1]):
        rounds, over = finished_rounds(state), state.phase == OVER
        sheet.sync_from_match(rounds, over)
        assert filled(sheet) == filled(sheet_from_rounds("alchemists", NAMES, rounds, over=over))
        assert sheet.fold().warnings == []
    assert Sheet.objects.get(pk=sheet.pk).finished
    assert sheet.fold().totals == ENGINE.scores(states[-1])


def test_theories_that_change_places_make_room_for_each_other() -> None:
    """publish.token: a token lies on one book, so both are taken off before either is laid."""
    sheet = sheet_from_rounds("alchemists", NAMES, [{"theories": {"toad": "a1", "fern": "a2"}}])
    sheet.sync_from_match([{"theories": {"toad": "a2", "fern": "a1"}}])
    assert filled(sheet) == {"theory.toad": "a2", "theory.fern": "a1"}


def test_a_theory_of_the_table_falls_with_its_seals() -> None:
    """debunk.losses: the table knows whose seals they were, so that nothing waits for anybody."""
    lies = {"theories": {"toad": "a1"}, "seals": {"toad": {0: FACE_DOWN, 2: FACE_DOWN}}}
    sheet = sheet_from_rounds("alchemists", NAMES, [lies])
    sheet.sync_from_match([{"spent": [["gold"], [], ["hedge_R"]]}])
    assert filled(sheet) == {"spent.1": "gold", "spent.3": "hedge_R"}


def test_artifacts_that_one_cell_cannot_hold_stand_in_two() -> None:
    """artifact.buy: nobody is kept from buying all that lies there."""
    longest = sorted(ARTIFACTS, key=lambda code: (ARTIFACTS[code].data["deck"], -len(code)))
    many = [code for deck in (1, 2, 3) for code in longest if ARTIFACTS[code].data["deck"] == deck][::2]
    assert len(" ".join(many)) > TEXT_LIMIT
    sheet = sheet_from_rounds("alchemists", NAMES, [{"artifacts": [[], many, []]}])
    tally = sheet.fold()
    assert [goods.artifacts for goods in tally.goods] == [(), tuple(many), ()]
    assert tally.warnings == []
    page = Client().get(f"/score/l/{sheet.owner_token}", follow=True).content.decode()
    assert all(typeset(ARTIFACTS[code].name.ru) in page for code in many)
    own = [line.params["artifact"] for line in tally.scores[1].lines if line.code == "artifact"]
    assert set(own) < set(many)


def test_each_of_many_artifacts_can_be_taken_off_by_hand() -> None:
    """score.record: whatever was written can be corrected, in whichever cell it stands."""
    many = [code for code in ARTIFACTS if ARTIFACTS[code].data["deck"] < 3][:9]
    sheet = sheet_from_rounds("alchemists", NAMES, [{"artifacts": [many, [], []]}])
    client = Client()
    page = client.get(f"/score/l/{sheet.owner_token}", follow=True).content.decode()
    left = set(many)
    for kind in ("artifacts", "more"):
        form = re.search(rf'data-cell="{kind}\.1".*?</form>', page, re.DOTALL)[0]
        boxes = re.findall(r'name="pick-(\w+)" value="1" checked', form)
        assert boxes
        left -= {boxes[0]}
        base = re.search(r'name="base" value="(\d+)"', form)[1]
        sent = {"cell": f"{kind}.1", "base": base, "client_entry_id": f"take-off-{kind}-0123456789"}
        sent |= dict.fromkeys((f"pick-{code}" for code in boxes[1:]), "1")
        answer = client.post(f"/score/s/{sheet.public_id}/entries", sent)
        assert answer.status_code == 302, answer.content.decode()
        assert set(sheet.fold().goods[0].artifacts) == left
    assert len(left) == len(many) - 2


@pytest.mark.parametrize("reputation", [1, 4, 10, 16, 24, 110, 999])
def test_a_game_begun_elsewhere_opens_with_the_reputation_that_stood(reputation: int) -> None:
    """reputation.minimum, sell.reputation: what happens later starts from there."""
    shift = Happening(1, (Part("sale", -1),))
    sheet = sheet_from_rounds("alchemists", NAMES, [{"opening": [10, reputation, 10], "events": [shift]}])
    state = next(played(3, {}, 0))
    boards = (state.boards[0], evolve(state.boards[1], reputation=reputation), state.boards[2])
    (known,) = finished_rounds(evolve(state, phase="plan", boards=boards))
    assert known["opening"] == [10, reputation, 10]
    first = sheet.fold().events[-1].change
    assert first.before == reputation


def wild_game(match: Match, rounds: int = ROUNDS) -> tuple[Any, list[Move]]:
    """What the bot plays that prefers rare moves: the state after so many rounds, and the moves so far."""
    state, made = wild_course(json.dumps(match.config), int(match.seed), rounds)
    return state, [Move(match=match, ply=n, seat=seat, text=text) for n, (seat, text) in enumerate(made, 1)]


@cache
def wild_course(config: str, seed: int, rounds: int) -> tuple[Any, list[tuple[int, str]]]:
    """The same once for all tests."""
    state, made = ENGINE.new_game(json.loads(config), seed).state, []
    while state.round <= rounds and (seats := ENGINE.to_act(state)):
        seat = min(seats)
        move = ENGINE.bots["wild"](ENGINE.view(state, seat), ENGINE.legal_moves(state, seat), len(made) + 1)
        made.append((seat, str(move)))
        state = ENGINE.apply(state, seat, move).state
    return state, made


def test_a_grant_of_ones_own_box_has_its_ingredients_on_the_sheet() -> None:
    """Ruling 132: the sheet of a game showed the ingredients of ours."""
    state = next(played(3, {"numbers": {"g2.ingredients": ["toad", "claw", "feather"]}}, 0))
    (known,) = finished_rounds(evolve(state, phase="plan"))
    sheet = sheet_from_rounds("alchemists", NAMES, [known])
    assert filled(sheet)["tile.g2"] == "toad claw feather"
    client = Client()
    client.get(f"/score/l/{sheet.owner_token}")
    page = client.get(f"/score/s/{sheet.public_id}?part=reveal").content.decode().lower()
    page = page.replace("\N{NO-BREAK SPACE}", " ")
    assert "жаба, куриная лапа, перо ворона" in page
    assert "гриб, папоротник, корень мандрагоры" not in page
    assert "скорпион, жаба, гриб" in page


@pytest.mark.parametrize("gold", [199, 200, 999, 1200])
def test_riches_of_a_game_begun_elsewhere_are_counted(gold: int) -> None:
    """A position may give anybody up to 999 gold, and a game brings more."""
    sheet = sheet_from_rounds("alchemists", NAMES, [{"gold": [gold, 0, 0], "opening": [999, 10, 10]}])
    assert [goods.gold for goods in sheet.fold().goods] == [gold, 0, 0]
    assert [track.points for track in sheet.fold().tracks] == [999, 10, 10]


def test_a_match_is_poured_while_it_goes_on_and_when_it_is_over(client: Client) -> None:
    """Nothing to write before round one; then one sheet, closed with the points of the table."""
    match = start(client, "here", "random", "random", game="alchemists")
    url = match.get_absolute_url()
    assert client.post(f"{url}/pour").status_code == 422
    state, rows = wild_game(match)
    half = len(rows) // 2
    Move.objects.bulk_create(rows[:half])
    first = client.post(f"{url}/pour")
    sheet = Sheet.objects.get()
    assert not sheet.finished
    reputation = [board.reputation for board in replay(match).state.boards]
    assert [track.points for track in sheet.fold().tracks] == reputation
    Move.objects.bulk_create(rows[half:])
    assert client.post(f"{url}/pour").url == first.url
    sheet.refresh_from_db()
    assert sheet.finished
    assert sheet.fold().totals == ENGINE.scores(state)


def test_the_end_of_a_round_shows_reputation_and_offers_the_sheet(client: Client) -> None:
    """series.rounds: what a round has brought is read before the next one begins."""
    match = start(client, "here", "random", "random", game="alchemists")
    _, rows = wild_game(match, rounds=1)
    Move.objects.bulk_create(rows)
    page = client.get(match.get_absolute_url()).content.decode()
    assert typeset("Раунд 1 окончен") in page
    assert f"{match.get_absolute_url()}/pour" in page


def test_the_end_of_a_game_explains_every_point_with_its_clause(client: Client) -> None:
    """final.*: each line of everybody's points stands on the page with the rule that it follows from."""
    match = start(client, "here", "random", "random", game="alchemists")
    state, rows = wild_game(match)
    Move.objects.bulk_create(rows)
    match.finished = True
    match.save(update_fields=["finished"])
    page = client.get(match.get_absolute_url()).content.decode()
    clauses = {line.clause for score in ENGINE.explain(state) for line in score.lines}
    moved = {line.clause for shift in state.history for line in lines_of(shift)}
    assert {clause for clause in clauses | moved if f"/rules/alchemists/{clause}" not in page} == set()
    for score in ENGINE.explain(state):
        assert f"<td>{score.points}</td>" in page


def test_the_end_of_a_game_names_grants_and_marks_numbers_of_ours(client: Client) -> None:
    """grants.tokens: the mark of a reconstruction stays wherever its points are counted."""
    match = start(client, "here", "random", "random", game="alchemists")
    state, _ = wild_game(match)
    boards = (evolve(state.boards[0], grants=("g4", "g5")), *state.boards[1:])
    lay(match, evolve(state, boards=boards))
    page = client.get(match.get_absolute_url()).content.decode().replace("\N{NO-BREAK SPACE}", " ")
    marked = re.findall(r'Жетон: ([^<]*) <span class="status ours', page)
    assert len(marked) == page.count("Жетон: ")
    assert set(marked) == {"грант 4", "центральный грант"}
