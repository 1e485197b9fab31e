"""Examples of the rules of «Алхимики»: the laboratory, the notebook, the score sheet, and the board."""

import re
from html import unescape

import pytest
from django.urls import reverse

from rulebook.content import reading
from simulator.cases import casebook
from tests.daily import daily

pytestmark = pytest.mark.django_db
GAME = reading.load("alchemists")
CASES = [case for case in casebook.cases() if case.game == "alchemists"]
OPENED = ("laboratory", "position", "new")
SHOWN = [case for case in CASES if "scenarios" in case.source]


def page(client, case_id, step=None, lang="ru"):
    prefix = "/en" if lang == "en" else ""
    query = "" if step is None else f"?step={step}"
    return client.get(f"{prefix}/play/alchemists/example/{case_id}{query}")


def text_of(response):
    """What a reader sees, without tags and with single spaces."""
    body = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", unescape(body).replace("\u00a0", " "))


def steps_of(case):
    """How many steps an example has by its case: laboratory and board show their opening, too."""
    if case.start == "notebook":
        return max(1, len(case.begins["facts"])) if "bad_position" not in case.expect else 1
    return max(1, len(case.moves) + (case.start in OPENED and "bad_position" not in case.expect))


@pytest.mark.long
@pytest.mark.parametrize("case", daily(CASES, CASES[::90]), ids=lambda case: case.id)
def test_every_example_opens_at_its_last_step_and_no_further(client, case):
    steps = steps_of(case)
    response = page(client, case.id, steps - 1)
    assert response.status_code == 200
    assert case.title["ru"] in text_of(response)
    assert page(client, case.id, steps).status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("case", daily(SHOWN, SHOWN[1::36]), ids=lambda case: case.id)
def test_an_example_in_english_calls_the_players_by_their_english_names(client, case):
    body = unescape(page(client, case.id, steps_of(case) - 1, "en").content.decode())
    assert case.title["en"] in body
    shown = body.partition('<div id="example">')[2]
    assert [name for name in GAME.people if name in shown] == []


def test_the_example_of_a_rule_is_one_of_those_shown():
    told = [clause for clause in GAME.clauses if clause.scenario]
    assert [c.id for c in told if casebook.find("alchemists", c.scenario) not in SHOWN] == []
    assert told


# --- The laboratory -----------------------------------------------------------------------------------------


def test_the_laboratory_says_what_came_out_and_who_mixed(client):
    text = text_of(page(client, "first-experiment", 1))
    assert "Оля, тест на студенте: зелье исцеления" in text
    assert "Гриб + жаба: зелье исцеления" in text or "гриб + жаба: зелье исцеления" in text.lower()
    assert "шаг 2 из 2" in text


def test_the_first_step_of_the_laboratory_shows_no_answer(client):
    assert "исцеления." not in text_of(page(client, "first-experiment", 0)).replace("зелье исцеления ", "")


def test_the_theories_on_the_board_are_drawn(client):
    before = page(client, "green-check-succeeds", 1).content.decode()
    after = page(client, "green-check-succeeds", 2).content.decode()
    assert "Поле теорий" in before
    assert "Поле теорий" not in after


# --- What a step says ---------------------------------------------------------------------------------------


def link_to(clause):
    return f'href="{reverse("rulebook:clause", args=["alchemists", clause])}'


LAST = -1
CLASH = "2 факта вместе невозможны: хотя бы один записан неверно."
SAID = [  # the example, its step, what a reader sees there and what not
    # The laboratory: a refusal names its rule, a code that is none is explained.
    ("toad-and-toad", 1, [GAME.clause_by_id["mix.different"].number], []),
    ("code-of-five-letters", None, ["GOLEM"], []),
    # The notebook goes fact by fact, tells of a clash where it begins, and why a fact is refused.
    ("grid-4-back-to-the-sale", 2, ["шаг 3 из 3", "мудрости"], []),
    ("facts-that-clash", 1, [], ["хотя бы один записан неверно"]),
    ("facts-that-clash", 2, [CLASH], []),
    ("fact-about-a-frog", None, ["frog"], []),
    # The sheet explains reputation line by line, tells an entry in words, and the winner at the end.
    ("blue-zone-18-to-11", 1, ["Оля 11", GAME.clause_by_id["reputation.blue"].number], []),
    ("three-players-three-places", 3, ["Печать: жаба, Рита: лицом вниз"], ["seal toad"]),
    ("whole-game-counted", LAST, ["Победа: Оля"], []),
]


@pytest.mark.parametrize(("case_id", "step", "seen", "unseen"), SAID)
def test_a_step_says_what_it_is_about(client, case_id, step, seen, unseen):
    last = len(casebook.find("alchemists", case_id).moves) - 1
    text = text_of(page(client, case_id, last if step == LAST else step))
    assert [words for words in seen if words not in text] == []
    assert [words for words in unseen if words in text] == []


@pytest.mark.parametrize(
    ("case_id", "step", "clause"),
    [("toad-and-toad", 1, "mix.different"), ("third-gold-seal", LAST, "seals.supply")],
)
def test_a_refusal_leads_to_its_rule(client, case_id, step, clause):
    """Also that of an entry of the sheet, which keeps what stood there."""
    last = len(casebook.find("alchemists", case_id).moves) - 1
    assert link_to(clause) in page(client, case_id, last if step == LAST else step).content.decode()


def test_the_blue_zone_is_named_and_players_are_called_by_their_english_names(client):
    assert "синяя зона" in text_of(page(client, "blue-zone-18-to-11", 1)).lower()
    assert "Rita" in text_of(page(client, "three-players-three-places", 3, "en"))


@pytest.mark.parametrize("game_id", ["poison", "potions"])
def test_the_sheets_of_the_other_games_are_told_the_same_way(client, game_id):
    for case in casebook.cases():
        if case.game == game_id and case.sheet and case.moves and "refusal" not in case.expect:
            last = len(case.moves) + 4 * len(case.sheet["players"]) * len(case.sheet.get("rounds", [])) - 1
            response = client.get(f"/play/{game_id}/example/{case.id}?step={last}")
            assert response.status_code == 200
            assert case.moves[-1] not in text_of(response)


# --- Nonsense -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "alchemists/example/nothing-like-it",
        "alchemists/example/first-experiment?step=99",
        "poison/example/first-experiment",
        "chess/example/first-experiment",
    ],
)
def test_what_isn_t_there_is_not_found(client, path):
    assert client.get(f"/play/{path}").status_code == 404


@pytest.mark.parametrize("step", ["-1", "two", "1.5", "", "9" * 40])
def test_a_step_that_is_no_number_is_refused_and_not_an_error(client, step):
    assert page(client, "first-experiment", step).status_code in (400, 404)


def test_a_fragment_comes_alone(client):
    response = client.get("/play/alchemists/example/first-experiment", headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
