"""Above the table stands all since one's own move, by person, what touched oneself first."""

from dataclasses import replace

import pytest
from django.test import Client

from simulator.engine.record import Record
from simulator.game import engine_of
from simulator.matches import play
from simulator.matches.access import access_of, seats_of
from simulator.matches.board import MOST_FRAMES, MatchPresenter
from simulator.matches.news import LINES, News, NewsLine, news_of
from simulator.models import HERE, Match
from tests.evenings.evenings import is_by_hand, kept, record_of

pytestmark = pytest.mark.django_db
NAMES = ("Оля", "Мята", "Шалфей", "Полынь")
BOTH_HERBALISTS = 9  # a deal of «Алхимики» that gives two seats the card, and the second of them begins


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


def lines_of(news: News) -> list[NewsLine]:
    return [line for each in news.people for line in (*each.lines, *each.older)]


def test_nothing_since_ones_own_move_is_lost() -> None:
    """Each event is told once; the same sentence of one person tells how often."""
    match = begun()
    go_round(match)
    own = go_round(match)
    log = board_of(match).log
    plies = [ply for ply in log.told_plies() if ply > own]
    said = [log.say.event(event).text for ply in plies for event in log.told(ply) if event.audience is None]
    beginnings = [text for text in said if text.startswith("Раунд ")]
    assert len(plies) > 8, "more than the log shows at once"
    others = [line.times for line in lines_of(news_of(log)) if line.ply > own]
    assert sum(others) == len(said) - len(beginnings)


def test_news_stand_by_person_three_lines_at_most_and_the_newest_of_them() -> None:
    match = begun()
    go_round(match)
    go_round(match)
    people = board_of(match).news.people
    assert {each.head.rstrip(":") for each in people} >= {"Мята", "Шалфей", "Полынь"}
    assert any(each.older for each in people)
    for each in people:
        assert 0 < len(each.lines) <= LINES
        if each.older:
            assert len(each.lines) == LINES
        calm = [line.ply for line in (*each.older, *each.lines) if not line.weight]
        assert calm == sorted(calm)


def test_what_touches_the_reader_stands_first() -> None:
    """By name or by «вы», of a person and among people; of what touches the reader none gives way."""
    match = begun()
    for _ in range(3):
        go_round(match)
    news = board_of(match).news
    touched = [each.touches for each in news.people]
    assert True in touched, "the seed has an attack on the reader"
    assert touched == sorted(touched, reverse=True)
    for each in news.people:
        marks = [line.touches for line in each.lines]
        assert marks == sorted(marks, reverse=True)


def test_under_a_name_no_sentence_is_about_the_reader() -> None:
    """Played: «Шалфей: Вы играете „Травницу“. Сбрасывает 2 ингредиента» once the one before had discarded."""
    engine = engine_of("alchemists")
    record = Record("alchemists", engine.rules, {"players": 2}, BOTH_HERBALISTS)
    match = play.begin(record, [play.SeatPlayer("Оля", HERE), play.SeatPlayer("Мята", "greedy")])
    for seat in (0, 1, 1):
        replay = play.replay_of(match)
        moves = [str(move) for move in engine.legal_moves(replay.state, seat)]
        move = next((move for move in moves if move == "keep herbalist"), moves[0])
        play.move(match, seat, replay.seen_by(seat).ply, move)
    said = [(each.head, line.text) for each in board_of(match).news.people for line in each.lines]
    assert [head for head, text in said if text == "Вы играете «Травницу»."] == [""]


def test_what_a_games_end_brings_is_no_doing_of_whoever_moved_last() -> None:
    """Played: «Шалфей: Лучший алхимик: Мята»."""
    three = (each for each in kept() if each["game"] == "alchemists" and each["config"]["players"] == 3)
    evening = next(filter(is_by_hand, three))
    seats = [play.SeatPlayer(*each) for each in zip(NAMES, evening["bots"], strict=False)]
    people = board_of(play.begin(record_of(evening), seats)).news.people
    assert [each.head for each in people for line in each.lines if line.text.startswith("Победа:")] == [""]


def test_under_a_name_no_sentence_says_it_again() -> None:
    match = begun()
    go_round(match)
    for each in board_of(match).news.people:
        name = each.head.rstrip(":")
        if not name:
            continue
        assert not any(line.text.startswith(f"{name} ") for line in (*each.lines, *each.older))
        assert (each.lines[0].text[0].islower()) == (each.head == name), "«Мята берёт», «Мята: Удар…»"


def test_what_came_of_ones_own_move_stands_under_no_name() -> None:
    match = begun()
    go_round(match)
    step = next(str(move) for move in board_of(match).words if move.verb == "step")
    play.move(match, 0, board_of(match).replay.ply, step)
    (own,) = board_of(match).news.people
    assert (own.head, own.lines[0].touches) == ("", True)


def test_the_page_tells_the_news_and_unfolds_the_older(client: Client) -> None:
    match = begun()
    go_round(match)
    client.get(f"/play/l/{match.host_token}", follow=True)
    page = client.get(match.get_absolute_url()).content.decode()
    news = board_of(match).news
    for each in news.people:
        if each.older:
            assert f"Раньше: ещё {len(each.older)}" in page.replace("\N{NO-BREAK SPACE}", " ")
    assert page.count('class="news-line') == len(lines_of(news))


def test_what_has_happened_is_shown_again_on_request(client: Client) -> None:
    """▶ on the card: the moves of everybody since one's own, and nothing is written for it."""
    match = begun()
    own = go_round(match)
    client.get(f"/play/l/{match.host_token}", follow=True)
    url, version = match.get_absolute_url(), board_of(match).match.version
    page = client.get(url).content.decode()
    assert f'hx-get="{url}?again={own}"' in page
    again = client.get(f"{url}?again={own}", headers={"hx-request": "true"}).content.decode()
    assert "data-again" in again
    assert 2 < again.count("data-frame=") <= MOST_FRAMES
    assert "data-frame=" not in page
    assert board_of(match).match.version == version
    assert client.get(f"{url}?again=x").status_code == 400


def test_what_one_is_told_better_alone_is_not_told_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/new-game-reference.md, `INSTEAD`: an event that all hear, and the private one that tells its
    player the same; the log says once, too, what stands above the table.
    """
    match = begun()
    table = type(board_of(match).table)
    monkeypatch.setattr(table, "ANSWERS", None)
    board = board_of(match)
    rolls = [board.say.event(each) for each in board.log.events(0) if each.kind == "first_roll"]
    mine = [each for each in rolls if board.say.event(board.log.events(0)[0]) == each]
    monkeypatch.setattr(table, "INSTEAD", {"first_roll": "hand"})
    for entry in (board_of(match).log.whole[-1], board_of(match).log.recent[-1]):
        assert not set(mine) & set(entry.sentences)
        assert set(rolls) - set(mine) <= set(entry.sentences), "what others do is told to all"
    others = replace(board_of(match), viewer=play.Viewer(None, None))
    told = others.log.whole[-1].sentences
    assert {others.say.event(each) for each in board.log.events(0) if each.kind == "first_roll"} <= set(told)


def test_what_only_one_may_know_is_told_first_unless_the_table_says_what_answers_a_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """docs/new-game.md, `ANSWERS`: above the table and in the page's log; to nobody else."""
    match = begun()
    monkeypatch.setattr(type(board_of(match).table), "ANSWERS", ())
    assert not any(each.own for each in board_of(match).log.recent[0].sentences)
    monkeypatch.setattr(type(board_of(match).table), "ANSWERS", None)
    board = board_of(match)
    own = [each for each in board.log.whole[-1].sentences if each.own]
    told = [line.text for line in lines_of(board.news)]
    assert [told[0]] == [each.text for each in own] != []
    assert list(board.log.recent[0].sentences[: len(own)]) == own
    others = replace(board, viewer=play.Viewer(None, None))
    assert others.log.recent[0].sentences
    assert not {each.text for each in own} & {line.text for line in lines_of(others.news)}
