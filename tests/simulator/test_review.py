"""«Where it was decided»: what a finished game is split into, who may see it, the boards to find better on.

Quotes are from the order of work, «Где это решилось».
"""

import json
import re
from functools import partial
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from simulator.bulk.play import play as whole_game
from simulator.engine.chance import substream
from simulator.engine.dealing import TYPED
from simulator.engine.game import Band, Hint, MoveEstimate
from simulator.engine.record import Record, steps_of
from simulator.engine.rules import random_bot
from simulator.engine.worth import FittedWorth
from simulator.game import engine_of, played_games
from simulator.matches import hint_parts, play, review
from simulator.matches.review_board import ReviewPresenter
from simulator.models import HERE, Match
from simulator.review import slices
from simulator.review.fitted import fitted_of
from simulator.review.shares import PartOf, Redraws, ResultPart, base_of, parts_of, shares_of
from tests.simulator.test_ended import NAMES, ended
from tests.simulator.test_pages_table import start

FEW = Redraws(3, 6, 1, 4)
TOLD = "Вот что было лучше"


def plain(page: str) -> str:
    return unescape(page).replace("\xa0", " ")


def random_record(game_id: str, seed: int, plies: int) -> Record:
    """The beginning of a game between bots that move at random."""
    engine = engine_of(game_id)
    config = next(iter(engine.configs.values()))
    setup = {"players": config.seats[0], "options": {**config.options, **engine.bulk_options}}
    record, state = Record(game_id, engine.rules, setup, seed), engine.new_game(setup, seed).state
    for ply in range(plies):
        acting = engine.to_act(state)
        if not acting:
            break
        seat = min(acting)
        move = random_bot(None, engine.legal_moves(state, seat), substream(seed, ply))
        record, state = record.with_move(seat, move), engine.apply(state, seat, move).state
    return record


@pytest.mark.parametrize("game_id", played_games())
def test_the_parts_sum_to_what_came(game_id: str) -> None:
    """«The parts sum to the result», whether a game has traits or is judged by its points."""
    engine, fitted = engine_of(game_id), fitted_of(game_id)._replace(ahead=2)
    record = random_record(game_id, 5, 20)
    steps = list(steps_of(engine, record))
    shares = list(shares_of(engine, record, steps, fitted, FEW))
    assert len(shares) == len(steps)
    for seat in range(engine.players(steps[0].state)):
        parts = parts_of(shares, seat, fitted)
        assert [part.part for part in parts] == [*ResultPart]
        whole = base_of(shares, seat) + sum(part.points for part in parts)
        assert whole == pytest.approx(shares[-1].worth[seat])
        assert all(part.doubt >= 0 for part in parts)


@pytest.mark.django_db
def test_a_review_comes_after_the_end_and_not_before(client: Client) -> None:
    """«before the end: 409»"""
    running = start(client, "here", "greedy", "greedy")
    answer = client.get(f"{running.get_absolute_url()}/review")
    assert answer.status_code == 409
    assert "когда партия закончится" in answer.content.decode().replace("\xa0", " ")
    assert client.get(f"{running.get_absolute_url()}/review/0").status_code == 409
    match = ended(client, "poison")
    assert f'{match.get_absolute_url()}/review"' in client.get(match.get_absolute_url()).content.decode()
    assert Client().get(f"{match.get_absolute_url()}/review").status_code == 403


def whole_page(client: Client, match: Match, seat: int = 0) -> str:
    url = f"{match.get_absolute_url()}/review?seat={seat}"
    for _ in range(60):
        page = client.get(url).content.decode()
        if "hx-trigger" not in page.partition('id="review"')[2].partition(">")[0]:
            return page
    raise AssertionError("the review doesn't end")


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints by so many playouts, not by time, and of few positions; few redraws."""

    def hint(replay: play.Replay, seat: int, seed: int, asked: hint_parts.HintAsked) -> Any:
        engine = replay.engine
        return engine.hint(engine.view(replay.state, seat), seed, 3000)

    monkeypatch.setattr(hint_parts, "counted", hint)
    monkeypatch.setattr(review, "LOOKED_AT", 4)
    monkeypatch.setattr(slices, "shares_of", partial(shares_of, redraws=FEW))


def lost(client: Client, seed: int = 3) -> Match:
    """A finished game of Poison whose first seat moved at random."""
    bots = ["random", "greedy", "greedy"]
    done = whole_game("poison", {"players": 3, "options": {}}, bots, seed)
    kinds = [HERE, "greedy", "greedy"]
    match = play.begin(done.record, [*map(play.SeatPlayer, NAMES, kinds)], dealing=TYPED)
    client.get(f"/play/l/{match.host_token}", follow=True)
    return match


@pytest.mark.django_db
@pytest.mark.usefixtures("counted")
def test_a_lost_game_is_told_in_parts_and_its_mistakes_can_be_found_better(client: Client) -> None:
    """«the board as it stood, «найдите лучше» with two tries before anything is shown, «сыграть отсюда»»"""
    match = lost(client)
    page = plain(whole_page(client, match))
    base, result = re.search(r"ждали ([\d,]+), вышло ([\d,]+)", page).groups()  # type: ignore[union-attr]
    assert int(result) == engine_of("poison").result(play.replay_of(match).state).scores[0]
    assert 10 < float(base.replace(",", ".")) < 40
    assert "Ваши решения" in page
    assert "скупой" in page, "the reference policy is named"
    found = review.review_of(match.public_id, play.replay_of(match)).mistakes(0)
    assert found, "a seat that moves at random makes mistakes"
    assert all(each.made.band == Band.MISTAKE for each in found)
    assert [each.lost for each in found] == sorted((each.lost for each in found), reverse=True)

    mistake = found[0]
    url = f"{match.get_absolute_url()}/review/{mistake.ply}"
    best, made = str(mistake.hint.estimates[0].move), str(mistake.made.move)
    assert f'href="{url}"' in whole_page(client, match)
    begun = client.get(url).content.decode()
    assert "Найдите лучше" in begun
    assert TOLD not in begun
    once = client.get(url, {"move": made}, follow=True)
    assert TOLD not in once.content.decode()
    assert once.redirect_chain[0][0].endswith(f"tried={made.replace(' ', '+')}")
    twice = client.get(url, {"tried": made, "move": made}, follow=True).content.decode()
    assert TOLD in twice
    assert "Нашли!" not in twice
    assert "Нашли!" in client.get(url, {"tried": made, "move": best}, follow=True).content.decode()

    forked = client.post(f"{match.get_absolute_url()}/fork", {"ply": mistake.ply})
    branch = Match.objects.exclude(pk=match.pk).get()
    assert forked.url == branch.get_absolute_url()
    assert branch.origin_ply == mistake.ply


@pytest.mark.django_db
@pytest.mark.usefixtures("counted")
def test_a_review_is_kept_for_all_processes_and_a_spoilt_file_is_made_anew(client: Client) -> None:
    """«keep the finished one where all find it»"""
    match = lost(client, 8)
    known = review.review_of(match.public_id, play.replay_of(match))
    assert not known.shares
    known.go_on(0)
    again = review.review_of(match.public_id, play.replay_of(match))
    assert again.shares == known.shares != []
    behind = review.Review(known.replay, known.name, known.shares[:1])
    behind.keep()
    assert len(review.review_of(match.public_id, known.replay).shares) == len(known.shares)
    review._path(known.replay.record).write_text('{"shares": [[1]]}')
    assert not review.review_of(match.public_id, known.replay).shares


def presenter(own: tuple[int, ...], fewer: bool, *parts: dict[ResultPart, tuple[float, float]]) -> Any:
    """Of the first seat; each has parts with half of their intervals."""
    engine = SimpleNamespace(fewer_is_better=fewer, only_wins=False)
    board = SimpleNamespace(
        names=["Ира", "Оля"], access=SimpleNamespace(own=own), replay=SimpleNamespace(engine=engine)
    )
    known = SimpleNamespace(fitted=FittedWorth(weights={"one": 1.0}))
    found = ReviewPresenter(board, known, 0)  # type: ignore[arg-type]  # stand-ins that have what is asked
    nothing = (0.0, 0.0)
    found.__dict__["_parts"] = [
        [PartOf(part, *each.get(part, nothing), 1) for part in ResultPart] for each in parts
    ]
    return found


def test_two_seats_are_compared_only_as_far_as_the_intervals_allow() -> None:
    """«comparing two people's decisions and luck, only where the intervals allow it»"""
    good = {ResultPart.OWN: (-6.0, 2.0), ResultPart.DEAL: (1.0, 0.3)}
    lucky = {ResultPart.OWN: (0.0, 0.0), ResultPart.DEAL: (-3.0, 0.2), ResultPart.CHANCE: (-2.0, 0.2)}
    said = [plain(each) for each in presenter((0,), True, good, lucky).compared]
    assert said == ["Вы решали лучше, чем Оля. Оля выигрывает на удаче на 6 очков больше, чем вы."]
    said = [plain(each) for each in presenter((), True, lucky, good).compared]
    assert said == ["Оля решает лучше, чем Ира. Ира выигрывает на удаче на 6 очков больше, чем Оля."]
    blurred = {ResultPart.OWN: (-6.0, 7.0), ResultPart.DEAL: (-6.0, 3.0)}
    assert presenter((0,), True, blurred, {}).compared == []
    assert presenter((0,), False, good, lucky).compared[0].startswith("Оля решает лучше, чем вы. Вы выиграли")


@pytest.mark.django_db
def test_nothing_is_to_be_found_where_no_mistake_was_made(client: Client) -> None:
    """«show only what is surely a mistake»"""
    match = lost(client)
    known = review.review_of(match.public_id, play.replay_of(match))
    for ply, band in enumerate((Band.GOOD, Band.FAIR, Band.OPEN)):
        row = MoveEstimate(known.move_at(ply), 1.0, 0.1, 30, band=band)
        known.hints[ply] = Hint((row,), 1, 0)
        known.keep()
        assert client.get(f"{match.get_absolute_url()}/review/{ply}").status_code == 404
    assert client.get(f"{match.get_absolute_url()}/review/{len(match.record().moves)}").status_code == 404
    for seat in (3, 7):  # of three
        assert client.get(f"{match.get_absolute_url()}/review?seat={seat}").status_code == 404
    assert client.get(f"{match.get_absolute_url()}/review?seat=x").status_code == 400


@pytest.mark.django_db
def test_a_record_that_was_cut_off_has_no_review_and_a_comment_makes_none(client: Client) -> None:
    """«a record cut off, with a comment of 10 kB»"""
    whole = whole_game("poison", {"players": 3, "options": {}}, ["greedy"] * 3, 4).record
    cut = whole.cut(20).to_json()
    opened = client.post("/play/poison/record", {"record": json.dumps(cut)}, follow=True)
    assert opened.status_code == 200
    match = Match.objects.get()
    assert client.get(f"{match.get_absolute_url()}/review").status_code == 409
    answer = client.post("/play/poison/record", {"record": json.dumps({**cut, "comment": "я" * 5000})})
    assert answer.status_code == 400
    assert Match.objects.count() == 1


@pytest.mark.django_db
def test_a_game_whose_worth_raises_and_a_record_of_other_rules_are_answered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """«a game's policy that raises: a clear answer», «a record of older rules»"""
    match = lost(client, 6)

    def fails(view: Any, seat: int) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(type(engine_of("poison")), "traits", staticmethod(fails))
    answer = client.get(f"{match.get_absolute_url()}/review")
    assert answer.status_code == 200
    assert "Разобрать не вышло" in answer.content.decode()
    assert "hx-trigger" not in answer.content.decode().partition('id="review"')[2].partition(">")[0]
    Match.objects.filter(pk=match.pk).update(rules=0)
    play.replayed.clear()
    assert client.get(f"{match.get_absolute_url()}/review").status_code == 410


@pytest.mark.django_db
def test_a_game_without_traits_says_that_its_line_is_of_points(client: Client) -> None:
    """«A game without traits gets «expected result = points so far», marked»"""
    game_id = next((each for each in played_games() if not fitted_of(each).weights), None)
    if game_id is None:
        pytest.skip("all games have traits")
    page = plain(whole_page(client, ended(client, game_id)))
    assert "Линия показывает очки, какие были на столе" in page
    assert "Удача и решения" not in page
