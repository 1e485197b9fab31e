"""Polls: 204 while nothing is new (never 304), 286 at the end, which htmx swaps in and then stops asking."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from web.errors import RequestError
from web.polling import poll


def news(status: int) -> HttpResponse:
    return HttpResponse("news", status=status)


@pytest.mark.parametrize(
    ("shown", "over", "repeats", "status"),
    [
        ("3", False, True, 204),
        ("2", False, True, 200),
        ("4", False, True, 200),
        ("2", True, True, 286),
        ("3", True, True, 286),
        ("3", True, False, 204),
    ],
)
def test_a_page_hears_what_it_does_not_show(shown: str, over: bool, repeats: bool, status: int) -> None:
    request = RequestFactory().get("/", {"v": shown})
    answer = poll(request, 3, news, over=over, repeats_the_end=repeats)
    assert answer.status_code == status
    assert answer.content == (b"" if status == 204 else b"news")


def test_news_are_made_only_when_there_are_any() -> None:
    def never(status: int) -> HttpResponse:
        raise AssertionError("made for nobody")

    assert poll(RequestFactory().get("/?v=3"), 3, never).status_code == 204


def test_a_version_that_is_none_is_refused() -> None:
    with pytest.raises(RequestError):
        poll(RequestFactory().get("/?v=x"), 3, news)
