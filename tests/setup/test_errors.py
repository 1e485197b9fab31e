"""Our own mistakes: a page in the look of the site, the reason only in the log."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from config.urls import handler400, handler403, handler404, handler500, urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def fail(request: HttpRequest) -> HttpResponse:
    raise ValueError("a secret of the code")


def forbid(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied("Это место занято.")


urlpatterns = [path("fail", fail), path("forbid", forbid), *urlpatterns]


@pytest.fixture
def failing_client(settings: Settings) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


def test_a_mistake_in_the_code_shows_the_page_for_it(failing_client: Client) -> None:
    response = failing_client.get("/fail")
    assert response.status_code == 500
    assert "<h1" in response.text
    assert "secret" not in response.text


def test_a_refused_reader_is_told_why(failing_client: Client) -> None:
    response = failing_client.get("/forbid")
    assert response.status_code == 403
    assert "Это место занято." in response.text
