"""What the laboratory answers at the table. Each test says the rule it is about, with its clause."""

import pytest
from django.test import Client

from games.alchemists.simulator.deduction.warnings import CLOSED
from games.alchemists.simulator.laboratory.course import facts_of
from games.alchemists.simulator.laboratory.models import LabEntry, Laboratory
from games.alchemists.tests.simulator import laboratories
from games.alchemists.tests.simulator.laboratories import DEMO, NAMES, act, at_seat, by_code, done, reveal
from rulebook.content.typography import typeset

pytestmark = pytest.mark.django_db


def page(client: Client, lab: Laboratory, rest: str = "") -> str:
    return client.get(f"{lab.get_absolute_url()}{rest}").content.decode()


@pytest.mark.parametrize("verb", ["student", "drink", "cap"])
def test_an_experiment_shows_the_potion_to_all_and_the_ingredients_to_nobody_else(
    client: Client, lab: Laboratory, verb: str
) -> None:
    """Mushroom and toad make healing; others see the potion alone (experiment.result)."""
    watcher = by_code(lab)
    n = done(client, lab, 0, f"{verb} toad mushroom")
    for phone in (client, watcher):
        shown = page(phone, lab, f"/result/{n}")
        assert "Зелье исцеления" in shown
        assert "Оля" in shown
        assert "гриб" not in shown.lower()
        assert "жаба" not in shown.lower()
    assert "Оля" in page(watcher, lab, "/log")
    assert "зелье исцеления" in page(watcher, lab, "/log")


def test_a_phone_of_ones_own_shows_its_pair_in_the_outcome_and_not_when_shown_to_all(
    client: Client, lab: Laboratory
) -> None:
    """Who mixed knows of what (experiment.result); what the table sees has no ingredients (lab.show)."""
    phone = at_seat(lab, 1)
    n = done(phone, lab, 1, "student toad mushroom")
    assert "Гриб + жаба" in page(phone, lab, f"/result/{n}")
    assert "Гриб + жаба" in page(phone, lab, "/mine")
    assert "Гриб + жаба" not in page(phone, lab, f"/show/{n}")
    assert "Гриб + жаба" not in page(client, lab, f"/result/{n}")


def test_on_a_shared_phone_what_one_knows_hangs_behind_a_curtain(client: Client, lab: Laboratory) -> None:
    """One phone may serve all; private results wait for their person (lab.several)."""
    done(client, lab, 2, "drink toad mushroom")
    curtain = page(client, lab, "/mine?seat=2")
    assert "Передайте телефон: Рита" in curtain
    assert "Гриб + жаба" not in curtain
    opened = client.post(f"{lab.get_absolute_url()}/mine", {"seat": 2}).content.decode()
    assert "Гриб + жаба" in opened
    other = client.post(f"{lab.get_absolute_url()}/mine", {"seat": 1}).content.decode()
    assert "Гриб + жаба" not in other


def test_the_student_who_drank_something_negative_wants_gold_until_the_round_is_over(
    client: Client, lab: Laboratory
) -> None:
    """The first bad potion is free, later tests of the round cost 1 gold (student.price, student.new)."""
    first = done(client, lab, 0, "student claw flower")
    assert "Этот тест бесплатный" in page(client, lab, f"/result/{first}")
    assert "студент недоволен" in page(client, lab)
    second = done(client, lab, 1, "student toad mushroom")
    assert "уже был недоволен" in page(client, lab, f"/result/{second}")
    done(client, lab, 0, "round")
    assert "студент доволен" in page(client, lab)
    assert typeset("Раунд 2 из 6") in page(client, lab)
    third = done(client, lab, 1, "student toad mushroom")
    assert typeset("жив и доволен") in page(client, lab, f"/result/{third}")


OUTCOMES = [
    # Poison, paralysis and insanity each do something, the rest nothing (drink.effects).
    ("drink toad mushroom", "result", ["Вам ничего не делается"]),
    ("drink toad claw", "result", ["Вам ничего не делается"]),
    ("drink claw flower", "result", ["больницу"]),
    ("drink flower mandrake", "result", ["минус 1"]),
    ("drink flower fern", "result", ["Паралич"]),
    ("drink claw fern", "result", ["больницу"]),
    # Claw and toad make a neutral potion, which is worth 2 and loses a point (sell.reputation).
    ("sell claw toad R+", "result", ["Нейтральный", "Минус"]),
    # A master checks one potion of a pair (debunk.master).
    ("debunk scorpion mushroom G+", "show", ["Да"]),
    ("debunk scorpion mushroom R-", "show", ["Нет"]),
    # Success or not is all that is shown (exhibition.make).
    ("exhibit toad mushroom R+", "show", ["Получилось"]),
    ("exhibit toad claw R+", "show", ["Не получилось"]),
]


@pytest.mark.parametrize(("text", "address", "words"), OUTCOMES)
def test_what_comes_of_it_is_told(
    client: Client, lab: Laboratory, text: str, address: str, words: list[str]
) -> None:
    n = done(client, lab, 0, text)
    for each in words:
        assert each in page(client, lab, f"/{address}/{n}")


@pytest.mark.parametrize(
    ("wanted", "level"),
    [("R+", "Точное соответствие"), ("B+", "Правильный знак"), ("G-", "Неправильный знак")],
)
def test_a_sale_shows_the_quality_level_and_never_the_potion(
    client: Client, lab: Laboratory, wanted: str, level: str
) -> None:
    """The application shows one of four levels instead of the result (sell.make, quality.levels)."""
    phone = at_seat(lab, 0)
    n = done(phone, lab, 0, f"sell mushroom toad {wanted}")
    for one in (phone, client):
        shown = page(one, lab, f"/result/{n}")
        assert level in shown
        assert wanted == "R+" or "исцелени" not in shown


def test_an_apprentice_is_warned_before_a_sign_is_shown_for_nothing(client: Client, lab: Laboratory) -> None:
    """An apprentice checks a colour (debunk.apprentice), and only what is published (debunk.published, ruling
    65): nothing is shown, until it is wanted all the same.
    """
    warned = act(client, lab, 0, "debunk scorpion G")
    assert warned.status_code == 422
    said = warned.json()
    assert set(said) == {"message", "clause", "sure"}
    assert "не записана: скорпион" in said["message"]
    assert said["clause"]["url"].endswith("/debunk.published")
    assert lab.entries.count() == 1
    assert said["sure"] == "debunk scorpion G"
    n = done(client, lab, 0, "debunk scorpion G", sure=True)
    assert "Зелёный плюс" in page(client, lab, f"/show/{n}")


def test_a_caution_read_for_one_choice_is_none_for_another(client: Client, lab: Laboratory) -> None:
    """Each sign shown is shown to all (debunk.apprentice), so each wants a word of its own."""
    body = {
        "seat": 0,
        "text": "debunk scorpion G",
        "sure": "debunk toad G",
        "client_entry_id": "one-of-these",
    }
    warned = client.post(f"{lab.get_absolute_url()}/act", body, **laboratories.JSON)
    assert warned.json()["sure"] == "debunk scorpion G"
    assert lab.entries.count() == 1


def test_a_debunk_of_a_published_theory_needs_no_second_word(client: Client, lab: Laboratory) -> None:
    """An ingredient that has a theory may be checked (debunk.apprentice)."""
    done(client, lab, 1, "theory scorpion a1")
    assert done(client, lab, 0, "debunk scorpion B") == 3


def test_the_caution_works_by_forms_alone(client: Client, lab: Laboratory) -> None:
    """The page comes back with what was chosen and a button for going on (debunk.published)."""
    fields = {"seat": "0", "do": "debunk", "i": "scorpion", "colour": "G", "tool": "debunk"}
    fields |= {"client_entry_id": "form-form-form"}
    warned = client.post(f"{lab.get_absolute_url()}/act", fields)
    assert warned.status_code == 422
    shown = warned.content.decode()
    assert "Всё равно показать" in shown
    assert "/rules/alchemists/debunk.published" in shown
    assert 'class="refusal"' not in shown
    assert 'value="scorpion" checked' in shown
    assert 'name="sure" value="debunk scorpion G"' in shown
    assert lab.entries.count() == 1
    sure = client.post(f"{lab.get_absolute_url()}/act", fields | {"sure": "debunk scorpion G"})
    assert sure.url.endswith("/result/2")


@pytest.mark.parametrize(
    ("rounds", "tool", "words"),
    [
        (0, "sell", "в первом раунде эта область закрыта"),
        (0, "debunk", "в первом раунде эта область закрыта"),
        (0, "theory", "в первом раунде эта область закрыта"),
        (0, "exhibit", "только в последнем раунде"),
        (5, "mix", "на их месте выставка"),
    ],
)
def test_a_tool_out_of_its_round_says_so_with_the_rule_and_works(
    client: Client, lab: Laboratory, rounds: int, tool: str, words: str
) -> None:
    """planning.first_round, debunk.when, exhibition.place: the table hears it and decides."""
    for _ in range(rounds):
        done(client, lab, 0, "round")
    shown = page(client, lab, f"?tool={tool}")
    assert typeset(words) in shown
    assert f"/rules/alchemists/{CLOSED[tool].clause}" in shown
    assert "data-go" in shown
    done(client, lab, 0, "round" if not rounds else "drink toad fern")


def test_a_notice_goes_with_its_round_while_something_is_being_chosen(
    client: Client, lab: Laboratory
) -> None:
    """From the second round all spaces are open (planning.first_round); the form is left alone."""
    lab.refresh_from_db()
    url = f"{lab.get_absolute_url()}?v={lab.version}&tool=sell"
    assert f"v={lab.version}&amp;tool=sell" in page(client, lab, "?tool=sell")
    done(client, lab, 0, "round")
    polled = client.get(url).content.decode()
    assert 'id="lab-notices" hx-swap-oob="true"' in polled
    assert "закрыта" not in polled
    assert "lb-form" not in polled


def test_a_fourth_exhibit_of_four_players_is_told_and_made(client: Client, lab: Laboratory) -> None:
    """With four players each has at most 3 exhibition actions (exhibition.attempts)."""
    for _ in range(3):
        assert typeset("попыток на выставке") not in page(client, lab, "?tool=exhibit")
        done(client, lab, 0, "exhibit toad claw R+")
    assert typeset("Оля: попыток на выставке у каждого 3, а сделано уже 3") in page(
        client, lab, "?tool=exhibit"
    )
    done(client, lab, 0, "exhibit toad claw R+")


def test_a_theory_on_the_board_falls_by_itself_when_it_is_shown_to_be_wrong(
    client: Client, lab: Laboratory
) -> None:
    """A sign that differs from the token debunks the theory (debunk.success); the token leaves the board."""
    done(client, lab, 1, "theory scorpion a2")
    assert "Коля" in page(client, lab, "?tool=theory")
    n = done(client, lab, 0, "debunk scorpion G")
    assert "Теория опровергнута" in page(client, lab, f"/show/{n}")


REFUSED = [  # what was done, who tries what, the sentence or the clause
    ([], 1, "peek", "поздно или ещё рано"),  # never without a foreign cauldron (periscope.when)
    ([(0, "student toad fern")], 0, "peek", "последними смешивали вы"),  # never one's own mix
    ([(0, "exhibit toad mushroom R+")], 0, "exhibit toad mushroom R+", "/exhibition.promise"),
    ([(0, "round")] * 5, 0, "round", "/series.rounds"),  # there are six rounds
    ([(1, "theory scorpion a2"), (0, "debunk scorpion G")], 1, "withdraw scorpion", "/publish.new"),
]


@pytest.mark.parametrize(("before", "seat", "text", "told"), REFUSED)
def test_what_the_rules_forbid_is_refused_with_its_rule(
    client: Client, lab: Laboratory, before: list[tuple[int, str]], seat: int, text: str, told: str
) -> None:
    for each, earlier in before:
        done(client, lab, each, earlier)
    refused = act(client, lab, seat, text)
    assert refused.status_code == 422
    assert told in refused.json()["message"] + refused.json()["clause"]["url"]


def test_the_periscope_shows_its_owner_one_ingredient_and_the_others_only_that_somebody_looked(
    client: Client, lab: Laboratory
) -> None:
    """Right after another's mix, before anything else is done (periscope.when)."""
    looker, mixer = at_seat(lab, 1), at_seat(lab, 2)
    done(mixer, lab, 2, "student toad mushroom")
    assert "Перископ" in page(looker, lab)
    n = done(looker, lab, 1, "peek")
    assert typeset("В котле был ингредиент") in page(looker, lab, f"/result/{n}")
    assert typeset("В котле был ингредиент") not in page(mixer, lab, f"/result/{n}")
    assert typeset("смотрит в Перископ") in page(mixer, lab, "/log")
    late = act(client, lab, 0, "peek")
    assert late.status_code == 422
    assert "Перископ действует сразу" in late.json()["message"]


def test_what_a_shared_phone_sees_through_the_periscope_goes_behind_the_curtain(
    client: Client, lab: Laboratory
) -> None:
    """The others hold the same phone a moment later (lab.several)."""
    done(client, lab, 0, "student toad mushroom")
    response = act(client, lab, 1, "peek")
    assert response.json()["url"].endswith("/mine?seat=1")
    assert typeset("В котле был") not in page(client, lab, "/mine?seat=1")


def test_two_phones_that_press_at_once_begin_one_round(client: Client, lab: Laboratory) -> None:
    """Six rounds, however many phones there are (series.rounds)."""
    phones = {0: client, 1: at_seat(lab, 1)}
    forms = {
        seat: {
            "seat": seat,
            "do": "round",
            "client_entry_id": phone.get(lab.get_absolute_url()).context["round_entry_id"],
        }
        for seat, phone in phones.items()
    }
    for seat, phone in phones.items():
        assert phone.post(f"{lab.get_absolute_url()}/act", forms[seat]).status_code == 302
    assert typeset("Раунд 2 из 6") in page(client, lab)
    again = client.get(lab.get_absolute_url()).context["round_entry_id"]
    client.post(f"{lab.get_absolute_url()}/act", forms[0] | {"client_entry_id": again})
    assert typeset("Раунд 3 из 6") in page(client, lab)


def test_the_great_reveal_shows_every_formula_and_judges_the_theories(
    client: Client, lab: Laboratory
) -> None:
    """All see which ingredient has which formula, and which theories are wrong (reveal.answers)."""
    watcher = by_code(lab)
    done(client, lab, 0, "theory toad a1")
    done(client, lab, 1, "theory claw a2")
    assert client.get(f"{lab.get_absolute_url()}/reveal").status_code == 200
    assert reveal(client, lab).status_code == 302
    shown = page(watcher, lab)
    assert "Большое открытие" in shown
    assert "теория верна" in shown
    assert "теория ошибочна" in shown
    assert watcher.get(f"{lab.get_absolute_url()}/leader").status_code == 200
    late = act(client, lab, 0, "student toad fern")
    assert late.status_code == 422
    assert late.json()["clause"]["url"].endswith("/reveal.answers")


def test_a_retry_over_bad_wifi_makes_nothing_twice(client: Client, lab: Laboratory) -> None:
    """The page's own number tells a second sending from a second experiment."""
    first = act(client, lab, 0, "student toad mushroom", key="the-same-page")
    again = act(client, lab, 0, "student toad mushroom", key="the-same-page")
    assert first.json() == again.json()
    assert lab.entries.count() == 2
    other = act(client, lab, 0, "student toad fern", key="the-same-page")
    assert other.json()["number"] == 3


def test_a_second_person_who_mixes_the_same_at_a_shared_phone_is_no_retry(
    client: Client, lab: Laboratory
) -> None:
    """lab.several: one phone may serve all, and two of them may try one pair after going back to a page."""
    first = act(client, lab, 0, "student toad mushroom", key="the-same-page")
    second = act(client, lab, 1, "student mushroom toad", key="the-same-page")
    assert (first.json()["number"], second.json()["number"]) == (2, 3)
    assert [entry.seat for entry in lab.entries.filter(number__gt=1).order_by("number")] == [0, 1]


def test_a_retried_look_is_not_a_second_look(client: Client, lab: Laboratory) -> None:
    """A peek is stored with what was seen; sent again it shows the same."""
    done(client, lab, 0, "student toad mushroom")
    first = act(client, lab, 1, "peek", key="the-same-page")
    assert act(client, lab, 1, "peek", key="the-same-page").json() == first.json()


def test_entries_are_never_changed_or_deleted(client: Client, lab: Laboratory) -> None:
    entry = lab.entries.get(number=1)
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(TypeError):
        entry.delete()


def test_polls_answer_nothing_until_something_happens_and_stop_after_the_reveal(
    client: Client, lab: Laboratory, django_assert_max_num_queries: object
) -> None:
    """204 leaves what is being chosen alone; 286 brings the answers and ends the asking."""
    watcher = by_code(lab)
    lab.refresh_from_db()
    url = f"{lab.get_absolute_url()}?v={lab.version}"
    with django_assert_max_num_queries(2) as asked:
        assert watcher.get(url).status_code == 204
    assert not any("truth" in query["sql"] for query in asked.captured_queries)
    done(client, lab, 0, "student toad mushroom")
    news = watcher.get(url)
    assert news.status_code == 200
    assert "зелье исцеления" in news.content.decode()
    reveal(client, lab)
    last = watcher.get(url)
    assert last.status_code == 286
    assert "hx-get" not in last.content.decode()
    assert "Вот что было на самом деле" in last.content.decode()


def test_the_notebook_gets_what_a_seat_knows_and_no_more(client: Client, lab: Laboratory) -> None:
    """Facts are what the log shows to that seat (notebook.facts)."""
    done(client, lab, 0, "student toad mushroom")
    done(client, lab, 1, "sell claw fern G+")
    public = done(client, lab, 2, "debunk scorpion G", sure=True)
    assert [(n, fact.kind) for n, fact in facts_of(lab, 0)] == [(2, "mix"), (public, "aspect")]
    assert [(n, fact.kind) for n, fact in facts_of(lab, 1)] == [(3, "sale"), (public, "aspect")]
    assert [(n, fact.kind) for n, fact in facts_of(lab, None)] == [(public, "aspect")]


def test_theories_and_answers_are_poured_into_one_sheet(client: Client, lab: Laboratory) -> None:
    """The sheet of the great reveal begins with what the laboratory knows (reveal.answers)."""
    done(client, lab, 0, "theory toad a1")
    assert client.post(f"{lab.get_absolute_url()}/pour").status_code == 302
    lab.refresh_from_db()
    cells = {entry.cell: entry.text for entry in lab.sheet.entries.all()}
    assert cells["theory.toad"] == "a1"
    assert not any(cell.startswith("truth") for cell in cells)
    reveal(client, lab)
    first = lab.sheet
    response = client.post(f"{lab.get_absolute_url()}/pour")
    assert response.url == first.get_absolute_url()
    cells = {entry.cell: entry.text for entry in first.entries.all()}
    assert {cell: text for cell, text in cells.items() if cell.startswith("truth")} == {
        f"truth.{ingredient}": alchemical for ingredient, alchemical in DEMO.items()
    }
    assert first.names() == list(NAMES)
    assert client.get(response.url).status_code == 200


def test_a_sheet_that_the_table_keeps_already_is_used(client: Client, lab: Laboratory) -> None:
    """Reputation was tracked all evening; the answers go where it stands."""
    client.post("/score/alchemists", {"name": NAMES, "title": "Вечер"})
    reveal(client, lab)
    client.post(f"{lab.get_absolute_url()}/pour")
    lab.refresh_from_db()
    assert lab.sheet.title == "Вечер"


def test_the_page_works_by_forms_alone(client: Client, lab: Laboratory) -> None:
    """Two boxes, a button: the outcome has an address of its own."""
    fields = {"seat": "0", "i": ["toad", "mushroom"], "client_entry_id": "form-form-form", "tool": "mix"}
    response = client.post(f"{lab.get_absolute_url()}/act", {**fields, "do": "student"})
    assert response.url.endswith("/result/2")
    fields |= {"client_entry_id": "form-form-two", "do": "sell", "potion": "R+", "tool": "sell"}
    assert client.post(f"{lab.get_absolute_url()}/act", fields).url.endswith("/result/3")
    fields = {"seat": "0", "i": "toad", "do": "theory", "alchemical": "a1", "tool": "theory"}
    response = client.post(f"{lab.get_absolute_url()}/act", {**fields, "client_entry_id": "form-form-three"})
    assert response.url.endswith("?tool=theory")
    assert LabEntry.objects.filter(text="theory toad a1").exists()
