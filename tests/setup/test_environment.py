"""Environment variables are read strictly: a typing error stops the start instead of changing its meaning."""

import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment


def test_a_flag_is_off_when_absent_and_on_for_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DEBUG", raising=False)
    assert environment.flag("DEBUG") is False
    monkeypatch.setenv("DEBUG", "1")
    assert environment.flag("DEBUG") is True


def test_a_flag_takes_nothing_but_0_and_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", "yes")
    with pytest.raises(ImproperlyConfigured, match="DEBUG must be 0 or 1"):
        environment.flag("DEBUG")


def test_the_port_has_a_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PORT", raising=False)
    assert environment.port("PORT", 8000) == 8000
    monkeypatch.setenv("PORT", "8123")
    assert environment.port("PORT", 8000) == 8123


@pytest.mark.parametrize("value", ["0", "65536", "-1", "http", "80 80", "٣"])
def test_a_port_that_cannot_be_fails_loudly(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PORT", value)
    with pytest.raises(ImproperlyConfigured, match="PORT must be a port number"):
        environment.port("PORT", 8000)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", ""),
        ("https://grimoire.example", "https://grimoire.example"),
        ("https://grimoire.example/", "https://grimoire.example"),
        ("http://192.168.1.5:8000", "http://192.168.1.5:8000"),
    ],
)
def test_a_public_url_is_scheme_and_host(monkeypatch: pytest.MonkeyPatch, value: str, expected: str) -> None:
    monkeypatch.setenv("PUBLIC_URL", value)
    assert environment.origin("PUBLIC_URL") == expected


@pytest.mark.parametrize(
    "value", ["grimoire.example", "ftp://a.example", "https://a.example/path", "http://"]
)
def test_any_other_public_url_fails_loudly(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PUBLIC_URL", value)
    with pytest.raises(ImproperlyConfigured, match="PUBLIC_URL must look like"):
        environment.origin("PUBLIC_URL")


def test_a_postgres_address_becomes_database_settings() -> None:
    found = environment.postgres("postgres://olya:s%40cret@db.example:5433/grimoire?sslmode=require")
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["USER"], found["PASSWORD"]) == ("olya", "s@cret")
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example", "5433", "grimoire")
    assert found["OPTIONS"] == {"sslmode": "require"}


@pytest.mark.parametrize("url", ["mysql://db/grimoire", "postgres://db", "grimoire.db"])
def test_another_database_address_fails_loudly(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must look like"):
        environment.postgres(url)


def test_the_time_zone_falls_back_when_the_named_one_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Omsk")
    assert environment.time_zone("Europe/Moscow") == "Asia/Omsk"
    monkeypatch.setenv("TZ", "Middle-earth/Shire")
    assert environment.time_zone("Europe/Moscow") == "Europe/Moscow"


def test_the_secret_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    key = environment.secret_key(path)
    assert len(key) > 50
    assert environment.secret_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("value", ["0", "100", "-1", "two", "2.5"])
def test_a_number_of_processes_that_makes_no_sense_fails_loudly(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """L7: workers and threads were fixed in a file."""
    assert environment.count("WORKERS", 2) == 2
    monkeypatch.setenv("WORKERS", value)
    with pytest.raises(ImproperlyConfigured, match="WORKERS"):
        environment.count("WORKERS", 2)


@pytest.mark.parametrize("url", ["http://cache/0", "cache:6379", "mysql://cache"])
def test_what_is_no_address_of_a_redis_fails_loudly(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL must look like"):
        environment.redis("REDIS_URL")


def test_a_redis_without_its_package_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """«a requirements file of its own»: each page would fail otherwise."""
    monkeypatch.setenv("REDIS_URL", "redis://cache/0")
    assert environment.redis("REDIS_URL") == "redis://cache/0"
    monkeypatch.setattr(environment, "find_spec", lambda name: None)
    with pytest.raises(ImproperlyConfigured, match=r"requirements-redis\.txt"):
        environment.redis("REDIS_URL")
