"""What the server prints, so that the phones at a table can reach a laptop."""

import pytest

from config import network


def test_only_addresses_that_others_can_use_are_listed() -> None:
    for address in network.local_addresses():
        assert network.is_reachable(address)
    assert not network.is_reachable("127.0.0.1")
    assert not network.is_reachable("0.0.0.0")


def test_the_loopback_interface_has_its_address() -> None:
    assert network.interface_address("lo") == "127.0.0.1"


def test_an_unknown_interface_has_none() -> None:
    assert network.interface_address("nosuchthing") is None


def test_port_80_is_not_written() -> None:
    assert network.url("192.168.1.5", 80) == "http://192.168.1.5"
    assert network.url("192.168.1.5", 8000) == "http://192.168.1.5:8000"


def test_a_server_for_this_computer_alone_prints_one_address() -> None:
    assert network.invitation("127.0.0.1", 8000) == "Гримуар: http://127.0.0.1:8000"


def test_a_server_for_the_table_prints_the_network_address_with_its_qr(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "local_addresses", lambda: ["192.168.1.5", "10.0.0.7"])
    text = network.invitation("0.0.0.0", 8000)
    assert network.qr("http://192.168.1.5:8000") in text
    assert "Гримуар: http://192.168.1.5:8000" in text
    assert "Другие адреса: http://10.0.0.7:8000" in text
    assert "http://127.0.0.1:8000" in text


def test_the_public_address_goes_into_the_qr_when_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "local_addresses", lambda: ["192.168.1.5"])
    text = network.invitation("0.0.0.0", 8000, "https://grimoire.example")
    assert network.qr("https://grimoire.example") in text
    assert "Другие адреса: http://192.168.1.5:8000" in text


def test_without_a_network_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "local_addresses", list)
    assert "Местная сеть не найдена" in network.invitation("0.0.0.0", 8000)


def test_a_qr_code_is_a_block_of_equal_lines() -> None:
    lines = network.qr("http://192.168.1.5:8000").splitlines()
    assert len(lines) > 10
    assert len({len(line) for line in lines}) == 1
