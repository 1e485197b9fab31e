"""The pages of a notebook: noting by taps, taking back, two devices, links, advice, bad input."""

import json
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.alchemists.simulator.deduction.facts import Fact, to_json
from games.alchemists.simulator.notebook.actions import NOTES_MOST
from games.alchemists.simulator.notebook.models import Note, Notebook
from games.alchemists.tests.simulator import notebooks
from games.alchemists.tests.simulator.notebooks import DEMO_FACTS, book, demo, noted, take_back, tap
from tests.simulator.test_pages_table import start

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def notebook(client: Client) -> Notebook:
    return notebooks.new_notebook(client)


def text_of(response: Any) -> str:
    return " ".join(response.content.decode().replace("\u00a0", " ").split())


def json_note(client: Client, notebook: Notebook, body: Any) -> Any:
    text = body if isinstance(body, str) else json.dumps(body)
    return client.post(f"{notebook.get_absolute_url()}/note", text, content_type="application/json")


# --- Noting -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taps", "fact"),
    [
        ({"tool": "mix", "i": ["toad", "mushroom"], "result": "R+"}, DEMO_FACTS[0]),
        ({"tool": "sale", "i": ["toad", "fern"], "wanted": "G+", "level": "sign"}, DEMO_FACTS[1]),
        (
            {"tool": "foreign", "way": "potion", "i": ["fern"], "result": "G-"},
            Fact("took_part", ("fern",), ("G-",)),
        ),
        (
            {"tool": "foreign", "way": "sale", "i": ["fern"], "wanted": "B+", "level": "sign"},
            Fact("took_part_sale", ("fern",), ("B+", "sign")),
        ),
        (
            {"tool": "debunk", "way": "apprentice", "i": ["toad"], "aspect": "B +"},
            Fact("aspect", ("toad",), ("B", "+")),
        ),
        (
            {"tool": "debunk", "way": "master", "i": ["toad", "claw"], "result": "N", "answer": "yes"},
            Fact("mix", ("toad", "claw"), ("N",)),
        ),
        (
            {"tool": "debunk", "way": "master", "i": ["toad", "claw"], "result": "N", "answer": "no"},
            Fact("not_mix", ("toad", "claw"), ("N",)),
        ),
        (
            {"tool": "guess", "i": ["toad"], "alchemical": "a1", "guess": "is"},
            Fact("is", ("toad",), ("a1",)),
        ),
        (
            {"tool": "guess", "i": ["toad"], "alchemical": "a1", "guess": "is_not"},
            Fact("is_not", ("toad",), ("a1",)),
        ),
    ],
)
def test_a_few_taps_make_a_fact(client: Client, notebook: Notebook, taps: dict[str, Any], fact: Fact) -> None:
    noted(client, notebook, **taps)
    assert book(notebook).facts == (fact,)


def test_another_mix_without_a_look_is_listed_but_says_nothing(client: Client, notebook: Notebook) -> None:
    """notebook.facts: a mix that you didn't peek into says nothing about alchemicals."""
    noted(client, notebook, tool="foreign", way="potion", result="R-")
    noted(client, notebook, tool="foreign", way="sale", wanted="B+", level="wrong")
    found = book(notebook)
    assert found.facts == ()
    assert [line.code for line in found.lines] == ["note_foreign", "note_foreign_sale"]
    assert "Чужой опыт: зелье отравления" in text_of(client.get(notebook.get_absolute_url()))


def test_the_page_says_what_a_note_has_changed_and_offers_to_undo_it(
    client: Client, notebook: Notebook
) -> None:
    response = tap(client, notebook, tool="mix", i=["mushroom", "toad"], result="R+")
    page = text_of(client.get(response.url))
    assert "Гриб + жаба: зелье исцеления" in page
    assert "Было 40 320, осталось 5 760 миров." in page
    assert "Отменить" in page


def test_the_worked_example_is_explained_on_the_page(client: Client) -> None:
    notebook = demo(client)
    page = text_of(client.get(notebook.get_absolute_url()))
    assert "240 миров" in page
    assert "Жаба: синий плюс, <small>следует из записей 1, 2 и 3</small>" in page


def test_a_retry_makes_no_second_note_and_a_page_gone_back_to_makes_one(
    client: Client, notebook: Notebook
) -> None:
    taps = {"tool": "mix", "i": ["mushroom", "toad"], "result": "R+", "client_entry_id": "same-page-1"}
    assert noted(client, notebook, **taps) == noted(client, notebook, **taps) == 1
    assert noted(client, notebook, **{**taps, "result": "B-"}) == 2


def test_two_devices_write_side_by_side_and_nothing_is_lost(client: Client, notebook: Notebook) -> None:
    other = Client()
    assert other.get(f"/notebook/l/{notebook.token}").status_code == 302
    noted(client, notebook, tool="mix", i=["mushroom", "toad"], result="R+")
    noted(other, notebook, tool="mix", i=["fern", "mushroom"], result="N")
    noted(client, notebook, tool="sale", i=["toad", "fern"], wanted="G+", level="sign")
    assert set(book(notebook).facts) == set(DEMO_FACTS)
    assert [note.number for note in notebook.notes.all()] == [1, 2, 3]


def test_a_note_is_never_written_over_or_deleted(client: Client, notebook: Notebook) -> None:
    noted(client, notebook, tool="mix", i=["mushroom", "toad"], result="R+")
    note = notebook.notes.get()
    with pytest.raises(TypeError):
        note.save()
    with pytest.raises(TypeError):
        note.delete()
    with pytest.raises(IntegrityError):
        notebook.notes.create(number=1, kind="fact", data=note.data, client_entry_id="other")


# --- Taking back --------------------------------------------------------------------------------------------


def test_what_is_taken_back_can_be_put_back(client: Client) -> None:
    notebook = demo(client)
    assert take_back(client, notebook, 2).status_code == 302
    assert book(notebook).facts == (DEMO_FACTS[0], DEMO_FACTS[2])
    assert [line.note for line in book(notebook).removed] == [2]
    assert "Убранные записи: 1" in text_of(client.get(notebook.get_absolute_url()))
    take_back(client, notebook, 2, verb="restore")
    assert book(notebook).facts == DEMO_FACTS
    assert Note.objects.count() == 5


def test_all_guesses_go_with_one_tap(client: Client) -> None:
    notebook = demo(client)
    for ingredient, formula in (("toad", "a1"), ("claw", "a0")):
        noted(client, notebook, tool="guess", i=[ingredient], alchemical=formula, guess="is")
    page = text_of(client.get(notebook.get_absolute_url()))
    assert "Считаем с догадками: 2" in page
    take_back(client, notebook, *(line.note for line in book(notebook).guesses))
    assert book(notebook).facts == DEMO_FACTS


def test_a_contradiction_shows_the_fewest_facts_that_clash_and_any_of_them_can_go(client: Client) -> None:
    """notebook.clash: drop any one of them and the rest of that list is possible again."""
    notebook = demo(client)
    noted(client, notebook, tool="mix", i=["mushroom", "toad"], result="B-")
    page = client.get(notebook.get_absolute_url())
    assert [row.line.place for row in page.context["clash"]] == [1, 4]
    assert "Вместе так не бывает" in text_of(page)
    assert "240 миров" in text_of(page)
    assert len(book(notebook).facts) == 4
    for fact in (1, 4):
        take_back(client, notebook, fact)
        assert not client.get(notebook.get_absolute_url()).context["clash"]
        take_back(client, notebook, fact, verb="restore")


def test_advice_waits_until_the_contradiction_is_gone(client: Client) -> None:
    notebook = demo(client)
    noted(client, notebook, tool="mix", i=["mushroom", "toad"], result="B-")
    page = text_of(client.get(f"{notebook.get_absolute_url()}/advice/experiments"))
    assert "Сначала уберите противоречие" in page


# --- Theories -----------------------------------------------------------------------------------------------


def test_theories_stand_on_the_board_until_they_are_debunked(client: Client, notebook: Notebook) -> None:
    """debunk.success: a theory with the other sign falls; a token lies only once (publish.token)."""
    noted(client, notebook, tool="theory", i=["toad"], alchemical="a7")
    taken = tap(client, notebook, tool="theory", i=["fern"], alchemical="a7")
    assert taken.status_code == 422
    assert "Одна формула не бывает у двух ингредиентов" in text_of(taken)
    assert "Сначала опровергните её" in text_of(
        tap(client, notebook, tool="theory", i=["toad"], alchemical="a1")
    )
    noted(client, notebook, tool="debunk", way="apprentice", i=["toad"], aspect="G -")
    assert book(notebook).public.theories == {}
    noted(client, notebook, tool="theory", i=["fern"], alchemical="a7")
    assert book(notebook).public.theories == {"fern": "a7"}


def test_two_theories_shown_to_clash_are_a_fact_about_their_pair(client: Client, notebook: Notebook) -> None:
    """conflict.shown: the answer contradicts what both theories foretell; neither falls by itself."""
    refused = tap(client, notebook, tool="debunk", way="conflict", i=["toad", "claw"], answer="no")
    assert refused.status_code == 422
    assert "Сначала запишите обе теории" in text_of(refused)
    noted(client, notebook, tool="theory", i=["toad"], alchemical="a1")
    noted(client, notebook, tool="theory", i=["claw"], alchemical="a0")
    assert "Жаба + куриная лапа: нейтральное зелье" in text_of(
        client.get(f"{notebook.get_absolute_url()}/note?tool=debunk&way=conflict")
    )
    noted(client, notebook, tool="debunk", way="conflict", i=["toad", "claw"], answer="no")
    found = book(notebook)
    assert found.facts == (Fact("not_mix", ("toad", "claw"), ("N",)),)
    assert found.public.conflicts == {("toad", "claw")}
    assert found.public.theories == {"toad": "a1", "claw": "a0"}


# --- Whatever comes in --------------------------------------------------------------------------------------

BAD_TAPS: list[tuple[dict[str, Any], str]] = [
    ({"tool": "mix", "i": ["toad"], "result": "R+"}, "сейчас выбрано 1"),
    ({"tool": "mix", "i": ["toad", "toad"], "result": "R+"}, "дважды жаба"),
    ({"tool": "mix", "i": ["toad", "fern", "claw"], "result": "R+"}, "сейчас выбрано 3"),
    ({"tool": "mix", "i": ["toad", "dragon"], "result": "R+"}, "«dragon» книжка не знает"),
    ({"tool": "mix", "i": ["toad", "fern"], "result": "R*"}, "«R*» книжка не знает"),
    ({"tool": "mix", "i": ["toad", "fern"]}, "Выберите зелье"),
    ({"tool": "sale", "i": ["toad", "fern"], "level": "sign"}, "Выберите зелье"),
    ({"tool": "sale", "i": ["toad", "fern"], "wanted": "N", "level": "sign"}, "«N» книжка не знает"),
    ({"tool": "sale", "i": ["toad", "fern"], "wanted": "R+", "level": "great"}, "«great» книжка не знает"),
    ({"tool": "debunk", "way": "apprentice", "i": ["toad"], "aspect": "R"}, "Это не факт: «R»"),
    ({"tool": "debunk", "way": "apprentice", "i": ["toad"], "aspect": "X +"}, "«X» книжка не знает"),
    ({"tool": "debunk", "way": "apprentice", "i": [], "aspect": "R +"}, "сейчас выбрано 0"),
    ({"tool": "debunk", "way": "master", "i": ["toad", "fern"], "result": "R+"}, "Это не факт"),
    ({"tool": "foreign", "way": "potion", "result": "Z"}, "«Z» книжка не знает"),
    ({"tool": "guess", "i": ["toad"], "guess": "is"}, "Выберите формулу"),
    ({"tool": "guess", "i": ["toad"], "alchemical": "a9", "guess": "is"}, "«a9» книжка не знает"),
    ({"tool": "guess", "i": ["toad"], "alchemical": "a1", "guess": "x" * 500}, "Это не факт"),
    ({"tool": "theory", "i": ["toad"], "alchemical": ""}, "Выберите формулу"),
    ({"tool": "nonsense"}, "Это не факт: «nonsense»"),
    ({"tool": "debunk", "way": "sideways", "i": ["toad"]}, "Это не факт"),
]


def test_bad_taps_are_refused_with_a_clause_and_nothing_is_lost(client: Client) -> None:
    notebook = demo(client)
    for taps, said in BAD_TAPS:
        response = tap(client, notebook, **taps)
        assert response.status_code == 422, (taps, said)
        assert said in text_of(response)
        assert 'class="clause-link"' in response.content.decode()
        assert book(notebook).facts == DEMO_FACTS


def test_a_refused_form_keeps_what_was_chosen(client: Client, notebook: Notebook) -> None:
    page = tap(client, notebook, tool="sale", i=["toad"], wanted="B+", level="sign").content.decode()
    assert 'name="i" value="toad" checked' in page
    assert 'name="wanted" value="B+" required checked' in page


def test_facts_of_scripts_come_as_json(client: Client, notebook: Notebook) -> None:
    body = {"fact": to_json(DEMO_FACTS[1]), "client_entry_id": "script-0001"}
    response = json_note(client, notebook, body)
    assert response.status_code == 200
    assert response.json()["number"] == 1
    assert json_note(client, notebook, body).json()["number"] == 1
    assert book(notebook).facts == DEMO_FACTS[1:2]
    guess = {"fact": {"kind": "is", "ingredient": "toad", "alchemical": "a1"}, "guess": True}
    json_note(client, notebook, {**guess, "client_entry_id": "script-0002"})
    assert len(book(notebook).guesses) == 1


BAD_JSON: list[tuple[Any, int]] = [
    ("{", 400),
    ("[]", 400),
    ("NaN", 400),
    ("{}", 422),
    ({"fact": []}, 422),
    ({"fact": {"kind": "mix", "pair": ["toad", "toad"], "result": "N"}}, 422),
    ({"fact": {"kind": "mix", "pair": "toad", "result": "N"}}, 422),
    ({"fact": {"kind": ["mix"]}}, 422),
    ({"fact": {"kind": "mix", "pair": ["toad", {}], "result": "N"}}, 422),
    ({"fact": to_json(DEMO_FACTS[0])}, 400),
    ({"fact": to_json(DEMO_FACTS[0]), "client_entry_id": "a b"}, 400),
    ({"fact": to_json(DEMO_FACTS[0]), "client_entry_id": ["x" * 12]}, 400),
]


def test_bad_json_is_answered_with_a_sentence(client: Client, notebook: Notebook) -> None:
    for body, status in BAD_JSON:
        response = json_note(client, notebook, body)
        assert response.status_code == status, body
        assert response.json()["message"]
        if status == 422:
            assert response.json()["clause"]["url"].startswith("/rules/alchemists/")
        assert not notebook.notes.exists()


ADDRESSES = [
    ("get", "/notebook/n/nothere", 404),
    ("get", "/notebook/l/nobody", 404),
    ("get", "/notebook/lab/nothere/0", 404),
    ("get", "{url}/advice/weather", 404),
    ("post", "{url}/ask/weather", 404),
    ("get", "{url}/remove", 405),
    ("get", "{url}/ask/sales", 405),
    ("put", "{url}", 405),
    ("post", "{url}/remove", 422),
    ("post", "{url}/restore", 422),
    ("post", "{url}/note", 422),
    ("get", "{url}?view=nonsense", 200),
    ("get", "{url}?said=99999999999999999999", 200),
    ("get", "{url}/note?tool=nonsense&way=none", 200),
]


def test_every_address_answers(client: Client, notebook: Notebook) -> None:
    for method, path, status in ADDRESSES:
        response = getattr(client, method)(path.replace("{url}", notebook.get_absolute_url()))
        assert response.status_code == status, (method, path, status)
        if status == 422:
            headers = {"Accept": "application/json"}
            answer = client.post(path.replace("{url}", notebook.get_absolute_url()), headers=headers)
            assert answer.status_code == status, path
            assert answer.json()["clause"]["url"].startswith("/rules/alchemists/")


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("cell=toad.a1", True),
        ("cell=toad.a9", False),
        ("cell=dragon.a1", False),
        ("cell=toad", False),
        ("pair=toad.fern", True),
        ("pair=toad.toad", False),
        ("pair=toad.dragon", False),
        ("pair=dragon.toad", False),
        ("ingredient=toad", True),
        ("ingredient=dragon", False),
        ("", False),
    ],
)
def test_what_is_tapped_comes_alone_and_a_page_where_there_is_nothing_to_explain(
    client: Client, notebook: Notebook, asked: str, there: bool
) -> None:
    """In the notebook on its own and in that of a match."""
    match = start(client, "here", "random", game="alchemists")
    for url in (notebook.get_absolute_url(), f"{match.get_absolute_url()}/notebook/0"):
        part = client.get(f"{url}?{asked}", headers=HTMX)
        assert part.status_code == 200
        assert ("<html" in part.text) is not there


def test_the_address_of_a_thing_opened_by_itself_is_a_page(client: Client, notebook: Notebook) -> None:
    page = client.get(f"{notebook.get_absolute_url()}?cell=toad.a1").text
    assert "<html" in page
    assert 'id="nb-detail" aria-live="polite">' in page


def test_only_notes_that_there_are_can_be_taken_back(client: Client) -> None:
    notebook = demo(client)
    for number in (99, "x", "-1", "9" * 30):
        response = take_back(client, notebook, number)
        assert response.status_code == 422
        assert "в книжке нет" in text_of(response)
    assert book(notebook).facts == DEMO_FACTS


def test_more_than_sixty_facts_are_refused_and_all_stay(client: Client, notebook: Notebook) -> None:
    """notebook.facts: a fact for which there is no room is turned down, the others stay."""
    fact = {"fact": to_json(DEMO_FACTS[0])}
    notebook.notes.bulk_create(
        Note(notebook=notebook, number=n, kind="fact", data=fact, client_entry_id=f"bulk-{n:05}")
        for n in range(1, 61)
    )
    response = tap(client, notebook, tool="mix", i=["fern", "claw"], result="R+")
    assert response.status_code == 422
    assert "Больше 60 фактов книжка не берёт" in text_of(response)
    assert len(book(notebook).facts) == 60
    noted(client, notebook, tool="foreign", way="potion", result="R-")
    take_back(client, notebook, 1)
    noted(client, notebook, tool="mix", i=["fern", "claw"], result="R+")
    assert take_back(client, notebook, 1, verb="restore").status_code == 422


def test_a_full_notebook_still_takes_back(client: Client, notebook: Notebook) -> None:
    notebook.notes.bulk_create(
        Note(
            notebook=notebook, number=n, kind="foreign", data={"result": "N"}, client_entry_id=f"bulk-{n:05}"
        )
        for n in range(1, NOTES_MOST + 1)
    )
    assert tap(client, notebook, tool="mix", i=["fern", "claw"], result="R+").status_code == 422
    assert take_back(client, notebook, 1).status_code == 302


# --- Who may see it -----------------------------------------------------------------------------------------


def test_a_stranger_sees_words_and_nothing_of_the_notebook(client: Client) -> None:
    notebook, stranger = demo(client), Client()
    url = notebook.get_absolute_url()
    for path in ("", "/note", "/share", "/print", "/advice/experiments", "?v=1-0"):
        response = stranger.get(url + path)
        assert response.status_code == 403
        assert "Это чужая записная книжка" in text_of(response)
        assert "исцеления" not in text_of(response)
    assert tap(stranger, notebook, tool="mix", i=["fern", "claw"], result="R+").status_code == 403
    assert take_back(stranger, notebook, 1).status_code == 403
    assert book(notebook).facts == DEMO_FACTS


def test_the_link_opens_the_same_notebook_on_another_device(client: Client) -> None:
    notebook, other = demo(client), Client()
    share = client.get(f"{notebook.get_absolute_url()}/share").content.decode()
    assert f"/notebook/l/{notebook.token}" in share
    assert 'class="qr"' in share
    nobody_comes = client.get(f"{notebook.get_absolute_url()}/share", headers={"host": "127.0.0.1"})
    assert 'class="qr"' not in nobody_comes.content.decode()
    response = other.get(f"/notebook/l/{notebook.token}")
    assert response.url == notebook.get_absolute_url()
    assert notebook.token not in response.url
    assert "240 миров" in text_of(other.get(response.url))
    assert notebook.get_absolute_url() in text_of(other.get("/notebook/"))


def test_the_door_of_the_game_leads_to_the_notebook(client: Client) -> None:
    assert 'href="/notebook/"' in client.get("/play/alchemists").content.decode()


def test_a_poll_is_silent_until_another_device_notes_something(client: Client, notebook: Notebook) -> None:
    url = notebook.get_absolute_url()
    stamp = client.get(url).context["notebook"].stamp
    assert client.get(f"{url}?v={stamp}", headers=HTMX).status_code == 204
    noted(client, notebook, tool="mix", i=["mushroom", "toad"], result="R+")
    answer = client.get(f"{url}?v={stamp}", headers=HTMX)
    assert answer.status_code == 200
    assert "5 760 миров" in text_of(answer)
    assert "<html" not in answer.content.decode()


def test_a_tapped_cell_comes_as_a_fragment_or_as_a_page(client: Client) -> None:
    notebook = demo(client)
    url = f"{notebook.get_absolute_url()}?cell=mushroom.a1"
    fragment, page = client.get(url, headers=HTMX), client.get(url)
    said = "Гриб не к+з−С+: ни в одном из миров, что остались (240)."
    assert said in text_of(fragment)
    assert "<html" not in fragment.content.decode()
    assert said in text_of(page)
    assert "nb-grid" in page.content.decode()


def test_a_page_asks_the_database_little(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    notebook = demo(client)
    with django_assert_max_num_queries(3):
        client.get(notebook.get_absolute_url())


# --- Advice -------------------------------------------------------------------------------------------------


def ask(client: Client, notebook: Notebook, topic: str, **taps: str) -> Any:
    return client.post(f"{notebook.get_absolute_url()}/ask/{topic}", taps)


def test_a_hand_is_tapped_together_and_remembered(client: Client) -> None:
    notebook = demo(client)
    for tapped in ("+toad", "+toad", "+fern", "+claw", "-claw"):
        assert ask(client, notebook, "experiments", hand=tapped).status_code == 302
    page = client.get(f"{notebook.get_absolute_url()}/advice/experiments")
    assert page.context["asking"].cards == ("fern", "toad", "toad")
    for _ in range(9):
        ask(client, notebook, "experiments", hand="+toad")
    page = client.get(f"{notebook.get_absolute_url()}/advice/sales")
    assert page.context["asking"].hand["toad"] == 5
    ask(client, notebook, "experiments", hand="0")
    page = client.get(f"{notebook.get_absolute_url()}/advice/exhibition")
    assert "Отметьте карты на руке" in text_of(page)


def test_what_advice_is_asked_with_keeps_other_settings(client: Client, notebook: Notebook) -> None:
    for taps in (
        {"hand": "+toad"},
        {"zone": "blue"},
        {"discount": "2"},
        {"buyer": "cleric"},
        {"seals": "-gold"},
        {"level": "master"},
        {"attempts": "4"},
        {"shown": "R+"},
        {"shown": "B-"},
        {"shown": "B-"},
    ):
        ask(client, notebook, "sales", **taps)
    asking = client.get(f"{notebook.get_absolute_url()}/advice/sales").context["asking"]
    assert (asking.zone, asking.discount, asking.buyer, asking.level) == ("blue", 2, "cleric", "master")
    assert (asking.attempts, asking.seals["gold"], asking.seals["silver"]) == (4, 1, 3)
    assert (asking.potions("others"), asking.potions("own")) == (("R+",), ("B-",))
    assert asking.cards == ("toad",)


NO_SETTINGS = [
    {"hand": "+dragon"},
    {"hand": "toad"},
    {"hand": "++"},
    {"zone": "purple"},
    {"discount": "9"},
    {"buyer": "nobody"},
    {"seals": "+wax"},
    {"level": "none"},
    {"attempts": "99"},
    {"shown": "N"},
]


def test_settings_that_there_are_not_are_refused(client: Client, notebook: Notebook) -> None:
    for taps in NO_SETTINGS:
        url = f"{notebook.get_absolute_url()}/ask/exhibition"
        for headers in (HTMX, {}):
            response = client.post(url, taps, headers=headers)
            assert response.status_code == 422, taps
            assert "книжка не знает" in text_of(response)
        answer = client.post(url, taps, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["clause"]["url"][:18]) == (422, "/rules/alchemists/")
        assert Notebook.objects.get(pk=notebook.pk).settings == {}


def test_a_tap_of_htmx_gets_the_advice_alone(client: Client) -> None:
    notebook = demo(client)
    url = f"{notebook.get_absolute_url()}/ask/experiments"
    response = client.post(url, {"hand": "+toad"}, headers=HTMX)
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    assert 'id="nb-advice"' in response.content.decode()


@pytest.mark.parametrize("topic", ["experiments", "sales", "theories", "debunks", "exhibition"])
def test_every_advice_has_a_page_with_clauses(client: Client, topic: str) -> None:
    notebook = demo(client)
    noted(client, notebook, tool="theory", i=["toad"], alchemical="a7")
    for card in ("mushroom", "toad", "fern", "claw"):
        ask(client, notebook, topic, hand=f"+{card}")
    page = client.get(f"{notebook.get_absolute_url()}/advice/{topic}")
    assert page.status_code == 200
    assert page.context["advised"].best
    assert page.content.decode().count("clause-link") > 2


def test_the_printed_page_has_grid_triangle_and_facts(client: Client) -> None:
    notebook = demo(client)
    page = text_of(client.get(f"{notebook.get_absolute_url()}/print"))
    assert "nb-grid" in page
    assert "nb-triangle" in page
    assert "Гриб + папоротник: нейтральное зелье" in page


# --- Weighed or struck out ----------------------------------------------------------------------------------


def test_a_look_at_a_sale_says_what_chances_go_by_and_the_reader_chooses(
    client: Client, notebook: Notebook
) -> None:
    """notebook.chances: the assumption stands on the page; «Только вычёркивать» is kept for the next one."""
    url = notebook.get_absolute_url()
    assert "nb-chances" not in text_of(client.get(url))
    tap(client, notebook, tool="foreign", way="sale", i=["scorpion"], wanted="G+", level="sign")
    cell = f"{url}?cell=scorpion.a1"
    assert "любой из семи других ингредиентов" in text_of(client.get(url))
    assert "взвешенных миров: 25 %" in text_of(client.get(cell))
    assert "только вычёркивает миры" in text_of(client.get(f"{url}?chances=struck"))
    assert "в 5 040 из 30 240 миров: 17 %" in text_of(client.get(cell))
    assert "взвешенных" not in text_of(client.get(f"{url}/advice/experiments"))
    assert "взвешенных" in text_of(client.get(f"{url}/advice/experiments?chances=weighed"))
