"""Addresses that leave the device: PUBLIC_URL, else the request's host, never a bare 127.0.0.1 at a table."""

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from pytest_django import Settings

from web.addresses import absolute_url, invitation, qr_svg


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


OWN = ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"]
RUN = "HOST=0.0.0.0 script/server"


@pytest.mark.parametrize("host", OWN)
def test_an_address_that_leads_each_phone_to_itself_gets_no_code(
    rf: RequestFactory, settings: Settings, host: str
) -> None:
    """Where the site answers the network as well, the network's address gets one."""
    settings.PUBLIC_URL = settings.LAN_URL = ""
    request = rf.get("/", headers={"host": host})
    assert invitation(request, "/score/l/1") == (f"http://{host}/score/l/1", "")
    settings.LAN_URL = "http://192.168.1.5:8000"
    assert invitation(request, "/score/l/1").qr == qr_svg("http://192.168.1.5:8000/score/l/1")


@pytest.mark.parametrize(("host", "helps"), [("127.0.0.1", RUN), ("0.0.0.0", "Подключите его к Wi-Fi")])
def test_a_page_says_why_no_phone_comes_and_what_helps(
    rf: RequestFactory, settings: Settings, host: str, helps: str
) -> None:
    settings.PUBLIC_URL, settings.LAN_URL, settings.HOST = "", "", host

    def said(own: str) -> str:
        request = rf.get("/", headers={"host": own})
        return Template("{% load addresses %}{% only_here %}").render(Context({"request": request}))

    for own in OWN:
        assert "Другие телефоны сюда не дотянутся" in said(own)
        assert helps in said(own).replace("\u00a0", " ")
    assert not said("testserver").strip()
    settings.PUBLIC_URL = "https://grimoire.example"
    assert not said(OWN[0]).strip()
