"""What questions and keys of the table say: whole sentences, prices, what favours do, why nothing goes."""

import re
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from django.test import Client

from games.alchemists.rulebook.templatetags.alchemists import within_quotes
from games.alchemists.simulator.engine.state import ASSOCIATES, Act, Planning, State, top
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.test_pages_table import begin, text_of
from games.alchemists.tests.simulator.test_table import draw
from rulebook.content import reading
from rulebook.wording.sentences import NamesTold, render
from simulator.engine.evolve import evolve
from simulator.game import engine_of
from simulator.models import Match
from tests.simulator.test_pages_table import lay, seat_at

GAME, CONTENT = engine_of("alchemists"), reading.load("alchemists")
TABLES: WeakKeyDictionary[Client, tuple[Match, dict[int, Client]]] = WeakKeyDictionary()


def page_of(client: Client, state: State, seat: int = 0) -> str:
    """The page of a seat in this position; a test has one table, at which all its positions are laid."""
    if client not in TABLES:
        match = begin(client, "here", *["phone"] * (state.players - 1))
        TABLES[client] = match, {0: client}
    match, phones = TABLES[client]
    lay(match, state)
    if seat not in phones:
        phones[seat] = seat_at(client, match, seat)
    return text_of(phones[seat], match.get_absolute_url())


def asked(page: str) -> str:
    """The open question in words."""
    return words_of(page.partition('id="al-asked"')[2].partition(">")[2].partition("</h2>")[0])


def key(page: str, move: str) -> str:
    """The key of a move in words."""
    return words_of(page.partition(f'value="{move}"')[2].partition(">")[2].partition("</button>")[0])


def words_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).replace("&nbsp;", " ").split())


def said(kind: str, code: str, **params: object) -> str:
    text = render(CONTENT, kind, code, params, "ru", ["А"])
    return text.replace("\N{NO-BREAK SPACE}", " ")


def selling(hand: str, favours: dict[int, str]) -> State:
    """The first seat sells to the barbarian (R+, G+, B-), all orders open, in the game DEMO."""
    state = games.favours(games.hand(games.table(), {0: hand}), favours)
    return games.ready(games.cubes(state, "sell", [(0, 1)]))


@pytest.mark.django_db
def test_a_key_has_the_whole_sentence_of_its_move(client: Client) -> None:
    """«Ваш ход: „22 куба“» stood in the line of a lost network (played by hand, 3)."""
    page = page_of(client, games.acting("publish", [(0, 1)], {0: "mushroom toad"}))
    assert 'data-words="Опубликовать: гриб"' in page
    keys = re.findall(r'<button class="btn second role al-key[^>]*>', page)
    assert keys
    assert all("data-words=" in each for each in keys)


def test_quotation_marks_within_others_are_the_inner_ones() -> None:
    assert within_quotes("«Сбор ингредиентов»: 2 действия") == "„Сбор ингредиентов“: 2 действия"
    assert within_quotes("Play “Barmaid”") == "Play ‘Barmaid’"


def test_one_favour_is_played_without_a_number() -> None:
    """«Играет „Трактирщицу“: карт 1» (played by hand, 27)."""
    one = said("event", "barmaids_help", seat=0, n=1, level="level_exact")
    assert one.startswith("А играет «Трактирщицу». Засчитано:")
    assert said("event", "merchants_help", seat=0, n=1, gold=1) == "А играет «Купца»: +1 золотой."
    assert said("event", "merchants_help", seat=0, n=2, gold=1) == "А играет «Купца» (2 карты): +1 золотой."
    assert said("event", "merchants_help", seat=0, n=1, gold=0) == "А играет «Купца»."
    assert said("move", "barmaid", n=1) == "Сыграть «Трактирщицу»"


@pytest.mark.parametrize(
    ("lang", "told"), [("ru", "Вы играете «Купца»: +1 золотой."), ("en", "You play the Merchant: +1 gold.")]
)
def test_what_a_favour_brings_the_reader_agrees_with_them(lang: str, told: str) -> None:
    """«Вы играете „Купца“ и получает 1 золотой» (an evening by hand)."""
    names = NamesTold.to(["А"], 0)
    text = render(CONTENT, "event", "merchants_help", {"seat": 0, "n": 1, "gold": 1}, lang, names)
    assert text.replace("\N{NO-BREAK SPACE}", " ") == told


@pytest.mark.django_db
def test_the_only_favour_of_its_kind_is_played_by_a_key_without_a_number(client: Client) -> None:
    state, _ = games.play(selling("scorpion claw", {0: "barmaid"}), "order G+ 0", "guarantee exact")
    assert key(page_of(client, state), "barmaid 1") == "Сыграть"
    state, _ = games.play(selling("scorpion claw", {0: "barmaid barmaid"}), "order G+ 0", "guarantee exact")
    page = page_of(client, state)
    assert [key(page, f"barmaid {n}") for n in range(3)] == ["Не играть", "Сыграть 1", "Сыграть 2"]


@pytest.mark.django_db
def test_a_discount_is_called_alike_by_its_key_and_by_the_hint(client: Client) -> None:
    """Hint «Скидка 0», key «Без скидки» (played by hand, 31)."""
    page = page_of(client, games.acting("sell", [(0, 1), (1, 1)], {0: "mushroom toad", 1: "fern claw"}))
    for n, name in enumerate(("Без скидки", "Скидка 1", "Скидка 2")):
        assert said("move", "bid", n=n) == name
        assert key(page, f"bid {n}").startswith(name)


@pytest.mark.django_db
def test_the_question_says_what_an_ingredient_brings(client: Client) -> None:
    """transmute.do: a gold, and one for each Sage (played by hand, 34)."""
    state = games.favours(games.hand(games.table(), {0: "mushroom"}), {0: "sage"})
    page = page_of(client, games.ready(games.cubes(state, "transmute", [(0, 1)])))
    assert asked(page).startswith("Какой ингредиент сбросить? За него дадут 1 золотой.")
    assert key(page, "transmute mushroom 1") == "Гриб с «Мудрецом»: 2 золотых"


@pytest.mark.django_db
def test_an_order_says_what_the_merchant_brings_to_it(client: Client) -> None:
    """merchant.slot, merchant.two: gold for the first seller, a closed order for others (12)."""
    first = page_of(client, selling("scorpion claw", {0: "merchant"}))
    assert key(first, "order G+ 1").endswith("с «Купцом»: ещё 1 золотой")
    state = games.hand(games.table(), {0: "scorpion claw", 1: "fern toad"})
    state = games.favours(state, {1: "merchant merchant"})
    state = games.cubes(state, "sell", [(0, 1), (1, 1)])
    state, _ = games.play(
        games.ready(state), "bid 0", "bid 0", "order G+", "guarantee exact", "mix claw scorpion"
    )
    later = page_of(client, state, 1)
    assert key(later, "order R+ 1").endswith("с «Купцом»: закрытый заказ")
    assert key(later, "order R+ 2").endswith("с «Купцом» ×2: закрытый заказ, ещё 1 золотой")
    assert key(later, "order B- 1").endswith("с «Купцом»: ничего не прибавит")


@pytest.mark.django_db
def test_gold_of_the_merchant_is_told_where_a_guarantee_is_chosen(client: Client) -> None:
    """«+4 золотых», and five came (played by hand, 12)."""
    state, _ = games.play(selling("scorpion claw", {0: "merchant"}), "order G+ 1")
    assert "«Купец» даст ещё 1 золотой." in asked(page_of(client, state))


@pytest.mark.django_db
def test_chances_of_a_sale_count_the_barmaid_in_play(client: Client) -> None:
    """barmaid.level: a level better; nothing counts as wrong any more (played by hand, 24)."""
    state = selling("mushroom fern", {0: "barmaid"})
    sales = [games.play(state, "order G+ 0", "guarantee sign", f"barmaid {n}")[0] for n in (0, 1)]
    plain, helped = (page_of(client, each) for each in sales)
    assert "Трактирщица" not in asked(plain)
    assert "«Трактирщица» поднимет качество на уровень." in asked(helped)
    assert "Неправильный знак" in key(plain, "mix mushroom fern")
    assert "Неправильный знак" not in key(helped, "mix mushroom fern")


UNSEEN = "Этого не увидит никто, кроме вас."


ONLY_DECLINED: list[tuple[str, str, dict[str, int], str, bool]] = [
    ("debunk", "", {}, "Опровергать нечего: на поле ни одной теории. Остаётся отказаться. 11.1", False),
    (
        "buy_artifact",
        "",
        {"gold": 1},
        "Золота не хватит: у вас 1, а самый дешёвый артефакт стоит 3. Остаётся отказаться.",
        False,
    ),
    ("student", "toad toad", {}, "Смешать нечего: нужны карты двух разных видов.", True),
    ("drink", "toad", {}, "Смешать нечего: нужны карты двух разных видов.", False),
    ("transmute", "", {}, "Ингредиентов на руке нет, сбросить нечего.", False),
    ("publish", "", {"gold": 0}, "Публикация стоит 1 золотой, а у вас столько нет.", False),
]


@pytest.mark.django_db
def test_whoever_can_only_decline_reads_why(client: Client) -> None:
    """debunk.when, artifact.buy: a question without a key and without a reason (played by hand, 7 and 8).
    Ruling 107: others are told nothing of it, which is said only where they don't see it anyway.
    """
    for area, hand, changes, why, hidden in ONLY_DECLINED:
        state = games.board(games.hand(games.table(), {0: hand}), 0, **changes)
        state = games.dealt(state, "periscope", "printing_press", "boots_of_speed")
        page = page_of(client, games.ready(games.cubes(state, area, [(0, 1)])))
        assert asked(page).startswith(why), area
        assert "Процент" not in asked(page), area
        assert (UNSEEN in page) == hidden, area


# Questions that some are asked only in order that nobody learns who needn't be


def planned(favours: str) -> State:
    """The last seat plans first, and has set a cube for foraging; one question is left."""
    state = games.favours(games.table(), {2: favours})
    state = games.ready(evolve(state, phase="plan", at=0))
    while isinstance(frame := top(state.agenda), Planning) and frame.area != ASSOCIATES:
        n = int(frame.area == 0)
        state, _ = games.play(state, next(text for text in games.legal(state) if text.endswith(f" {n}")))
    return state


@pytest.mark.django_db
def test_whoever_has_no_associate_is_told_why_the_plan_is_asked_about(client: Client) -> None:
    """Ruling 107: the question tells nobody which favour is in hand (played by hand, 14)."""
    with_card, without = planned("associate"), planned("merchant")
    assert asked(page_of(client, with_card, 2)).startswith("План готов? «Приспешник» поставил бы ваши кубы")
    said_without = asked(page_of(client, without, 2))
    assert said_without.startswith("План готов? «Приспешника» у вас нет")
    for seat in (0, 1, None):
        assert draw(with_card, seat) == draw(without, seat)


@pytest.mark.django_db
def test_two_favours_that_are_the_same_are_said_to_be(client: Client) -> None:
    """setup.favours: one key stood there without a word (played by hand, 13)."""
    for seed in range(60):
        state = GAME.new_game({"players": 2, "options": {}}, seed).state
        if len(set(state.screens[0].favours)) == 1:
            break
    assert asked(page_of(client, state)).startswith("Обе услуги одинаковы")


def test_the_custodian_stands_in_the_plan_from_beginning_to_end() -> None:
    """It appeared between the areas and vanished again (played by hand, 30)."""
    for favours, there in (("custodian", True), ("merchant", False)):
        state = games.favours(games.table(), {2: favours})
        state = games.ready(evolve(state, phase="plan", at=0))
        assert ("custodian" in [each.id for each in draw(state, 2).field.places]) == there
        while isinstance(frame := top(state.agenda), Planning) and frame.area != ASSOCIATES:
            n = int(frame.area == 0)
            state, _ = games.play(state, next(text for text in games.legal(state) if text.endswith(f" {n}")))
        question = draw(state, 2).question
        assert question is not None
        assert ("custodian" in [each.face.code for each in question.plan]) == there


@pytest.mark.django_db
def test_a_formula_that_is_rather_right_is_published_by_one_key(client: Client) -> None:
    """publish.new: two taps for what one means; a formula that is as likely wrong has no key of its own."""
    for seed in range(20):
        state = GAME.new_game({"players": 2, "options": {}}, seed).state
        while GAME.to_act(state) and not likely_key(state):
            seat = min(GAME.to_act(state))
            move = GAME.bots["sensible"](GAME.view(state, seat), GAME.legal_moves(state, seat), seed)
            state = GAME.apply(state, seat, move).state
        if GAME.to_act(state):
            break
    likely = likely_key(state)
    assert likely is not None
    seat, value = min(GAME.to_act(state)), f"{likely.move};token {likely.best}"
    page = page_of(client, state, seat)
    assert int(key(page, value).split()[-2]) > 50
    after, _ = games.play(state, *value.split(";"))
    frame = top(after.agenda)
    assert (frame.ingredient, frame.token) == (likely.move.split()[1], likely.best)


def likely_key(state: State) -> Any:
    """The first key of a publication that has a formula."""
    question = draw(state, min(GAME.to_act(state))).question if type(top(state.agenda)) is Act else None
    return next((each for each in question.keys if each.best), None) if question else None
