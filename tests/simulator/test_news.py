"""Above the table stands all since one's own move, what touched oneself first (review, play 1)."""

from dataclasses import replace

import pytest
from django.test import Client

from simulator.engine.record import Record
from simulator.game import engine_of
from simulator.matches import play
from simulator.matches.access import access_of, seats_of
from simulator.matches.board import LINE, NEWS_LETTERS, NEWS_LINES, OWN_LETTERS, MatchPresenter
from simulator.models import HERE, Match

pytestmark = pytest.mark.django_db
NAMES = ("Оля", "Мята", "Шалфей", "Полынь")


def begun() -> Match:
    """«Маго-бой»: one person and three bots, whose turns are some twelve moves each."""
    record = Record("wizwar", engine_of("wizwar").rules, {"players": 4}, 11)
    kinds = (HERE, "greedy", "greedy", "greedy")
    return play.begin(record, [play.SeatPlayer(name, kind) for name, kind in zip(NAMES, kinds, strict=True)])


def board_of(match: Match) -> MatchPresenter:
    access = access_of(seats_of(pk=match.pk), [match.host_token])
    assert access
    replay = play.replay_of(match)
    viewer = play.viewer(access, replay)
    return MatchPresenter(access, replay, viewer, replay.ply, "ru")


def go_round(match: Match) -> int:
    """Moves until the reader is to act again after the bots; the ply of the reader's last own move."""
    access = access_of(seats_of(pk=match.pk), [match.host_token])
    assert access
    own, bots = 0, False
    while True:
        replay = play.replay_of(match)
        seat = replay.to_act[0]
        if seat == 0 and bots:
            return own
        if seat:
            bots = True
            play.bot_turn(access, replay.ply)
        else:
            legal = [str(move) for move in replay.engine.legal_moves(replay.state, 0)]
            own = replay.ply + 1
            play.move(match, 0, replay.ply, "end" if "end" in legal else legal[-1])


def test_nothing_since_ones_own_move_is_lost() -> None:
    match = begun()
    own = go_round(match)
    board = board_of(match)
    assert board.replay.ply - own > 8, "more than the log shows at once"
    news = board.news
    said = {each for ply in board._told_plies() if ply > own for each in board._news_at(ply)}
    assert {*news.first, *news.told, *news.more} >= said
    assert len({*news.first, *news.told, *news.more}) == len(news.first + news.told + news.more)


def test_what_names_the_reader_is_told_at_once_and_first() -> None:
    match = begun()
    for _ in range(3):
        go_round(match)
    board = board_of(match)
    assert all("Оля" in each.text for each in board.news.first)
    assert all("Оля" not in each.text for each in (*board.news.told, *board.news.more))


def test_of_what_touches_the_reader_the_newest_stands_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine lines about oneself had pushed the table away while an answer was awaited; none is lost."""
    match = begun()
    own = go_round(match)
    board = board_of(match)
    monkeypatch.setattr(MatchPresenter, "_names_reader", lambda *_: True)
    news = board.news
    said = [each for ply in sorted(board._told_plies()) if ply > own for each in board._news_at(ply)]
    assert sum(len(each.text) for each in news.first) <= OWN_LETTERS
    assert news.first[-1] == said[-1]
    assert news.more
    assert {*news.more, *news.first} >= {*said}


def test_a_deal_does_not_push_the_table_away() -> None:
    """To six with two boxes it took twelve lines."""
    news = board_of(begun()).news
    assert 0 < sum(len(each.text) for each in news.told) <= NEWS_LETTERS
    assert news.more


def test_the_page_unfolds_the_rest(client: Client) -> None:
    match = begun()
    for _ in range(3):
        go_round(match)
    client.get(f"/play/l/{match.host_token}", follow=True)
    page = client.get(match.get_absolute_url()).content.decode()
    news = board_of(match).news
    assert news.more
    assert f"Раньше: ещё {len(news.more)}" in page.replace("\N{NO-BREAK SPACE}", " ")


def test_what_one_is_told_better_alone_is_not_told_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/new-game-reference.md, `INSTEAD`: an event that all hear, and the private one that tells its
    player the same; the log says once, too, what stands above the table.
    """
    match = begun()
    table = type(board_of(match).table)
    monkeypatch.setattr(table, "ANSWERS", None)
    board = board_of(match)
    rolls = [board.say.event(each) for each in board.events(0) if each.kind == "first_roll"]
    mine = [each for each in rolls if board.say.event(board.events(0)[0]) == each]
    monkeypatch.setattr(table, "INSTEAD", {"first_roll": "hand"})
    for entry in (board_of(match).whole_log[-1], board_of(match).recent[-1]):
        assert not set(mine) & set(entry.sentences)
        assert set(rolls) - set(mine) <= set(entry.sentences), "what others do is told to all"
    others = replace(board_of(match), viewer=play.Viewer(None, None)).whole_log[-1].sentences
    assert set(rolls) <= set(others)


def test_what_only_one_may_know_is_told_first_unless_the_table_says_what_answers_a_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """docs/new-game.md, `ANSWERS`: above the table and in the page's log; to nobody else."""
    match = begun()
    assert not any(each.own for each in (*board_of(match).news.first, *board_of(match).recent[0].sentences))
    monkeypatch.setattr(type(board_of(match).table), "ANSWERS", None)
    board = board_of(match)
    own = [each for each in board.whole_log[-1].sentences if each.own]
    assert list(board.news.first) == own != []
    assert list(board.recent[0].sentences[: len(own)]) == own
    others = replace(board, viewer=play.Viewer(None, None)).recent[0].sentences
    assert others
    assert not set(own) & set(others)


def test_a_plain_table_gives_each_event_its_line_and_folds_the_older(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine sentences of a round's end were one bold paragraph. Nothing is lost, nor told twice."""
    match = begun()
    go_round(match)
    together = board_of(match).news
    monkeypatch.setattr(MatchPresenter, "asks_by_steps", True)
    first, told, more = board_of(match).news
    assert sorted((*first, *told, *more)) == sorted((*together.first, *together.told, *together.more))
    assert first == tuple(each for each in together.first if each.own)
    assert told == (*together.first, *together.told)[-len(told) :], "the last ones"
    assert sum(1 + len(each.text) // LINE for each in told) <= NEWS_LINES
