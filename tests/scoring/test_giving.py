"""A sheet that was kept elsewhere is given to this server: taken whole, once, and from its owner alone."""

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from scoring import exports, given, giving
from scoring import game as scoring
from scoring.models import Device, Entry, EntryDraft, LinkRole, Refused, Sheet, new_sheet
from tests.scoring.people import Person, client_id, opened
from tests.scoring.samples import Sample, samples

pytestmark = pytest.mark.django_db
KEY = "a-secret-of-22-letters"
OF_THE_PLACE = ("id", "exported", "key")


def give(data: object, game: str = "poison", client: Client | None = None) -> HttpResponse:
    return (client or Client()).post(f"/score/{game}/give", data, content_type="application/json")


def to_give(person: Person) -> dict[str, Any]:
    data: dict[str, Any] = person.get("to_give").json()
    return data


def elsewhere(data: dict[str, Any]) -> dict[str, Any]:
    """A file of a sheet that isn't here."""
    changed = deepcopy(data)
    changed["sheet"] |= {"id": "0kitchen", "key": KEY}
    return changed


def whole(data: dict[str, Any]) -> dict[str, Any]:
    """All of a file but what every place has its own of: ids, addresses, the moment of the file."""
    return data | {"sheet": {name: it for name, it in data["sheet"].items() if name not in OF_THE_PLACE}}


def refusal(data: object, status: int, *said: str, game: str = "poison") -> dict[str, Any]:
    """What is answered to a file that isn't taken; it leaves nothing behind."""
    before = Sheet.objects.count()
    answer = give(data, game)
    assert answer.status_code == status, answer.content.decode()[:300]
    told: dict[str, Any] = answer.json()
    for words in said:
        assert words in told["message"].replace("\N{NO-BREAK SPACE}", " ")
    assert Sheet.objects.count() == before
    return told


@pytest.fixture
def file(owner: Person, scorer: Person) -> dict[str, Any]:
    """An evening of two phones with a correction and an undo, as it would come from another server."""
    owner.write("r1.p1.red", "2")
    scorer.write("r1.p2.red", "1+1")
    owner.write("r1.p1.red", "3", base=1)
    scorer.send("undo", {"entry": 3, "client_entry_id": client_id()})
    return elsewhere(to_give(owner))


# --- There and back -----------------------------------------------------------------------------------------


def tables() -> Iterator[Any]:
    """Every game with every mix of boxes that its sheet can have."""
    for sample in samples():
        boxes = scoring.get(sample.game).boxes
        for n in range(len(boxes) + 1):
            for mix in combinations(boxes, n):
                yield pytest.param(sample, mix, id="+".join([sample.game, *mix]))


@pytest.mark.parametrize(("sample", "mix"), list(tables()))
def test_what_is_given_is_the_same_sheet(sample: Sample, mix: tuple[str, ...]) -> None:
    """«The export of the new one is equal but for ids and addresses», and so are the totals."""
    person = opened(new_sheet(sample.game, ["Оля", "Коля", "Рита"], "Кухня", mix))
    phone, sheet = person.sheet.device("phone-key", "phone"), person.sheet
    for n, (cell, text) in enumerate(sample.cells):
        try:
            made = sheet.append(EntryDraft(cell, text, 0, f"sample-{n:04}"), phone)
        except Refused:  # a mix may have cells of its own
            assert mix
    sheet.undo(made.number, client_id(), sheet.device("other-key", "computer"))
    sheet.append(EntryDraft("people", "Оля\nКоля\nМаргарита", 0, client_id()), phone)
    sheet.append(EntryDraft("finish", "1", 0, client_id()), phone)
    data = to_give(person)
    answer = give(elsewhere(data), sample.game)
    assert answer.status_code == 201
    there = Sheet.objects.get(public_id=answer.json()["sheet"])
    assert there != sheet
    again = to_give(opened(there))
    assert whole(again) == whole(data)
    assert again["totals"] == data["totals"]
    assert (there.played_at, there.created_at) == (sheet.played_at, sheet.created_at)


def test_the_answer_says_both_addresses_and_the_links(file: dict[str, Any]) -> None:
    """«Answers the new address with its links», and the browser that gave is let in as the owner."""
    client = Client()
    told = give(file, client=client).json()
    sheet = Sheet.objects.get(public_id=told["sheet"])
    assert told["from"] == "0kitchen"
    assert told["url"] == f"http://testserver{sheet.get_absolute_url()}"
    assert told["links"]["viewer"] == f"http://testserver{sheet.link(LinkRole.VIEWER).path}"
    assert Person(client, sheet).get("people").status_code == 200


def test_the_history_names_its_phones_and_the_next_one_gets_a_number_of_its_own(
    file: dict[str, Any],
) -> None:
    sheet = Sheet.objects.get(public_id=give(file).json()["sheet"])
    person = opened(sheet)
    page = person.page("history")
    assert "Телефон\N{NO-BREAK SPACE}1" in page
    assert "Телефон\N{NO-BREAK SPACE}2" in page
    person.write("r1.p3.red", "1")
    assert "Телефон\N{NO-BREAK SPACE}3" in person.page("history")
    assert sheet.devices_here() == 1  # those of the file aren't


# --- Once ---------------------------------------------------------------------------------------------------


def test_given_again_it_is_the_same_sheet_and_brings_what_is_new(file: dict[str, Any]) -> None:
    """«Takes it once, however often it is sent», from whatever device; more entries come without doubles."""
    begun = file | {"entries": file["entries"][:2]}
    first = give(begun).json()
    assert first["added"] == 2
    again, more, last = give(begun), give(file), give(file)
    assert [answer.status_code for answer in (again, more, last)] == [200, 200, 200]
    assert [answer.json()["added"] for answer in (again, more, last)] == [0, 2, 0]
    assert {answer.json()["sheet"] for answer in (again, more, last)} == {first["sheet"]}
    assert Sheet.objects.count() == 2


def test_what_was_written_here_since_is_not_overwritten(file: dict[str, Any]) -> None:
    """As for typed entries: 409 with both values, and nothing of the file is taken."""
    sheet = Sheet.objects.get(public_id=give(file | {"entries": file["entries"][:2]}).json()["sheet"])
    person = opened(sheet)
    assert person.write("r1.p1.red", "5", base=1).status_code == 200
    told = refusal(file, 409, "Оля", "красн")
    assert (told["theirs"]["text"], told["yours"]) == ("5", "3")
    assert Sheet.objects.get(pk=sheet.pk).version == 3
    file["entries"][2] |= {"cell": "r1.p3.red"}
    file["entries"][3] |= {"cell": "r1.p3.red"}
    assert give(file).json()["added"] == 2  # another cell is nobody's


def test_an_entry_of_another_text_under_an_id_that_is_here(file: dict[str, Any]) -> None:
    give(file)
    file["entries"][1]["text"] = "7"
    assert refusal(file, 409, "Запись 2 здесь уже есть")["entry"] == 2


def test_a_sheet_of_this_server_comes_back_as_itself(owner: Person) -> None:
    """What went on elsewhere is added to the sheet that it was begun on."""
    owner.write("r1.p1.red", "2")
    data = to_give(owner)
    data["entries"].append({"number": 2, "cell": "r1.p2.red", "text": "4", "client_entry_id": "far-away"})
    told = give(data).json()
    assert (told["sheet"], told["from"], told["added"]) == (*[owner.sheet.public_id] * 2, 1)


def test_a_file_without_a_key_is_known_in_the_browser_that_gave_it(viewer: Person) -> None:
    """Who may only look gives a sheet of their own, twice the same; a browser without a cookie must name a
    key, else a lost answer would make a second sheet.
    """
    data = viewer.get("export", "json").json()
    assert "key" not in data["sheet"]
    browsers = [Client(), Client()]
    for browser in browsers:
        assert browser.get("/score/poison/give").status_code == 200
    addresses = [give(data, client=browser).json()["url"] for browser in (*browsers, *browsers)]
    assert addresses[:2] == addresses[2:]
    assert len({*addresses, viewer.sheet.get_absolute_url()}) == 3
    assert refusal(data, 422, "нет ключа")["field"] == "sheet.key"


def test_of_two_devices_that_give_at_once_the_second_finds_the_sheet_of_the_first(
    file: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have looked and found nothing before either has written."""
    first = give(file).json()
    looks, look = iter([None]), giving.known_sheet
    monkeypatch.setattr(giving, "known_sheet", lambda sheet: next(looks, look(sheet)))
    second = give(file)
    assert (second.status_code, second.json()["sheet"]) == (200, first["sheet"])
    assert Sheet.objects.count() == 2


# --- Whose it is --------------------------------------------------------------------------------------------


def test_only_the_owners_file_has_the_key(owner: Person, scorer: Person, viewer: Person) -> None:
    """«Nothing that the asker may not know: no tokens, no device secrets.»"""
    owner.write("r1.p1.red", "2")
    assert [person.get("to_give").status_code for person in (scorer, viewer)] == [403, 403]
    text = owner.page("to_give")
    secrets = [owner.sheet.token_of(role) for role in LinkRole]
    secrets += owner.sheet.devices.values_list("key", flat=True)
    assert not [secret for secret in secrets if secret in text]
    key = json.loads(text)["sheet"]["key"]
    for person in (owner, scorer, viewer):
        assert key not in person.page("export", "json")


def test_who_only_knows_the_public_id_writes_nowhere(file: dict[str, Any], owner: Person) -> None:
    """The right to add is proven by the key: a stranger's file of the same id is another sheet."""
    mine = give(file).json()
    for public_id in (owner.sheet.public_id, "0kitchen"):
        theirs = deepcopy(file)
        theirs["sheet"] |= {"id": public_id, "key": "a-guess-of-22-letters-x"}
        theirs["entries"][3]["text"] = "9"
        answer = give(theirs)
        assert answer.status_code == 409 if public_id != owner.sheet.public_id else 201
        theirs["sheet"]["key"] += public_id[:8]
        told = give(theirs).json()
        assert told["sheet"] not in (mine["sheet"], owner.sheet.public_id)
        assert not {*told["links"].values()} & {*mine["links"].values()}
    assert owner.sheet.entries.count() == 4
    assert Sheet.objects.get(public_id=mine["sheet"]).version == 4


def test_new_links_end_what_the_old_file_may(file: dict[str, Any], owner: Person) -> None:
    sheet = Sheet.objects.get(public_id=give(file).json()["sheet"])
    sheet.replace_links()
    refusal(file, 403, "ссылки заменили")
    before = owner.get("to_give").json()["sheet"]["key"]
    owner.client.post(owner.url("links"))
    assert owner.get("to_give").json()["sheet"]["key"] != before


# --- What isn't taken ---------------------------------------------------------------------------------------


def test_what_the_rules_refuse_is_refused_with_its_rule(file: dict[str, Any]) -> None:
    """«What the calculators refuse is refused with its clause», of another edition with both named."""
    file["entries"][1]["text"] = "15"
    file["sheet"]["edition"] = "2020-01-01-00000000"
    told = refusal(file, 422, "Запись 2 не взять: ", "редакции 2020-01-01-00000000, а здесь 20")
    assert told["clause"]["url"].startswith("/rules/poison/")
    assert told["entry"] == 2


ABOUT: list[tuple[dict[str, Any], int, str]] = [
    ({"format": 2}, 422, "новее сайта"),
    ({"format": True}, 400, "sheet.format"),
    ({"id": "no/such id"}, 400, "sheet.id"),
    ({"key": "short"}, 400, "sheet.key"),
    ({"key": ["x"]}, 400, "sheet.key"),
    ({"names": "Оля"}, 400, "sheet.names"),
    ({"names": [1, 2, 3]}, 400, "sheet.names"),
    ({"names": ["Оля"]}, 422, "игрок"),
    ({"names": ["Оля", "Оля", "Рита"]}, 422, ""),
    ({"names": ["Оля", "a\0b", "Рита"]}, 422, "Имя"),
    ({"begun": "вчера"}, 400, "sheet.begun"),
    ({"begun": "2026-02-30T10:00:00Z"}, 400, "sheet.begun"),
    ({"begun": "0001-01-01T00:00:00Z", "exported": "2099-01-01T00:00:00Z"}, 400, "entries.1.at"),
    ({"exported": 5}, 400, "sheet.exported"),
    ({"devices": {"1": "toaster"}}, 400, "sheet.devices"),
    ({"devices": {"0": "phone"}}, 400, "sheet.devices"),
    ({"devices": []}, 400, "sheet.devices"),
]
ENTRIES: list[tuple[dict[str, Any], int, str]] = [
    ({"number": 1}, 400, "entries.2.number"),
    ({"cell": "r1.p5.red"}, 422, "Запись 2 не взять"),
    ({"cell": "boxes", "text": "none-such"}, 422, "Запись 2 не взять"),
    ({"cell": "people", "text": "Оля"}, 422, "Запись 2 не взять"),
    ({"cell": None}, 400, "entries.2.cell"),
    ({"cell": "x" * 33}, 400, "entries.2.cell"),
    ({"text": 2}, 400, "entries.2.text"),
    ({"text": "a\0b"}, 400, "entries.2.text"),
    ({"text": "9" * 5000}, 422, "Запись 2 не взять"),
    ({"client_entry_id": ""}, 400, "entries.2.client_entry_id"),
    ({"client_entry_id": "with space"}, 400, "entries.2.client_entry_id"),
    ({"client_entry_id": "x" * 65}, 400, "entries.2.client_entry_id"),
    ({"undoes": 7}, 400, "entries.2.undoes"),
    ({"undoes": 1}, 400, "entries.2.undoes"),  # of another cell
    ({"undoes": 2}, 400, "entries.2.undoes"),
    ({"undoes": "1"}, 400, "entries.2.undoes"),
    ({"device": 9}, 400, "entries.2.device"),
    ({"device": "phone"}, 400, "entries.2.device"),
    ({"at": 5}, 400, "entries.2.at"),
    ({"at": "9999-12-31T23:59:59Z"}, 400, "entries.2.at"),
]


def test_a_crafted_file_is_refused_with_a_sentence_and_leaves_nothing_behind(file: dict[str, Any]) -> None:
    for changed, status, said in ABOUT:
        refusal(file | {"sheet": file["sheet"] | changed}, status, said)
    for changed, status, said in ENTRIES:
        first, second, *rest = file["entries"]
        refusal(file | {"entries": [first, second | changed, *rest]}, status, said)


def test_times_of_tomorrow_and_clocks_that_were_ahead(file: dict[str, Any]) -> None:
    """A file from a clock a year off is taken by the clock here; entries later than their file are not."""
    now = timezone.now()
    file["entries"][3]["at"] = exports.moment(now + timedelta(days=1))
    refusal(file, 422, "entries.4.at", "ещё не настало")
    for entry in file["entries"]:
        entry["at"] = exports.moment(now + timedelta(days=365))
    file["sheet"]["exported"] = exports.moment(now + timedelta(days=365, hours=1))
    sheet = Sheet.objects.get(public_id=give(file).json()["sheet"])
    assert abs(sheet.entries.get(number=1).created_at - now + timedelta(hours=1)) < timedelta(minutes=1)


def test_what_is_no_file_of_ours(db: None) -> None:
    """10 MB, deep JSON, names twice, no JSON at all."""
    deep = '{"sheet": ' * 40 + "1" + "}" * 40
    for body in ("{", "не JSON", "[]", "[" * 100_000, deep, '{"a": 1, "a": 2}', '{"a": NaN}', b"\xff\xfe"):
        refusal(body, 400, "Это не файл счёта")
    refusal({"game": "poison", "sheet": {}, "entries": {}}, 400, "Это не файл счёта")
    refusal("1" * 10_000_000, 413, "1 МБ")


def test_other_games_other_forms_and_too_many_entries(file: dict[str, Any]) -> None:
    refusal(file, 422, "другой игры", game="potions")
    refusal(file, 404, game="chess")
    refusal(file | {"title": "я" * 100}, 422, "Название")
    refusal(file | {"entries": file["entries"][:1] * (given.MOST_ENTRIES + 1)}, 422, "2000")
    twice = file["entries"][:1] * 2
    refusal(file | {"entries": [twice[0], twice[1] | {"number": 2}]}, 400, "entries.2.client_entry_id")
    text = Client().post("/score/poison/give", "x", content_type="text/plain")
    assert text.status_code == 415


def test_the_page_takes_a_file_and_leads_to_the_sheet(file: dict[str, Any]) -> None:
    """«Отдать серверу» works without scripts; a refusal stands on the page, with its rule."""
    client = Client()
    assert "Отдать серверу" in client.get("/score/poison/give").content.decode()

    def send(text: str) -> HttpResponse:
        return client.post("/score/poison/give", {"file": SimpleUploadedFile("a.json", text.encode())})

    assert client.post("/score/poison/give", {}).status_code == 422
    assert send("x" * (given.MOST_BYTES + 1)).status_code == 413
    bad = deepcopy(file)
    bad["entries"][1]["text"] = "15"
    page = send(json.dumps(bad)).content.decode()
    assert 'role="alert"' in page
    assert "/rules/poison/" in page.partition('role="alert"')[2]
    answers = [send(json.dumps(file)) for _ in range(2)]
    assert answers[0].status_code == 302
    assert answers[0].url == answers[1].url
    assert client.get(answers[0].url).status_code == 200


def test_the_refusals_are_in_the_readers_language(file: dict[str, Any]) -> None:
    file["sheet"]["format"] = 9
    answer = Client().post("/en/score/poison/give", file, content_type="application/json")
    assert "newer" in answer.json()["message"]


# --- Whatever comes -----------------------------------------------------------------------------------------

NONSENSE: list[Any] = [None, True, -1, 0, 2**63, 1.5, "", "x", "1", "\0", "я" * 3000, [], {}, [[]], {"a": 1}]


def mangled(data: Any, chance: random.Random) -> Any:
    """The same with something in it that is something else, is missing or stands twice."""
    if isinstance(data, dict) and data and chance.random() < 0.9:
        name = chance.choice(sorted(data))
        if chance.random() < 0.15:
            return {key: it for key, it in data.items() if key != name}
        return data | {name: mangled(data[name], chance)}
    if isinstance(data, list) and data and chance.random() < 0.9:
        at = chance.randrange(len(data))
        if chance.random() < 0.3:
            return [*data[:at], *data[at : at + 1] * chance.randrange(3), *data[at + 1 :]]
        return [*data[:at], mangled(data[at], chance), *data[at + 1 :]]
    return chance.choice([*NONSENSE, str(data)[::-1], f"{data}x"])


@pytest.mark.thorough
@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.game)
def test_mangled_files_are_taken_whole_or_refused_in_words(sample: Sample) -> None:
    """«A clear sentence, never a 500, and leaves nothing behind»: 300 files a game, from one seed."""
    person, chance = opened(new_sheet(sample.game, ["Оля", "Коля", "Рита"])), random.Random(44)
    person.fill(sample.cells)
    there = elsewhere(to_give(person))
    read = {name: there[name] for name in ("game", "title", "sheet", "entries")}
    for n in range(300):
        data = mangled(deepcopy(read), chance)
        before = Sheet.objects.count(), Entry.objects.count(), Device.objects.count()
        answer = give(json.dumps(data), sample.game)
        assert answer.status_code in (200, 201, 400, 403, 409, 413, 415, 422), (n, data)
        if answer.status_code >= 400:
            assert answer.json()["message"], (n, data)
            assert (Sheet.objects.count(), Entry.objects.count(), Device.objects.count()) == before
        else:
            sheet = Sheet.objects.get(public_id=answer.json()["sheet"])
            assert person.client.get(answer.json()["links"]["viewer"]).status_code == 302
            assert person.client.get(f"{sheet.get_absolute_url()}/export.json").status_code == 200
