"""A notebook joined to a seat of a laboratory: what its player knows arrives, and nothing else ever does."""

import re
from collections.abc import Iterator, Mapping
from itertools import permutations

import pytest
from django.test import Client

from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS
from games.alchemists.simulator.deduction.deduction import possible
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.deduction.laboratory import facts_of, replay
from games.alchemists.simulator.laboratory.course import replay_of
from games.alchemists.simulator.laboratory.models import Laboratory
from games.alchemists.simulator.notebook.actions import notebook_for
from games.alchemists.simulator.notebook.models import Notebook
from games.alchemists.simulator.presenting.advising import TOPICS
from games.alchemists.tests.simulator.laboratories import DEMO, at_seat, by_code, done, reveal
from games.alchemists.tests.simulator.notebooks import book, noted, take_back
from tests.daily import Run

pytestmark = pytest.mark.django_db


def opened(phone: Client, lab: Laboratory, place: int) -> Notebook:
    """The notebook of a seat, opened from the laboratory."""
    response = phone.get(f"/notebook/lab/{lab.public_id}/{place}")
    assert response.status_code == 302, response.content.decode()
    return Notebook.objects.get(public_id=response.url.rpartition("/")[2])


def test_own_mixes_arrive_by_themselves_with_their_entry_of_the_log(lab: Laboratory) -> None:
    """notebook.experiment: what one mixed oneself; others see no more than the potion."""
    phone = at_seat(lab, 2)
    mixed = done(phone, lab, 2, "student mushroom toad")
    done(phone, lab, 2, "sell toad fern G+")
    notebook = opened(phone, lab, 2)
    found = book(notebook)
    assert found.facts == (
        Fact("mix", ("mushroom", "toad"), ("R+",)),
        Fact("sale", ("fern", "toad"), ("G+", "sign")),
    )
    assert found.lines[0].entry == mixed
    page = phone.get(notebook.get_absolute_url()).content.decode()
    assert "из журнала лаборатории" in page
    assert f"/lab/m/{lab.public_id}/log" in page


def test_what_others_mix_is_listed_without_their_ingredients(client: Client, lab: Laboratory) -> None:
    """lab.show: everybody sees the potion, nobody the ingredients."""
    phone = at_seat(lab, 2)
    done(client, lab, 0, "drink claw fern")
    done(client, lab, 1, "sell flower feather B+")
    notebook = opened(phone, lab, 2)
    assert book(notebook).facts == ()
    assert [line.code for line in book(notebook).lines] == ["note_foreign", "note_foreign_sale"]
    assert all("pair" not in line.params for line in book(notebook).lines)


def test_a_look_through_the_periscope_and_public_answers_are_facts(client: Client, lab: Laboratory) -> None:
    """periscope.when, debunk.apprentice, debunk.master: seen by one, shown to all."""
    phone = at_seat(lab, 2)
    done(client, lab, 0, "drink claw fern")
    done(phone, lab, 2, "peek")
    done(client, lab, 1, "debunk toad G", sure=True)
    done(client, lab, 1, "debunk flower fern G-")
    found = book(opened(phone, lab, 2))
    assert [fact.kind for fact in found.facts] == ["took_part", "aspect", "mix"]
    assert found.facts[0].ingredients[0] in ("claw", "fern")
    other = book(opened(at_seat(lab, 3), lab, 3))
    assert [fact.kind for fact in other.facts] == ["aspect", "mix"]


def test_manual_facts_stand_beside_and_those_of_the_laboratory_stay(client: Client, lab: Laboratory) -> None:
    phone = at_seat(lab, 2)
    done(phone, lab, 2, "student mushroom toad")
    notebook = opened(phone, lab, 2)
    note = noted(phone, notebook, tool="mix", i=["fern", "mushroom"], result="N")
    assert len(book(notebook).facts) == 2
    assert take_back(phone, notebook, note).status_code == 302
    assert take_back(phone, notebook, 99).status_code == 422
    assert len(book(notebook).facts) == 1


def test_theories_and_conflicts_of_the_laboratory_stand_on_the_board(client: Client, lab: Laboratory) -> None:
    phone = at_seat(lab, 2)
    done(client, lab, 0, "theory toad a1")
    done(client, lab, 0, "theory claw a6")
    notebook = opened(phone, lab, 2)
    noted(phone, notebook, tool="theory", i=["fern"], alchemical="a4")
    assert book(notebook).public.theories == {"toad": "a1", "claw": "a6", "fern": "a4"}
    done(client, lab, 1, "debunk claw G", sure=True)
    assert book(notebook).public.theories == {"toad": "a1", "fern": "a4"}


def test_polls_hear_of_the_laboratory_too(client: Client, lab: Laboratory) -> None:
    phone = at_seat(lab, 2)
    notebook = opened(phone, lab, 2)
    stamp = phone.get(notebook.get_absolute_url()).context["notebook"].stamp
    url = f"{notebook.get_absolute_url()}?v={stamp}"
    assert phone.get(url).status_code == 204
    done(phone, lab, 2, "student mushroom toad")
    assert phone.get(url).status_code == 200


def test_a_seat_has_one_notebook_and_the_next_holder_begins_another(client: Client, lab: Laboratory) -> None:
    """lab.several: whoever takes a seat learns nothing of what was learned there before."""
    first = at_seat(lab, 2)
    done(first, lab, 2, "student mushroom toad")
    old = opened(first, lab, 2)
    assert opened(first, lab, 2) == old == notebook_for(lab.seats.get(place=2))
    assert client.post(f"/lab/m/{lab.public_id}/free", {"seat": 2}).status_code == 302
    second = at_seat(lab, 2)
    done(second, lab, 2, "student claw toad")
    new = opened(second, lab, 2)
    assert new != old
    assert book(new).facts == (Fact("mix", ("toad", "claw"), ("N",)),)
    assert book(old).facts == (Fact("mix", ("mushroom", "toad"), ("R+",)),)
    assert first.get(new.get_absolute_url()).status_code == 403
    assert second.get(old.get_absolute_url()).status_code == 403
    assert "Ваше место занял другой телефон" in first.get(old.get_absolute_url()).content.decode()
    done(client, lab, 0, "debunk toad G", sure=True)
    assert [fact.kind for fact in book(old).facts] == ["mix", "aspect"]


def test_nobody_opens_the_notebook_of_a_seat_that_they_do_not_hold(client: Client, lab: Laboratory) -> None:
    at_seat(lab, 2)
    assert client.get(f"/notebook/lab/{lab.public_id}/2").status_code == 403
    assert by_code(lab).get(f"/notebook/lab/{lab.public_id}/0").status_code == 403
    assert Client().get(f"/notebook/lab/{lab.public_id}/0").status_code == 403
    assert not Notebook.objects.exists()


def test_a_seat_has_one_notebook_however_often_it_is_opened(lab: Laboratory) -> None:
    """L5: «a GET creates a notebook». The first makes the one that the seat has, no other makes a row."""
    phone = at_seat(lab, 2)
    address = f"/notebook/lab/{lab.public_id}/2"
    opened_at = {phone.get(address).url for _ in range(3)} | {phone.head(address).url}
    assert len(opened_at) == Notebook.objects.count() == 1


def test_on_a_shared_phone_a_curtain_hangs_before_each_notebook(client: Client, lab: Laboratory) -> None:
    done(client, lab, 0, "student mushroom toad")
    notebook = opened(client, lab, 0)
    url = notebook.get_absolute_url()
    for path in ("", "/note", "/advice/experiments", "/share", "?v=1-1"):
        page = client.get(url + path).content.decode()
        assert "Передайте телефон: Оля" in page
        assert "исцеления" not in page
    poll = client.get(f"{url}?v=1-1", headers={"HX-Request": "true"})
    assert (poll.headers["HX-Redirect"], poll.content) == (url, b"")
    assert client.post(f"{url}/open").status_code == 302
    assert "исцеления" in client.get(url).content.decode()
    other = opened(client, lab, 1)
    assert "Передайте телефон: Коля" in client.get(other.get_absolute_url()).content.decode()
    assert "Передайте телефон: Оля" in client.get(url).content.decode()
    assert client.post(f"{url}/open").status_code == 302
    assert "Передайте телефон: Коля" in client.get(other.get_absolute_url()).content.decode()
    client.post(f"{url}/hide")
    assert "Передайте телефон: Оля" in client.get(url).content.decode()


def test_a_notebook_stays_behind_its_curtain_when_its_seat_leaves_the_phone(
    client: Client, lab: Laboratory
) -> None:
    """lab.several: who stays at the phone doesn't read what another one learned there."""
    done(client, lab, 1, "student mushroom toad")
    url = opened(client, lab, 1).get_absolute_url()
    for place in (1, 2, 3):
        at_seat(lab, place)
    page = client.get(url).content.decode()
    assert "Передайте телефон: Коля" in page
    assert "исцеления" not in page
    own = opened(client, lab, 0)
    assert "Передайте телефон" not in client.get(own.get_absolute_url()).content.decode()


def test_who_takes_a_seat_again_reads_what_was_learned_there_before_only_behind_a_curtain(
    client: Client, lab: Laboratory
) -> None:
    """lab.several: the phone still has the notebook, and who sits there now may be somebody else."""
    phone = at_seat(lab, 2)
    done(phone, lab, 2, "student mushroom toad")
    old = opened(phone, lab, 2).get_absolute_url()
    assert "Передайте телефон" not in phone.get(old).content.decode()
    assert client.post(f"/lab/m/{lab.public_id}/free", {"seat": 2}).status_code == 302
    assert phone.post(f"/lab/m/{lab.public_id}/take", {"seat": 2}).status_code == 302
    page = phone.get(old).content.decode()
    assert "Передайте телефон: Рита" in page
    assert "исцеления" not in page
    new = opened(phone, lab, 2).get_absolute_url()
    assert new != old
    assert "Передайте телефон" not in phone.get(new).content.decode()


def test_after_the_great_reveal_the_grid_is_certain(client: Client, lab: Laboratory) -> None:
    """reveal.answers: now everybody knows the world."""
    phone = at_seat(lab, 2)
    notebook = opened(phone, lab, 2)
    assert reveal(client, lab).status_code == 302
    assert "Мир разгадан." in phone.get(notebook.get_absolute_url()).content.decode()


# --- The secret ---------------------------------------------------------------------------------------------

EVENING = (
    (0, "drink claw fern"),
    (2, "peek"),
    (2, "student mushroom toad"),
    (2, "sell toad fern G+"),
    (1, "theory scorpion a2"),
    (1, "theory flower a6"),
    (3, "debunk scorpion flower R+"),
    (3, "exhibit claw toad G+"),
)
NEW_IN_EACH_PAGE = re.compile(rb'(csrfmiddlewaretoken" value="|x-csrftoken":"|client_entry_id" value=")[^"]*')


SOME = [each for each in INGREDIENTS if each != "toad"][:2]  # one is asked for like another


def addresses(notebook: Notebook) -> Iterator[str]:
    """Everything that can be asked of a notebook."""
    url = notebook.get_absolute_url()
    yield from (url, f"/en{url}", f"{url}?v=0", f"{url}?view=notes", f"{url}/print", f"{url}/share")
    yield from (f"{url}/advice/{topic}" for topic in TOPICS)
    for ingredient in SOME:
        yield from (
            f"{url}?cell={ingredient}.a0",
            f"{url}?pair=toad.{ingredient}",
            f"{url}?ingredient={ingredient}",
        )
    yield f"{url}/note?tool=debunk&way=conflict"


def pages(phone: Client, notebook: Notebook) -> dict[str, bytes]:
    asked = list(addresses(notebook))[:: 2 if Run.is_daily else 1]
    return {url: NEW_IN_EACH_PAGE.sub(b"", phone.get(url).content) for url in asked}


def twins(lab: Laboratory) -> Iterator[Mapping[str, str]]:
    """Other worlds in which the whole evening would have looked the same to every player."""
    state = replay_of(lab).state
    agreeing = possible([known.fact for seat in range(4) for known in facts_of(state, seat)])
    for n, formulas in enumerate(permutations(ALCHEMICALS)):
        world = dict(zip(INGREDIENTS, formulas, strict=True))
        other = agreeing >> n & 1 and world != dict(lab.truth)
        if other and replay(4, world, state.log).history == state.history:
            yield world


@pytest.mark.long
@pytest.mark.thorough  # every day foreign mixes, below
def test_another_true_world_that_agrees_with_the_facts_gives_the_very_same_pages(
    client: Client, lab: Laboratory
) -> None:
    """notebook.advice goes by what the player knows; the world that the laboratory keeps doesn't reach it."""
    phone = at_seat(lab, 2)
    for seat, text in EVENING:
        done(phone if seat == 2 else client, lab, seat, text)
    notebook = opened(phone, lab, 2)
    for card in ("mushroom", "toad", "claw", "feather"):
        phone.post(f"{notebook.get_absolute_url()}/ask/experiments", {"hand": f"+{card}"})
    before = pages(phone, notebook)
    assert any("Жаба" in page.decode() for page in before.values())
    worlds = list(twins(lab))
    assert len(worlds) > 20
    for world in (worlds[0], worlds[len(worlds) // 2], worlds[-1]):
        assert any(world[ingredient] != DEMO[ingredient] for ingredient in INGREDIENTS)
        Laboratory.objects.filter(pk=lab.pk).update(truth=world)
        assert pages(phone, notebook) == before


@pytest.mark.long
def test_the_foreign_ingredients_of_a_mix_change_nothing_either(client: Client, lab: Laboratory) -> None:
    phone = at_seat(lab, 2)
    notebook = opened(phone, lab, 2)
    done(client, lab, 0, "drink mushroom toad")
    before = pages(phone, notebook)
    lab.entries.filter(text="drink mushroom toad").update(text="drink toad feather")  # makes the same
    assert replay_of(Laboratory.objects.get(pk=lab.pk)).state.history[-1][0].params["potion"] == "R+"
    assert pages(phone, notebook) == before
