"""What a whole game played by hand on a phone found unsaid, said twice over, or untrue at this table."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils.translation import override

from games.wizwar.simulator.table.facade import WizWarTable
from games.wizwar.tests.simulator.test_pages import WIZWAR, label, laid, news, page_of, panel, plain, sent
from rulebook.content import reading
from rulebook.content.entries import Card
from rulebook.content.typography import typeset
from simulator.game import played_games
from simulator.matches import forms
from simulator.models import Match
from tests.daily import daily
from tests.simulator.test_pages_table import HTMX, replay, seat_at, send

pytestmark = pytest.mark.django_db
GAME = reading.load("wizwar")
CORNER = {"at": {"А": "1b1", "Б": "2a1"}, "hands": {"А": "create_wall around_the_corner lightning_blast"}}


def said(client: Client, match: Match, *moves: str) -> str:
    """The table after moves of the first seat, its no-break spaces as plain ones."""
    if not moves:
        return plain(page_of(client, match))
    sent(client, match, *moves[:-1])
    return plain(unescape(send(client, match, 0, moves[-1], **HTMX).content.decode()))


def key(page: str, move: str) -> tuple[str, str]:
    """The classes and the words of a key."""
    found = re.search(rf'<button class="([^"]*)" name="move" value="{re.escape(move)}">(.*?)</button>', page)
    assert found, move
    return found[1], re.sub(r"<[^>]*>", "", found[2])


# Edges


def test_a_door_is_called_a_door_and_by_one_side_in_its_key_and_in_its_refusal(client: Client) -> None:
    """Played, s84: «Пнуть: южная сторона 1-b3», and the refusal spoke of «северная сторона 1-b4»."""
    match = laid(client, at={"А": "1b4", "Б": "2a1"})
    for place in ("1b3", "1b4"):
        assert "Пнуть дверь: южная сторона 1‑b3" in panel(said(client, match), place)
    refused = said(client, match, "step n")
    assert "Дверь для вас закрыта: южная сторона 1‑b3." in refused


@pytest.mark.parametrize(
    ("at", "move", "edge"),
    [
        ("2a1", "step n", "южная сторона 1‑a5"),  # sectors that lie side by side
        ("3b1", "step n", "северная сторона 3‑b1"),  # the same wall is 1-e4's, but that is drawn far away
    ],
)
def test_an_edge_that_is_drawn_once_has_one_name(client: Client, at: str, move: str, edge: str) -> None:
    assert f"{edge.capitalize()} закрыта стеной" in said(client, laid(client, at={"А": at}), move)


def test_a_wall_that_is_drawn_twice_is_called_by_the_square_that_was_tapped(client: Client) -> None:
    page = said(client, laid(client, at={"А": "3b1", "Б": "2a1"}))
    names = [
        re.search(r"Пнуть стену: ([^<]*1‑e4|[^<]*3‑b1)<", panel(page, place))[1] for place in ("1e4", "3b1")
    ]
    assert names == ["восточная сторона 1‑e4", "северная сторона 3‑b1"]


def test_a_kick_is_no_main_key_where_one_came_to_walk(client: Client) -> None:
    """Played, s84: «Пнуть» was filled although the square was tapped to walk there."""
    page = said(client, laid(client, at={"А": "1b4", "Б": "2a1"}))
    classes, _ = key(panel(page, "1b3"), "kick 1b3s")
    assert "second" in classes.split()


def test_what_is_aimed_at_says_whether_it_is_a_wall_or_a_door(client: Client) -> None:
    match = laid(client, at={"А": "1b4", "Б": "1c4"}, hands={"А": "lightning_blast number_3"})
    page = said(client, match, "play lightning_blast")
    assert key(page, "target 1b3s")[1] == "Цель: дверь, южная сторона 1‑b3"
    assert key(page, "target 1b4s")[1] == "Цель: стена, южная сторона 1‑b4"


# Walking


def test_a_square_far_away_is_not_reached_by_a_step_north(client: Client) -> None:
    """Played, s30: under the name of 1-e4, joined over the rim, stood «Шаг на север»."""
    page = said(client, laid(client, at={"А": "3b1", "Б": "2a1"}))
    classes, words = key(panel(page, "1e4"), "step n")
    assert "blocked" in classes
    assert words == "Сейчас нельзя: Пройти на 1‑e4"


def test_a_step_through_an_exit_is_named_by_where_it_leads(client: Client) -> None:
    page = said(client, laid(client, at={"А": "1c1", "Б": "2a1"}))
    assert key(panel(page, "2c5"), "step n")[1] == "Пройти на 2‑c5, 1 шаг"
    assert key(panel(page, "1b1"), "step w")[1] == "Шаг на запад"


def test_a_step_that_costs_a_life_says_so_through_an_exit_too(client: Client) -> None:
    match = laid(client, at={"А": "1c1", "Б": "2a1"}, act={"steps": 3, "straining": True})
    assert key(panel(said(client, match), "2c5"), "step n")[1] == "Шаг на север за одну жизнь"


def test_a_turn_says_that_one_may_go_through_a_wall(client: Client) -> None:
    """Played, s68: nothing said that the spell was in force."""
    facts = [
        re.findall(r'class="turn-facts">(.*?)</p>', said(client, laid(client, act=act)))[0] for act in ACTS
    ]
    told = [[fact for fact in re.findall(r"<span>(.*?)</span>", each) if "сквозь" in fact] for each in facts]
    assert told == [[], ["можно пройти сквозь стену"], ["можно пройти сквозь стену 2 раза"]]


ACTS = ({}, {"phases": 1}, {"phases": 2})


def test_a_square_behind_a_wall_is_walked_to_through_it(client: Client) -> None:
    """Played, s70: «За этот ход сюда не дойти» was said of a square that the spell led to."""
    match = laid(client, act={"phases": 1})
    page = said(client, match)
    way = "step s;step e;phase e"
    assert key(panel(page, "1e4"), way)[1] == "Пройти на 1‑e4 сквозь преграду, 3 шага"
    assert "3 шага сквозь преграду" in plain(label(page, "1e4"))
    assert 'class="spot reach through" data-about="square:1e4"' in page
    send(client, match, 0, way)
    assert "Маг: А" in label(page_of(client, match), "1e4")
    assert "сквозь стену" not in said(client, match)


def test_no_wall_is_passed_where_there_is_a_way_around(client: Client) -> None:
    """The spell works once: it isn't spent on saving steps, unless the wall itself is what one taps."""
    found = panel(said(client, laid(client, act={"phases": 1})), "1d3")
    assert re.findall(r'value="((?:step|phase)[^"]*)"', found) == ["step s;step e;step n", "phase e"]


def test_without_the_spell_nothing_leads_through_walls(client: Client) -> None:
    assert "phase" not in said(client, laid(client))


def test_a_square_out_of_reach_is_so_on_foot(client: Client) -> None:
    """A number or a spell may still lead there, so it isn't said of the whole turn."""
    assert "Сейчас пешком сюда не дойти" in said(client, laid(client))


# Spells that cost a second card


def test_a_target_around_a_corner_says_which_card_it_costs(client: Client) -> None:
    """Played, s90-92: «За углом» was gone without a word."""
    page = said(client, laid(client, **CORNER), "play create_wall")
    assert key(page, "target 1a3e")[1] == "Цель: восточная сторона 1‑a3 · потратится «За углом»"
    assert key(page, "target 1a1e")[1] == "Цель: восточная сторона 1‑a1"
    bent = {
        edge: "bent" in classes
        for classes, edge in re.findall(r'class="(rim[^"]*)"[^>]*data-edge="(\w+)"', page)
    }
    assert (bent["1a3e"], bent["1a1e"]) == (True, False)
    assert "только вместе с картой «За углом»" in page


def test_a_spell_with_no_other_target_says_so_before_it_is_played(client: Client) -> None:
    """Its only target chooses itself, so no key of a target could say it."""
    place = {"at": {"А": "1c3", "Б": "1d2", "В": "3a5"}}
    hand = "sudden_death around_the_corner"
    page = said(client, laid(client, **place, hands={"А": hand}))
    assert key(page, "play sudden_death")[1] == "Сыграть, потратится и «За углом»"
    beside = {"at": place["at"] | {"В": "1c2"}}
    choice = said(client, laid(client, **beside, hands={"А": hand}))
    assert key(choice, "play sudden_death")[1] == "Сыграть"


# Keys


@pytest.mark.parametrize("held", [4, 6])
def test_only_the_largest_draw_is_the_main_key(client: Client, held: int) -> None:
    """Played, 0055: three keys equally red asked for three different things."""
    hand = ["fireball", "lightning_blast", "number_3", "number_5", "create_wall", "blunt"]
    page = said(client, laid(client, hands={"А": " ".join(hand[:held])}), "end")
    keys = re.findall(r'class="(btn at-choice[^"]*)" name="move" value="draw (\d)"', page)
    assert [n for classes, n in keys if "second" not in classes] == [keys[0][1]] == [str(min(2, 7 - held))]


def test_discarding_before_one_draws_is_no_order(client: Client) -> None:
    """draw.discard: «Сбросьте что угодно» read as one."""
    page = said(client, laid(client, hands={"А": "fireball"}), "end")
    assert "Возьмите до двух карт. Сначала можно сбросить любые" in page


def test_a_treasure_brought_home_has_no_key_where_the_last_tap_put_it_down(client: Client) -> None:
    """Played: «Поднять» came where «Положить» had stood, and a double tap ended the turn."""
    match = laid(client, treasures={"T3a": "А"})
    quick = re.compile(r'<div class="quick">.*?</div>', re.S)
    assert 'value="drop T3a"' in quick.search(said(client, match))[0]
    page = said(client, match, "drop T3a")
    assert not quick.search(page)
    assert 'value="take T3a"' in panel(page, "1c3")


def test_an_open_question_has_no_dead_key_beside_its_answers(client: Client) -> None:
    """Played, e2: «Выберите ответ», which nothing happens at, stood beside real answers."""
    match = laid(
        client, hands={"А": "drop_object", "Б": "blunt"}, treasures={"T2a": "Б"}, shown={"Б": "powerstone"}
    )
    send(client, match, 0, "play drop_object")
    send(seat_at(client, match, 1), match, 1, "pass")
    page = said(client, match)
    assert "Что уронит Б?" in page
    keys = [key(page, f"pick {thing}")[1] for thing in ("T2a", "powerstone")]
    assert keys == ["Сундук (Б, а)", "Камень силы"]
    assert "data-go" not in page


def test_wizards_stand_first_in_the_list_and_edges_last(client: Client) -> None:
    """Played, s40: eight sides of walls stood before the wizard who was meant."""
    match = laid(client, at={"А": "1d3", "Б": "1d4"}, bush="1e4", hands={"А": "lightning_blast number_3"})
    page = said(client, match, "play lightning_blast")
    options = page[page.index('id="options"') : page.index("</details>", page.index('id="options"'))]
    listed = re.findall(r'value="target (\w+)"', options)
    kinds = ["wizard" if text[0] == "w" else "square" if len(text) == 3 else "edge" for text in listed]
    assert kinds[0] == "wizard"
    assert kinds == sorted(kinds, key=["wizard", "square", "edge"].index)


# Players


def test_the_strip_of_players_counts_foreign_chests_at_home(client: Client) -> None:
    """goal.treasures: two of them win, and nothing above the maze told of the first."""
    match = laid(client, treasures={"T1a": "1c3", "T3a": "1c3", "T2b": "В"})
    strip = re.search(r'<ul class="wizards.*?</ul>', said(client, match), re.S)[0]
    counted = [
        plain(re.sub(r"<[^>]*>", "", each))
        for each in re.findall(r'<span class="wizard-home".*?</span> [^<]*', strip)
    ]
    assert counted == ["чужих сундуков дома 1 из 2"]
    assert "Несёт: сундук (Б, б)" in strip
    assert "−1 ход" in strip


# The log


def log(client: Client, match: Match) -> str:
    return plain(page_of(client, match).partition('class="log"')[2])


def test_the_log_says_that_a_chest_was_brought_home(client: Client) -> None:
    """Played: «на своей клетке» was said of a delivery as of any other place."""
    match = laid(client, treasures={"T3a": "А"})
    sent(client, match, "drop T3a")
    assert "Вы кладёте сундук (В, а) у себя дома." in log(client, match)
    assert "А кладёт сундук (В, а) у себя дома." in log(seat_at(client, match, 1), match)
    other = laid(client, treasures={"T3a": "А"}, at={"А": "1c4", "Б": "1c2"})
    said(client, other, "drop T3a")
    assert "Вы оставляете сундук (В, а) на своей клетке." in log(client, other)


def test_who_has_answered_is_not_said_to_give_no_answer(client: Client) -> None:
    """Played: «Шалфей не отвечает. Шалфей смягчает удар» stood after his answer."""
    match = laid(client, hands={"А": "fireball", "Б": "blunt absorb"})
    other = seat_at(client, match, 1)
    sent(client, match, "play fireball", "target w2")
    sent(other, match, "answer blunt 0", "pass", seat=1)
    told = log(client, match)
    assert "Б больше не отвечает." in told
    assert "Б не отвечает." not in told
    assert "Вы больше не отвечаете." in log(other, match)


@pytest.mark.parametrize(
    ("lost", "told"), [(1, "Б пропускает ход."), (3, "Б пропускает ход, а потом ещё 2 хода.")]
)
def test_no_turns_still_to_be_lost_are_not_counted(client: Client, lost: int, told: str) -> None:
    """Played, t7: «Ещё пропустить: 0»."""
    match = laid(client, lost={"Б": lost})
    other = seat_at(client, match, 1)
    sent(client, match, "end", "draw 0")
    assert told in log(client, match)
    assert told.replace("Б пропускает", "Вы пропускаете") in log(other, match)


BUILT = [
    ("create_wall", "Теперь здесь стена: южная сторона 1‑c3."),
    ("wall_of_fire", "Теперь здесь стена огня: южная сторона 1‑c3."),
    ("illusion_wall", "Теперь здесь призрачная стена: южная сторона 1‑c3."),
]


@pytest.mark.parametrize(("card", "told"), daily(BUILT, BUILT[:1]))
def test_what_was_built_is_called_by_what_it_is(client: Client, card: str, told: str) -> None:
    """Played, s92: «Здесь теперь преграда, „Создать стену“: восточная сторона 1-a3»."""
    match = laid(client, hands={"А": card})
    sent(client, match, f"play {card}", "target 1c3s")
    page = plain(page_of(client, match))
    assert told in page.partition('class="log"')[2]
    assert told in news(page)


def test_an_answer_that_leads_somewhere_says_where(client: Client) -> None:
    """Played, b9: the chain named «Телепорт», and not the square that was chosen."""
    match = laid(client, hands={"А": "fireball anti_anti", "Б": "teleport blunt"})
    sent(client, match, "play fireball", "target w2")
    other = seat_at(client, match, 1)
    sent(other, match, "answer teleport 0", "go 1d3", seat=1)
    assert "1. Б: «Телепорт» (1‑d3) в ответ на «Шар огня»" in said(client, match)


def test_codes_of_events_leave_the_house_as_the_engine_made_them(client: Client) -> None:
    """Only sentences change: the wire tells of the move as ever."""
    match = laid(client, treasures={"T3a": "А"})
    sent(client, match, "drop T3a")
    events = client.get(f"{match.get_absolute_url()}/view.json").json()["events"]
    assert [event["kind"] for event in events] == ["dropped_treasure"]
    state, move = replay(match).steps[0].state, WIZWAR.parse(replay(match).steps[0].state, 0, "kick 1c3e")
    assert WIZWAR.say(state, 0, move)[0] == "kick"
    assert WizWarTable(WIZWAR).says(state, 0, move)[0] == "kick_wall"


# Words


def test_a_card_that_only_helps_says_that_it_will_be_offered(client: Client) -> None:
    """Played: «Когда карта помогает, сказано на ней самой» hid the card's own text."""
    refused = said(client, laid(client, **CORNER), "play around_the_corner")
    assert typeset(
        "«За углом» отдельно не играют. Начните то, чему карта помогает, и её предложат."
    ) in typeset(refused)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_kinds_of_seats_fit_into_the_start_form_of_a_phone(lang: str) -> None:
    """Played, start: «бот, идёт за сокрови…»; a select at 360 pixels has room for some twenty letters."""
    with override(lang):
        titles = {kind.title for game in played_games() for kind in (*forms.people(), *forms.bots(game))}
    assert {title for title in titles if len(title) > 21} == set()


def test_a_card_in_the_hand_spells_out_the_line_of_sight(client: Client) -> None:
    """Played, s13: «ЛВ» stood there without a word of what it is."""
    about = re.search(r'<p class="roles-needs">.*?Шаровая молния.*?</p>', said(client, laid(client)))[0]
    assert "атака · по линии видимости · с цифрой сильнее" in about


@pytest.mark.parametrize("sign", ["mz-sign", "mz-arrow", "mz-seam"])
def test_the_legend_explains_all_that_is_drawn(client: Client, sign: str) -> None:
    """Played: letters of exits, the pink arc and the pink dashed line were left to be guessed."""
    legend = re.search(r'id="maze-legend".*?</details>', said(client, laid(client)), re.S)[0]
    assert f'class="{sign}"' in legend


# The book's words, which the table shows on cards and in rules


def told_of(card: Card) -> str:
    """All that is said of a card in Russian."""
    return " ".join(text.ru for text in (card.rule, card.text, card.disputed) if text)


def test_damage_is_called_damage_and_points_are_those_of_walls() -> None:
    """fight.points: «очки», «повреждения», «урон» are one thing. Played, s13: «Цель получает N очков» read as
    if the target gained them; so there is one word, «урон».
    """
    other = re.compile(r"\bоч(?:ко|ка|ки|ков)\b(?! прочности)|повреждени\w*")
    assert [card.id for card in GAME.cards if card.rule and other.search(told_of(card))] == []


def test_a_card_is_spelled_in_one_way() -> None:
    """Played, s16: «Шар Огня» and «Шар огня» stood in one example."""
    names = {card.name.ru for card in GAME.cards}
    by_letters = {name.casefold() for name in names}
    folder = reading.content_folders()["wizwar"]
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.toml") if "asks" not in path.parts]
    quoted = {name for text in texts for name in re.findall("«([^«»]+)»", text)}
    assert {name for name in quoted if name.casefold() in by_letters} - names == set()
