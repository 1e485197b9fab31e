"""Every key that begins another match says once: «a lost answer makes no second row» (`web.begun_once`)."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.poison.tests.simulator.positions import EDITOR
from rulebook.finder import ROOT
from simulator.engine.sharing import pack
from simulator.models import Match
from tests.simulator.test_ended import ended
from tests.simulator.test_record_file import GOOD
from web.fields import CLIENT_ID_FIELD

pytestmark = pytest.mark.django_db
POSITION = "/play/poison/position"
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
NAMED = re.compile(rf'name="{CLIENT_ID_FIELD}" value="([^"]+)" autocomplete="off" data-form-id')
Key = tuple[str, str, str, Mapping[str, Any]]  # the page, what its form names, where it goes, what it says


def again(client: Client) -> Key:
    url = ended(client, "poison").get_absolute_url()
    return url, f"{url}/again", f"{url}/again", {}


def fork(client: Client) -> Key:
    url = ended(client, "poison").get_absolute_url()
    return f"{url}?ply=4", f"{url}/fork", f"{url}/fork", {"ply": "4"}


def editor(client: Client) -> Key:
    return f"{POSITION}?players=3&edit", 'id="editor"', POSITION, {**EDITOR.fields, "do": "play"}


def shared(client: Client) -> Key:
    letters = pack(next(iter(EDITOR.whole())))
    return f"{POSITION}?p={letters}", "shared-keys", POSITION, {"p": letters, "do": "play"}


def record(client: Client) -> Key:
    return "/play/poison/record", "/play/poison/record", "/play/poison/record", {"record": GOOD}


@pytest.mark.parametrize("key", [again, fork, editor, shared, record])
def test_a_key_sent_again_leads_to_the_same_match(key: Callable[[Client], Key], client: Client) -> None:
    page, names, path, says = key(client)
    before = Match.objects.count()

    def drawn() -> str:
        forms = FORM.findall(client.get(page).content.decode())
        return next(NAMED.search(form)[1] for form in forms if names in form and NAMED.search(form))

    first, second = drawn(), drawn()
    urls = [client.post(path, {**says, CLIENT_ID_FIELD: name}).url for name in (first, first, second, first)]
    assert urls[0] == urls[1] == urls[3] != urls[2]
    assert Match.objects.count() == before + 2


BEGINNING = re.compile(
    r"action=\"{% url '(?:scoring:start|simulator:(?:start|again|fork|lesson_free|open_record|position_editor"
    r"|lab_new|notebook_start))'"
)
TEMPLATES = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("games/**/templates/**/*.html")]


def test_no_form_that_begins_a_row_is_without_a_name() -> None:
    """Wherever one is drawn; `scoring/_again.html` names its own by the board."""
    forms = [form for path in TEMPLATES for form in FORM.findall(path.read_text(encoding="utf-8"))]
    beginning = [form for form in forms if BEGINNING.search(form) and 'method="post"' in form]
    assert len(beginning) >= 11
    assert not [form for form in beginning if "{% form_id %}" not in form and CLIENT_ID_FIELD not in form]


def test_another_file_is_another_match(client: Client) -> None:
    """The name of a form stands for what it says, files, too."""
    client.get("/play/poison/record")
    longer = json.dumps({**json.loads(GOOD), "seed": 1234})
    for body in (GOOD, longer, GOOD):
        file = SimpleUploadedFile("poison.json", body.encode())
        client.post("/play/poison/record", {"file": file, CLIENT_ID_FIELD: "0123456789"})
    assert Match.objects.count() == 2
