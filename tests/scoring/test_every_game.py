"""What the sheets of all games do alike, over the web and on paper."""

import json
import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client, RequestFactory
from django.utils.html import escape

from rulebook.content.reading import load
from rulebook.printing import pdf
from scoring import printing
from scoring.boards import board_of
from scoring.models import LinkRole, Sheet, new_sheet
from tests.rulebook.print_reader import Made
from tests.scoring.people import Person, opened
from tests.scoring.samples import NAMES, Sample, samples
from web.addresses import printed_for

pytestmark = pytest.mark.django_db
HOSTILE = ["<b>Оля</b>", "'\"><script>x</script>", "{{ 7 }}"]
AS_TEXT = ["<b>Жирный</b>", '<img src="file:///etc/passwd">', "& 'кавычки' \"две\""]


@pytest.fixture(params=samples(), ids=lambda sample: sample.game)
def sample(request: pytest.FixtureRequest) -> Sample:
    return request.param


def begun(sample: Sample, names: list[str] = NAMES, title: str = "Кухня") -> Person:
    """The owner of a sheet on which all of the sample is written."""
    person = opened(new_sheet(sample.game, names, title))
    person.fill(sample.cells)
    return person


def test_only_as_many_play_as_the_rules_allow(sample: Sample) -> None:
    """setup.players: with one more or one fewer no sheet begins, and the clause is named."""
    fewest, most = load(sample.game).players
    names = [f"Игрок {n}" for n in range(most + 1)]
    for number in (fewest - 1, most + 1):
        refused = Client().post(f"/score/{sample.game}", {"name": names[:number], "do": "start"})
        assert refused.status_code == 422
        assert f"/rules/{sample.game}/setup.players" in refused.content.decode()
    assert not Sheet.objects.exists()
    for number in (fewest, most):
        fields = {"name": names[:number], "title": "Дача", "do": "start"}
        begins = Client().post(f"/score/{sample.game}", fields)
        assert begins.status_code == 302
        assert Sheet.objects.latest("pk").names() == names[:number]


def test_the_form_for_a_new_sheet_knows_its_cells(sample: Sample) -> None:
    """«Which cells a sheet has comes from the server's data kept beforehand», for who begins one offline."""
    form = Client().get(f"/score/{sample.game}")
    assert form["Keep-On-Device"] == "yes"
    assert "Keep-On-Device" not in Client().get(f"/score/{sample.game}?like=nothing").headers
    shape = json.loads(unescape(re.findall('data-shape="(.*?)"', form.content.decode())[0]))
    person, last = opened(new_sheet(sample.game, NAMES)), shape["rounds"][str(len(NAMES))]
    for row, _ in shape["rows"]:
        assert person.write(f"r{last}.p{len(NAMES)}.{row}", "1").status_code == 200


def test_polling_sends_the_live_part_alone(sample: Sample) -> None:
    person = opened(new_sheet(sample.game, NAMES))
    assert person.get("totals", v="0").status_code == 204
    person.fill(sample.cells)
    answer = person.get("totals", v="0")
    assert answer.status_code == 200
    assert b'id="sheet-live"' in answer.content
    assert b"<html" not in answer.content
    person.finish()
    assert person.get("totals", v=str(len(sample.cells))).status_code == 286


def test_names_never_become_markup(sample: Sample) -> None:
    person = begun(sample, HOSTILE, "<i>x")
    pages = [person.get("sheet", part=part) for part in sample.parts]
    for page in (*pages, person.get("history"), person.get("share")):
        text = page.content.decode()
        for markup in ("<script>x", "<b>Оля", "<i>x"):
            assert markup not in text
    assert sample.name_in_page.format(escape(HOSTILE[0])) in pages[0].content.decode()


def test_a_page_costs_a_handful_of_queries(
    sample: Sample, django_assert_max_num_queries: Callable[..., object]
) -> None:
    person = begun(sample)
    person.get("history")  # now the phone is known
    for part in sample.parts:
        with django_assert_max_num_queries(12):
            person.get("sheet", part=part)


def test_a_print_has_the_viewers_link_and_no_other(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "pdf", str.encode)
    person = begun(sample, AS_TEXT)
    sheet = person.sheet
    answer = person.client.get(f"{sheet.get_absolute_url()}/export.pdf")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Cache-Control"] == "private, no-cache"
    assert answer["ETag"] == person.client.get(f"{sheet.get_absolute_url()}/export.pdf")["ETag"]
    with printed_for(RequestFactory().get("/")):
        html = printing.filled(
            board_of(sheet, "ru"), "a4", "http://testserver" + sheet.link(LinkRole.VIEWER).path
        )
    assert answer.content.decode() == html
    assert sheet.owner_token not in html
    assert sheet.scorer_token not in html
    assert escape(AS_TEXT[0]) in html


def test_names_are_printed_as_they_are_and_read_nothing() -> None:
    shortest = min(samples(), key=lambda sample: len(sample.cells))
    person = begun(shortest, AS_TEXT, "<link rel=stylesheet href=http://x>")
    answer = person.client.get(f"{person.sheet.get_absolute_url()}/export.pdf")
    text = Made(answer.content).text.replace("\n", "")
    assert "<b>Жирный</b>" in text
    assert "file:///etc/passwd" in text
    assert "root:" not in text
