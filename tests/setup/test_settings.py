"""What the environment makes of the settings, read in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from config import network

ROOT = Path(__file__).resolve().parent.parent.parent
DUMP = """
import json
from config import settings
names = ("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "DEBUG", "LAN_URL", "PUBLIC_URL", "SECRET_KEY")
print(json.dumps({name: getattr(settings, name) for name in names}))
"""
Read = Callable[..., dict[str, object]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """`read(HOST="0.0.0.0")`: the settings that this environment gives."""

    def read_settings(**variables: str) -> dict[str, object]:
        environment = os.environ | {"GRIMOIRE_DATA_DIR": str(tmp_path)} | variables
        command = [sys.executable, "-c", DUMP]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return read_settings


def test_by_default_only_this_computer_is_served(read: Read) -> None:
    found = read()
    assert found["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]
    assert found["CSRF_TRUSTED_ORIGINS"] == []
    assert (found["DEBUG"], found["LAN_URL"], found["PUBLIC_URL"]) == (False, "", "")


def test_a_server_for_the_table_allows_the_addresses_on_the_network_and_no_others(read: Read) -> None:
    found = read(HOST="0.0.0.0", PORT="8123")
    addresses = network.local_addresses()
    assert found["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]", *addresses]
    assert found["CSRF_TRUSTED_ORIGINS"] == [f"http://{address}:8123" for address in addresses]
    assert found["LAN_URL"] == (f"http://{addresses[0]}:8123" if addresses else "")


def test_the_public_address_is_allowed_and_trusted(read: Read) -> None:
    found = read(PUBLIC_URL="https://grimoire.example")
    assert "grimoire.example" in found["ALLOWED_HOSTS"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://grimoire.example"]


def test_the_secret_key_outlives_a_restart(read: Read, tmp_path: Path) -> None:
    key = read()["SECRET_KEY"]
    assert read()["SECRET_KEY"] == key == (tmp_path / "secret.key").read_text()
    assert read(SECRET_KEY="another")["SECRET_KEY"] == "another"
