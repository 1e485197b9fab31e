"""Reads settings from environment variables and files; whatever can't be understood fails loudly."""

import ipaddress
import os
import re
import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

ORIGIN = re.compile(r"https?://[\w.-]+(:\d{1,5})?")
SMTP_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
POSTGRES_SCHEMES = {"postgres", "postgresql"}
REDIS_SCHEMES = ("redis://", "rediss://", "unix://")


def flag(name: str, default: str = "0") -> bool:
    """`NAME=1` or `NAME=0`; absent means `default`."""
    value = os.environ.get(name, default)
    if value not in {"0", "1"}:
        raise ImproperlyConfigured(f"{name} must be 0 or 1, not {value!r}")
    return value == "1"


def port(name: str, default: int) -> int:
    """A TCP port, 1 to 65535."""
    value = os.environ.get(name, "") or str(default)
    if not (value.isascii() and value.isdigit() and 0 < int(value) < 65536):
        raise ImproperlyConfigured(f"{name} must be a port number, not {value!r}")
    return int(value)


def count(name: str, default: int) -> int:
    """How many of something, 1 to 99."""
    value = os.environ.get(name, "") or str(default)
    if not (value.isascii() and value.isdigit() and 0 < int(value) < 100):
        raise ImproperlyConfigured(f"{name} must be a number from 1 to 99, not {value!r}")
    return int(value)


def origin(name: str) -> str:
    """`http(s)://host[:port]` without a path, or an empty string when the variable is absent."""
    value = os.environ.get(name, "").rstrip("/")
    if value and not ORIGIN.fullmatch(value):
        raise ImproperlyConfigured(f"{name} must look like https://host or http://host:port, not {value!r}")
    return value


def one_of(name: str, choices: tuple[str, ...]) -> str:
    """One of some words; absent means the first."""
    value = os.environ.get(name) or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(choices)}, not {value!r}")
    return value


def admins(name: str) -> list[tuple[str, str]]:
    """Addresses of mail (`one@example.org two@example.org`) as Django's ADMINS, none when it is absent."""
    addresses = os.environ.get(name, "").replace(",", " ").split()
    try:
        for address in addresses:
            validate_email(address)
    except ValidationError as error:
        raise ImproperlyConfigured(f"{name} must be addresses of mail") from error
    return [("", address) for address in addresses]


class Smtp(NamedTuple):
    """Django's EMAIL_…: a server, who we are there, and whether TLS comes by STARTTLS or first."""

    host: str
    port: int
    user: str
    password: str
    use_tls: bool
    use_ssl: bool


def smtp(name: str) -> Smtp:
    """`smtps://user:password@host:port`, TLS from the first byte; `smtp+tls://…` for STARTTLS, `smtp://…` for
    neither. Absent means the mail server of this computer.
    """
    try:
        parts = urlsplit(os.environ.get(name) or "smtp://localhost")
        port, host = parts.port or SMTP_PORTS[parts.scheme], parts.hostname or ""
    except (ValueError, KeyError):
        host = ""
    if not host:
        raise ImproperlyConfigured(f"{name} must look like smtps://user:password@host:port")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Smtp(host, port, user, password, parts.scheme == "smtp+tls", parts.scheme == "smtps")


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def networks(name: str, default: str = "") -> list[Network]:
    """Addresses or networks (`127.0.0.1 172.16.0.0/12`); absent means `default`."""
    texts = os.environ.get(name, default).replace(",", " ").split()
    try:
        return [ipaddress.ip_network(text) for text in texts]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be addresses or networks: {error}") from error


def time_zone(default: str) -> str:
    """The zone this computer lives in: TZ, else Debian's /etc/timezone, else the default."""
    debian = Path("/etc/timezone")
    named = os.environ.get("TZ") or (debian.read_text(encoding="ascii").strip() if debian.exists() else "")
    return named if named in available_timezones() else default


def postgres(url: str) -> dict[str, object]:
    """`postgres://user:password@host:port/name?option=value` as an entry of Django's DATABASES."""
    parts = urlsplit(url)
    name = unquote(parts.path[1:])
    if parts.scheme not in POSTGRES_SCHEMES or not name:
        raise ImproperlyConfigured("DATABASE_URL must look like postgres://user:password@host:port/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "OPTIONS": dict(parse_qsl(parts.query)),
    }


def redis(name: str) -> str:
    """The address of a Redis, or an empty string when the variable is absent."""
    url = os.environ.get(name, "")
    if url and not url.startswith(REDIS_SCHEMES):
        raise ImproperlyConfigured(f"{name} must look like redis://host:port/number")
    if url and find_spec("redis") is None:
        raise ImproperlyConfigured(f"{name} needs .venv/bin/pip install -r requirements-redis.txt")
    return url


def sqlite(path: Path) -> dict[str, object]:
    """The embedded database: readers never wait, one writer at a time, who is told within two seconds
    that it is busy: this much patience, and what `web.writers` has.

    What is acknowledged stands even after a power cut: FULL waits for the disk with every entry.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 1.5,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def secret_key(path: Path) -> str:
    """The key kept in `path`; the first process that needs it makes it, readable by its owner alone."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48), encoding="ascii")
        try:
            os.link(draft, path)  # complete from the first moment, and never over another process's key
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii")
