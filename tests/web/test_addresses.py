"""Addresses that leave the device: PUBLIC_URL, else the request's host, never a bare 127.0.0.1 at a table."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from web.addresses import absolute_url


def test_the_request_gives_the_host(rf: RequestFactory, settings: Settings) -> None:
    settings.PUBLIC_URL = settings.LAN_URL = ""
    assert absolute_url(rf.get("/"), "/score/s/1") == "http://testserver/score/s/1"


def test_the_public_address_wins(rf: RequestFactory, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://grimoire.example"
    assert absolute_url(rf.get("/"), "/score/s/1") == "https://grimoire.example/score/s/1"


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_on_the_laptop_itself_the_network_address_replaces_the_loopback_one(
    rf: RequestFactory, settings: Settings, host: str
) -> None:
    settings.PUBLIC_URL, settings.LAN_URL = "", "http://192.168.1.5:8000"
    request = rf.get("/", headers={"host": host})
    assert absolute_url(request, "/rules/poison") == "http://192.168.1.5:8000/rules/poison"


def test_a_phone_keeps_the_address_it_used(rf: RequestFactory, settings: Settings) -> None:
    settings.PUBLIC_URL, settings.LAN_URL = "", "http://192.168.1.5:8000"
    settings.ALLOWED_HOSTS = ["10.0.0.7"]
    request = rf.get("/", headers={"host": "10.0.0.7:8000"})
    assert absolute_url(request, "/rules/poison") == "http://10.0.0.7:8000/rules/poison"


def test_a_forged_host_gets_into_no_link(rf: RequestFactory, settings: Settings) -> None:
    settings.PUBLIC_URL = settings.LAN_URL = ""
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    assert absolute_url(rf.get("/", headers={"host": "evil.example"}), "/rules/poison") == "/rules/poison"
