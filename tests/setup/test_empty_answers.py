"""«No answer has an empty body»: a busy computer answered a tap with a blank white page.

Empty are only answers that leave the page as it is (204, 304) and those that lead to another.
"""

import ast

import pytest
from django.test import Client

from tests.setup.test_house import ROOT, python_files

STOREYS = ("config", "web", "rulebook", "scoring", "simulator", "games")
SILENT = {"204", "304", "NOTHING_NEW", "POLLING_STOPS"}


def answers_without_a_body(source: str) -> list[str]:
    """Calls of Django's classes of answers that give no content, by their text."""
    if "HttpResponse" not in source:  # most files answer nobody
        return []
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [ast.unparse(call) for call in calls if is_answer(call) and not has_body(call)]


def is_answer(call: ast.Call) -> bool:
    name = ast.unparse(call.func).rpartition(".")[2]
    return name.startswith("HttpResponse") and not name.endswith(("Redirect", "Refresh"))


def has_body(call: ast.Call) -> bool:
    given = {each.arg: ast.unparse(each.value) for each in call.keywords}
    content = ast.unparse(call.args[0]) if call.args else given.get("content", "''")
    return content not in {"''", "b''", "()", "None"} or given.get("status") in SILENT


@pytest.mark.parametrize("storey", STOREYS)
def test_no_view_answers_with_nothing(storey: str) -> None:
    found = {
        str(path.relative_to(ROOT)): empty
        for path in python_files(storey)
        if (empty := answers_without_a_body(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("source", "empty"),
    [
        ("HttpResponse(status=503)", True),
        ("http.HttpResponseNotFound()", True),
        ("HttpResponse('', status=404)", True),
        ("HttpResponse(content=b'', status=500)", True),
        ("HttpResponse(status=204)", False),
        ("HttpResponse(said, status=503)", False),
        ("HttpResponseRedirect()", False),
    ],
)
def test_such_an_answer_is_found(source: str, empty: bool) -> None:
    assert bool(answers_without_a_body(source)) is empty


def test_a_condition_that_does_not_hold_is_refused_in_words(client: Client) -> None:
    """Django's own 412 is empty."""
    answer = client.get("/print/poison/reference.pdf", headers={"If-Match": '"another"'})
    assert answer.status_code == 412
    assert "Так этот адрес не открывают." in answer.content.decode()
