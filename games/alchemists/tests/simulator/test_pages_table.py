"""The pages of the table of «Алхимики»: moves, refusals, the notebook of a seat, the door, the size."""

import json
import re
from time import process_time
from typing import Any

import pytest
from django.test import Client

from games.alchemists.scoring.points import INGREDIENTS, wrong_colours
from games.alchemists.simulator.engine.state import State
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.positions import EDITOR, OPEN
from rulebook.content import reading
from rulebook.wording.sentences import render
from simulator.engine.evolve import evolve
from simulator.engine.sharing import pack
from simulator.game import engine_of, table_of
from simulator.models import Match
from tests.markup import NEW_EACH_TIME
from tests.simulator.test_pages_table import HTMX, lay, replay, seat_at, send, start
from tests.wire.site import Form

pytestmark = pytest.mark.django_db
GAME, CONTENT = engine_of("alchemists"), reading.load("alchemists")
QUICK = 0.2  # seconds of CPU, on a slow machine, for the answer why a cell is crossed


def begin(client: Client, *kinds: str, **fields: str) -> Match:
    return start(client, *kinds, game="alchemists", **fields)


def laid(client: Client, state: State) -> tuple[Match, list[Client]]:
    """А, Б and В, each at a phone of their own, run on from this position to the next choice."""
    match = begin(client, "phone", "phone", "phone")
    lay(match, games.ready(state))
    return match, [seat_at(client, match, seat) for seat in range(3)]


def student_waits(client: Client) -> tuple[Match, list[Client]]:
    """А and Б are about to test on the student: А has a mushroom and toads, in the game DEMO."""
    state = games.hand(games.table(), {0: "mushroom mushroom toad toad", 1: "fern claw"})
    return laid(client, games.cubes(state, "student", [(0, 2), (1, 1)]))


def text_of(client: Client, url: str, **headers: str) -> str:
    response = client.get(url, **headers)
    assert response.status_code == 200, response.content.decode()
    return re.sub(r"\s+", " ", response.content.decode().replace("\N{NO-BREAK SPACE}", " "))


def page_of(phone: Client, match: Match) -> str:
    return text_of(phone, match.get_absolute_url())


# Playing


def test_the_door_leads_to_a_game_and_starts_one(client: Client) -> None:
    """A new game is sent to the game's own address, as that of any game is."""
    door = client.get("/play/alchemists").text
    assert 'href="/play/alchemists/new"' in door
    assert 'href="/play/alchemists/lesson/first"' in door
    assert "Раздать карты" in text_of(client, "/play/alchemists/new")
    match = begin(client, "here", "random", **{"option-level": "master"})
    assert replay(match).state.options.level == "master"
    assert "Какую услугу оставить?" in page_of(client, match)


def test_an_answer_is_a_key_and_what_comes_of_it_is_in_the_notebook(client: Client) -> None:
    match, phones = student_waits(client)
    phone = phones[0]
    page = page_of(phone, match)
    assert "Что дать студенту?" in page
    assert 'value="mix mushroom toad"' in page
    assert "40 320" in page
    assert send(phone, match, 0, "mix mushroom toad").status_code == 302
    assert "5 760" in page_of(phone, match)
    assert "5 760" not in page_of(phones[1], match)


def test_a_wrong_answer_is_refused_with_its_clause_and_nobody_else_learns_of_it(client: Client) -> None:
    """mix.different: two different ingredients. The sentence is in sight on a phone, cards or no."""
    match, phones = student_waits(client)
    before, version = tables(phones, match), Match.objects.get(pk=match.pk).version
    response = send(phones[0], match, 0, "mix toad toad", **HTMX)
    said = response.content.decode()
    assert response.status_code == 422
    assert render(CONTENT, "refusal", "same_ingredient", {"ingredient": "toad"}, "ru") in said
    assert "/rules/alchemists/mix.different" in said
    assert said.index('class="at-dock"') < said.index('class="at-said"')
    assert (replay(match).ply, Match.objects.get(pk=match.pk).version) == (0, version)
    assert tables(phones, match) == before


def tables(phones: list[Client], match: Match) -> list[str]:
    """What each sees of the table, but for the token of the form."""
    pages = [phone.get(match.get_absolute_url()).content.decode() for phone in phones]
    return [NEW_EACH_TIME.sub("", page[page.index('id="table"') : page.index("</main>")]) for page in pages]


def test_others_read_whose_decision_it_is_and_what_for(client: Client) -> None:
    match, phones = student_waits(client)
    page = page_of(phones[1], match)
    assert "Ходит А" in page
    assert "<b>Тест на студенте</b>, действие 1 из 2" in page
    assert 'name="move" value="mix' not in page


def told_above(page: str) -> str:
    """The strip above the table."""
    return re.sub(r"<[^>]*>", "", page[page.index('class="at-last"') :].partition("</div>")[0])


def test_what_an_experiment_was_answered_stays_above_the_table(client: Client) -> None:
    """experiment.result: only its maker reads the pair, and goes on reading it while the others move; once
    («Цветок + корень: зелье мудрости. Оля пробует на себе: зелье мудрости», played by hand, 26).
    """
    match, phones = student_waits(client)
    answer = "Гриб + жаба: зелье исцеления."
    send(phones[0], match, 0, "mix mushroom toad")
    send(phones[1], match, 1, "mix fern claw")
    pages = [page_of(phone, match) for phone in phones]
    assert [answer in told_above(page) for page in pages] == [True, False, False]
    assert "Б: Тест на студенте" in told_above(pages[0])
    assert told_above(pages[0]).count("зелье исцеления") == 1
    send(phones[0], match, 0, "mix mushroom toad")
    assert told_above(page_of(phones[0], match)).count(answer) == 1


def selling(client: Client) -> tuple[Match, list[Client]]:
    """А alone sells to the barbarian (R+, G+, B-), with a scorpion and a claw, in the game DEMO."""
    return laid(client, games.cubes(games.hand(games.table(), {0: "scorpion claw"}), "sell", [(0, 1)]))


def sell(phone: Client, match: Match) -> None:
    for move in ("order G+ 0", "guarantee exact", "mix claw scorpion"):
        assert send(phone, match, 0, move).status_code == 302


def test_what_a_sale_has_taught_stays_above_the_table_of_its_seller(client: Client) -> None:
    """sell.make: only the seller knows which two ingredients were of that quality; sell.pay, told once
    («точное соответствие» stood there four times, played by hand, 26).
    """
    match, phones = selling(client)
    sell(phones[0], match)
    answer = "Куриная лапа + скорпион, заказано зелье ускорения: «точное соответствие»."
    told = [told_above(page_of(phone, match)) for phone in phones]
    assert [answer in words for words in told] == [True, False, False]
    assert told[0].count("точное соответствие") == 1
    assert "Гарантия сдержана: вы получаете 4 золотых." in told[0]


def test_orders_are_offered_as_they_lie_on_the_buyer(client: Client) -> None:
    """sell.slots: which orders a sale closes goes by their places; the ranger wants G+, B+, R-."""
    match, phones = selling(client)
    state = GAME.decode(match.start)
    buyers = ("ranger", *(buyer for buyer in state.adventurers if buyer != "ranger"))
    lay(match, evolve(state, adventurers=buyers[: len(state.adventurers)]))
    page = page_of(phones[0], match)
    assert re.findall(r'<button[^>]*value="order (\S+) 0"', page) == ["G+", "B+", "R-"]


def test_a_theory_that_falls_is_told_above_the_table_of_whoever_debunked_it(client: Client) -> None:
    """debunk.success: however much came after it, the most important sentence doesn't give way."""
    state = games.theory(games.table(), "toad", "a0", dict.fromkeys(range(3), "gold"))
    match, phones = laid(client, games.cubes(state, "debunk", [(0, 1)]))
    phone = phones[0]
    assert send(phone, match, 0, "debunk toad R").status_code == 302
    assert "Теория опровергнута: жаба" in told_above(page_of(phone, match))


def test_a_debunk_that_fails_is_told_with_what_it_costs(client: Client) -> None:
    """debunk.fail: «опровергнуть не удалось» once stood in the log alone (played by hand, 1)."""
    state = games.theory(games.table(), "toad", "a1", {1: "gold"})
    match, phones = laid(client, games.cubes(state, "debunk", [(0, 1), (1, 1)]))
    colour = next(colour for colour in "RGB" if not fails(state, colour))
    send(phones[0], match, 0, f"debunk toad {colour}")
    send(phones[1], match, 1, "decline")
    told = told_above(page_of(phones[0], match))
    assert "Вы: опровергнуть не удалось. Вы: репутация 10 → 9." in told


def fails(state: State, colour: str) -> bool:
    """Whether the theory on the toad is wrong in a colour, in the game DEMO."""
    true = state.truth[INGREDIENTS.index("toad")]
    return colour in wrong_colours("a1", true)


def test_whatever_a_move_is_answered_by_is_told_above_the_table() -> None:
    """What only follows from a move, and no key has said: gold, reputation, seals, harm, what all bid."""
    results = {"sale_paid", "sale_unpaid", "merchants_help", "barmaids_help", "bid", "sale_order"}
    harm = {"paralysed", "poisoned", "suffered_before", "student_unhappy", "reputation", "debunk_vain"}
    others = {"seal_falls", "seal_hedges", "grant_taken", "conference", "top_alchemist", "drawn"}
    assert results | harm | others <= table_of("alchemists").ANSWERS


def test_whoever_draws_reads_what_came(client: Client) -> None:
    """order.cards: «Оля берёт 2 ингредиента» told nobody which (played by hand, 15)."""
    state = games.deck(games.table(), "fern toad")
    state = evolve(state, phase="order", at=0, spaces=("",) * 3, sequence=())
    match, phones = laid(client, state)
    seat = replay(match).to_act[0]
    send(phones[seat], match, seat, "space i2")
    told = [told_above(page_of(phone, match)) for phone in phones]
    assert ["Вам пришло: папоротник и жаба." in words for words in told] == [n == seat for n in range(3)]
    assert "ерёт 2 ингредиента" not in told[seat]
    assert all("ерёт 2 ингредиента" in words for n, words in enumerate(told) if n != seat)


def test_favours_that_come_in_the_move_of_another_are_told_first(client: Client) -> None:
    """unused.pairs: the round ends with somebody else's move, and only their owner learns which came."""
    state = games.favour_deck(games.table(), "merchant")
    state = games.board(state, 0, unused=2, cubes=state.boards[0].cubes - 2)
    match, phones = laid(client, games.cubes(state, "drink", [(1, 1)]))
    send(phones[1], match, 1, "decline")
    pages = [page_of(phone, match) for phone in phones]
    first = [page.partition('class="news-line at-first"')[2].partition("</span>")[0] for page in pages]
    assert ["Ваши новые услуги: «Купец»." in words for words in first] == [True, False, False]
    assert "А берёт 1 услугу" in told_above(pages[2])


def test_the_key_to_an_artifact_tells_its_points(client: Client) -> None:
    """artifact.points: six points on the Silver Chalice; those of the Wisdom Idol are told by its rule."""
    state = games.favours(games.dealt(games.table(3, 4), "silver_chalice"), {0: "shopkeeper"})
    match, phones = laid(client, games.cubes(state, "buy_artifact", [(0, 1)]))
    page = page_of(phones[0], match)
    for n in (0, 1):
        key = page.partition(f'value="buy silver_chalice {n}"')[2].partition("</button>")[0]
        assert "6 очков" in key


def test_an_auction_names_those_who_sell(client: Client) -> None:
    """sell.discount: who sells lies open, what is offered doesn't, nor who has chosen."""
    state = games.cubes(
        games.hand(games.table(), {0: "mushroom toad", 1: "fern claw"}), "sell", [(0, 1), (1, 1)]
    )
    match, phones = laid(client, state)
    send(phones[0], match, 0, "bid 2")
    for phone in phones:
        assert "Выбирают: А, Б" in page_of(phone, match)


ONE_CUBE = {"seat": 0, "plan": [["forage", 1]]}
EVENTS = [
    # planning.sequence: cubes kept back are told of only where there are any.
    ("planned", {**ONE_CUBE, "n": 0}, "А планирует: «Сбор ингредиентов» ×1."),
    ("planned", {**ONE_CUBE, "n": 2}, "А планирует: «Сбор ингредиентов» ×1. Не поставлено кубов: 2."),
    # exhibition.place: it covers the student and the drinking of potions.
    ("round_started", {"n": 5}, "Раунд 5. Студент доволен."),
    ("round_started", {"n": 6}, "Раунд 6. Вместо тестов и испытаний выставка зелий."),
    # sell.discount: the card of no discount shows a smile, too; nothing is told with zeros.
    ("bid", {"seat": 0, "n": 0, "smiles": 1}, "А предлагает продать без скидки, 1 улыбка."),
    ("bid", {"seat": 0, "n": 2, "smiles": 3}, "А предлагает скидку 2, 3 улыбки."),
]


@pytest.mark.parametrize(("code", "params", "said"), EVENTS)
def test_an_event_is_told_in_words(code: str, params: dict[str, Any], said: str) -> None:
    told = render(CONTENT, "event", code, params, "ru", ["А"])
    assert told.replace("\N{NO-BREAK SPACE}", " ") == said


def test_the_gold_of_a_grant_is_told_in_the_log() -> None:
    """grants.take: two gold at once."""
    state = games.theory(games.hand(games.table(), {0: "fern"}), "toad", "a0", {0: "gold"})
    state = games.ready(games.cubes(state, "publish", [(0, 1)]))
    _, events = games.play(state, "publish scorpion", "token a1", "seal silver")
    (event,) = [event for event in events if event.kind == "grant_taken"]
    said = render(CONTENT, "event", event.kind, event.params, "ru", ["А"])
    assert said.replace("\N{NO-BREAK SPACE}", " ").endswith("и 2 золотых.")


def publishing(client: Client) -> tuple[Client, Match]:
    """А publishes about the toad, with the token a0."""
    match = begin(client, "phone", "phone", "phone")
    state = games.ready(games.cubes(games.table(), "publish", [(0, 1)]))
    lay(match, games.play(state, "publish toad", "token a0")[0])
    return seat_at(client, match, 0), match


def test_a_seal_has_one_name_on_its_key_and_in_the_log(client: Client) -> None:
    """reveal.hedge: a mistake in the seal's own colour alone costs nothing."""
    phone, match = publishing(client)
    page = page_of(phone, match)
    key = page.partition('value="seal hedge_R"')[2].partition("</button>")[0]
    said = render(CONTENT, "move", "seal", {"seal": "hedge_R"}, "ru")
    name = said.replace("\N{NO-BREAK SPACE}", " ").partition(": ")[2]
    assert name == "«сомнение в красном»"
    assert f"<b>{name}</b>" in key
    assert "ошибка −4, только в красном — 0" in key
    assert "Печать без звезды" not in page


def test_a_key_of_the_exhibition_says_who_has_shown_the_potion(client: Client) -> None:
    """exhibition.first: whoever shows a potion first gains reputation."""
    state = games.board(games.hand(games.table(3, 6), {0: "mushroom toad"}), 1, exhibited=("R+",))
    match, phones = laid(client, games.cubes(state, "exhibition", [(0, 1)]))
    page = page_of(phones[0], match)
    keys = {
        code: page.partition(f'value="promise {code}"')[2].partition("</button>")[0] for code in ("R+", "G-")
    }
    assert "уже показано: Б" in keys["R+"]
    assert "первый показ" in keys["G-"]


def test_an_icon_keeps_a_space_before_its_number(client: Client) -> None:
    match, (phone, *_) = selling(client)
    send(phone, match, 0, "order G+ 0")
    page = page_of(phone, match)
    key = page.partition('value="guarantee exact"')[2].partition("</button>")[0]
    assert re.search(r"</svg>(&nbsp;| )\+4", key)


# The notebook


def test_a_crossed_cell_says_why_and_quickly(client: Client) -> None:
    """mushroom + toad = healing (R+): both red signs are plus, so the toad is no a0."""
    match, (phone, *_) = student_waits(client)
    send(phone, match, 0, "mix mushroom toad")
    url = f"{match.get_absolute_url()}/notebook/1?cell=toad.a0"
    text_of(phone, url, **HTMX)
    began = process_time()
    said = text_of(phone, url, **HTMX)
    assert process_time() - began < QUICK
    assert said.lstrip().startswith("<section")
    assert "Потому что" in said
    assert "Гриб + жаба" in said or "гриб + жаба" in said
    whole = text_of(phone, f"{match.get_absolute_url()}/notebook/1")
    assert "5 760 миров" in whole
    assert "40 320 миров" in text_of(phone, f"{match.get_absolute_url()}/notebook/0")


def test_nobody_reads_the_notebook_of_another_seat(client: Client) -> None:
    """setup.secret: notes stand behind the screen."""
    match, phones = student_waits(client)
    url = match.get_absolute_url()
    watching = Client()
    watching.get(f"/play/l/{match.viewer_token}")
    send(phones[0], match, 0, "mix mushroom toad")
    for path in ("notebook/1", "notebook/1?cell=toad.a0", "advice/experiments"):
        assert watching.get(f"{url}/{path}").status_code == 403
        assert Client().get(f"{url}/{path}").status_code == 403
    assert "40 320 миров" in text_of(phones[1], f"{url}/notebook/1")


def test_the_notebook_stays_behind_the_curtain(client: Client) -> None:
    """Two people at one phone: nobody's notes are shown until somebody has taken it."""
    match = begin(client, "here", "here")
    url = match.get_absolute_url()
    assert client.get(f"{url}/notebook/0").status_code == 403
    assert client.get(f"{url}/advice/experiments").status_code == 403


def test_what_to_try_next_is_advised_from_the_seats_own_things(client: Client) -> None:
    match, phones = student_waits(client)
    for topic in ("sales", "theories", "debunks", "exhibition", "experiments"):
        page = text_of(phones[0], f"{match.get_absolute_url()}/advice/{topic}")
        assert 'aria-current="page"' in page, topic
    assert "Гриб + жаба" in page
    assert "Папоротник" not in page, "only the hand"


def test_what_the_notebook_does_not_have_is_not_found(client: Client) -> None:
    match, phones = student_waits(client)
    phone, url = phones[0], match.get_absolute_url()
    assert phone.get(f"{url}/advice/luck").status_code == 404
    assert phone.get(f"{url}/notebook/99").status_code == 404
    assert phone.get(f"{url}/notebook/0?cell=dragon.a0", **HTMX).status_code == 200
    other = start(client, "here", "random", "random")
    assert client.get(f"{other.get_absolute_url()}/notebook/0").status_code == 404


def test_the_question_says_what_a_test_on_an_unhappy_student_costs(client: Client) -> None:
    """student.price: it was said beside the area alone, and without the word for gold; before that the
    template asked for a field that no drawing has.
    """
    match, phones = student_waits(client)
    for unhappy in (False, True):
        lay(match, evolve(GAME.decode(match.start), unhappy=unhappy))
        page, phone = page_of(client, match), page_of(phones[0], match)
        assert ("Что дать студенту? Он недоволен: тест стоит 1 золотой." in phone) == unhappy
        for each in (page, phone):
            assert ("студент недоволен: тест за 1 золотой" in each) == unhappy


@pytest.mark.parametrize(
    ("gone", "asks"),
    [
        ("", "Возьмите открытый ингредиент или верхний из колоды."),
        ("row", "Открытых ингредиентов не осталось: возьмите верхний из колоды."),
        ("deck", "Колода и сброс пусты: возьмите открытый ингредиент."),
    ],
)
def test_the_question_offers_only_what_there_are_keys_for(client: Client, gone: str, asks: str) -> None:
    """forage.take: it said «открытый или верхний из колоды» where one of the two was gone."""
    table = games.table()
    if gone == "row":
        table = games.row(table, "")
    elif gone == "deck":
        table = games.hand(table, {2: " ".join(table.deck)})
    match, phones = laid(client, games.cubes(table, "forage", [(0, 2), (1, 1)]))
    assert asks in page_of(phones[0], match)


def test_who_is_asked_reads_what_the_artifact_does(client: Client) -> None:
    """periscope.when: «Заглянуть «Перископом»?» says nothing to whoever has never used it."""
    state = games.hand(games.table(), {0: "mushroom toad", 1: "fern claw"})
    state = games.artifacts(games.cubes(state, "student", [(0, 1), (1, 1)]), {1: "periscope"})
    match, phones = laid(client, state)
    send(phones[0], match, 0, "mix mushroom toad")
    page = page_of(phones[1], match)
    rule = CONTENT.card_by_id["periscope"].rule.ru.replace("\N{NO-BREAK SPACE}", " ")
    assert re.search(rf'Заглянуть «Перископом».*?class="stage-about muted">{re.escape(rule)}<', page)
    assert re.search(r'class="btn at-choice second" name="move" value="decline"', page)


# The editor


def test_the_editor_takes_a_position_and_plays_it(client: Client) -> None:
    response = client.post("/play/alchemists/position", {**EDITOR.fields, "do": "play"})
    match = Match.objects.get(public_id=response.url.rsplit("/", 1)[-1])
    assert replay(match).state.screens[0].hand == ("mushroom", "toad")
    assert "Что дать студенту?" in page_of(client, match)


def form_of(client: Client, short: dict[str, Any]) -> dict[str, Any]:
    """What a browser would send of the editor's form for a shared position."""
    return Form(client.get(f"/play/alchemists/position/edit?p={pack(short)}").content.decode(), "editor").sent


def test_options_that_are_no_table_are_refused_in_the_editor(client: Client) -> None:
    fields = {**form_of(client, OPEN), "rest": json.dumps({"options": 5}), "do": "check"}
    assert client.post("/play/alchemists/position", fields).status_code == 422


def test_a_position_without_a_world_is_dealt_once(client: Client) -> None:
    """Whoever plays from the same address has the same secret; another position has another."""
    worlds = []
    for short in (OPEN, OPEN, {**OPEN, "round": 3}):
        response = client.post("/play/alchemists/position", {**form_of(client, short), "do": "play"})
        match = Match.objects.get(public_id=response.url.rsplit("/", 1)[-1])
        state = replay(match).state
        worlds.append((state.truth, state.deck, state.screens, state.favours))
    assert worlds[0] == worlds[1]
    assert worlds[0][0] != worlds[2][0]


def test_each_seat_may_play_at_a_level_of_its_own(client: Client) -> None:
    """levels.mixed: “… the apprentice side for one, the master's rules for the rest”."""
    form = {"kind-0": "here", "kind-2": "random", "kind-3": "random", "option-level": "master"}
    page = client.post("/play/alchemists/new", form | {"level-0": "apprentice", "level-1": "apprentice"})
    (match,) = Match.objects.all()
    assert page.status_code == 302
    assert match.config["options"]["level"] == "apprentice,master,master"


def test_levels_that_were_chosen_stand_in_the_form_again(client: Client) -> None:
    page = client.post("/play/alchemists/new", {"kind-0": "here", "level-0": "master"})
    assert page.status_code == 422
    assert '<option value="master" selected>магистр' in page.content.decode()
