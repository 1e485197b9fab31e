"""What `deploy/` says of the site holds; what only a machine with systemd or containers can show is read."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.connections import Patience
from tests.setup.site import ROOT

DEPLOY = ROOT / "deploy"
SYSTEMD = DEPLOY / "systemd"
SERVICES = sorted(path.name for path in SYSTEMD.glob("*.service"))
PINNED = re.compile(r"[a-z/]+:\d+\.\d+[\w.-]*")
MOST_EXPOSED = 2.0  # of 10, as `systemd-analyze security` counts; 0 to 4 is «OK»
VARIABLE = re.compile(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|", re.MULTILINE)
# Variables of other programs' images, and those that only containers set.
OTHERS = {
    "postgres": {"POSTGRES_USER", "POSTGRES_PASSWORD"},
    "caddy": {"DOMAIN", "OPERATORS", "SITE"},
}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def known_variables() -> set[str]:
    """What the README says of the environment."""
    rows = VARIABLE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    return set(re.findall("[A-Z_]+", " ".join(rows)))


def variables_of_container() -> set[str]:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    return set(re.findall(r"^(?:ENV|   ) *([A-Z_]+)=", text, re.MULTILINE))


def test_every_variable_of_the_site_is_known_to_its_settings(compose: dict[str, Any]) -> None:
    """«every service's variables are known to the site's settings»: a misspelt one would just be ignored."""
    known = known_variables()
    assert {"PUBLIC_URL", "DATABASE_URL", "EMAIL_URL"} <= known
    for name, service in compose["services"].items():
        assert set(service.get("environment", {})) <= OTHERS.get(name, known), name
    assert variables_of_container() - {"LANG", "GRIMOIRE_COMMIT"} <= known
    assert set(re.findall(r"^Environment=([A-Z_]+)=", common(), re.MULTILINE)) <= known


def test_every_service_is_pinned_watched_and_started_again(compose: dict[str, Any]) -> None:
    """«volumes, health checks, pinned images»."""
    for name, service in compose["services"].items():
        assert service["healthcheck"]["test"][0] == "CMD", name
        assert service["restart"] == "unless-stopped", name
        assert "no-new-privileges:true" in service["security_opt"], name
        if "build" in service:
            place = DEPLOY / service["build"]["context"]
            assert (place / service["build"]["dockerfile"]).is_file()
        else:
            assert PINNED.fullmatch(service["image"]), name
        assert set(service.get("depends_on", ())) <= set(compose["services"])
    [image] = re.findall(r"^FROM (\S+)", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert PINNED.fullmatch(image)


def test_what_is_written_outlives_its_container(compose: dict[str, Any]) -> None:
    """Every volume is declared, what is mounted is there, and the site writes into its volume alone."""
    mounts = [
        mount.split(":") for service in compose["services"].values() for mount in service.get("volumes", ())
    ]
    named = {source for source, *_ in mounts if not source.startswith(".")}
    assert named == set(compose["volumes"])
    assert all((DEPLOY / source).is_file() for source, *_ in mounts if source.startswith("."))
    site = compose["services"]["site"]
    assert site["read_only"]
    assert site["volumes"] == ["data:/var/lib/grimoire"]
    assert "GRIMOIRE_DATA_DIR=/var/lib/grimoire" in (DEPLOY / "Containerfile").read_text(encoding="utf-8")


def test_only_the_proxy_is_open_to_the_world_and_it_is_the_one_that_is_trusted(
    compose: dict[str, Any],
) -> None:
    ports = {name: service.get("ports", []) for name, service in compose["services"].items()}
    assert ports.pop("caddy")
    assert all(port.startswith("127.0.0.1:") for of_one in ports.values() for port in of_one)
    [network] = compose["networks"]["default"]["ipam"]["config"]
    assert compose["services"]["site"]["environment"]["TRUSTED_PROXY"] == network["subnet"]


def test_the_key_of_an_image_is_nobodys() -> None:
    """Whoever has the image would sign the cookies of every site that is made from it."""
    made = re.findall(
        r"^RUN (.+?[^\\])$", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), re.M | re.S
    )
    [preparing] = [step for step in made if "script/prepare.py" in step]
    assert 'rm "$GRIMOIRE_DATA_DIR/secret.key"' in preparing
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv", "var"} <= set(ignored)


def test_the_container_file_has_no_faults() -> None:
    command = [Path(sys.executable).with_name("hadolint"), DEPLOY / "Containerfile"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_caddy_keeps_a_phone_at_its_machine_until_that_is_silent() -> None:
    """README, «Несколько машин»: as Caddy itself reads the file, with the addresses of two. A form that fails
    at one machine says little of it, and what Caddy keeps open it closes before the site does.
    """
    if shutil.which("caddy") is None:
        pytest.skip("caddy is not installed")
    command = ["caddy", "adapt", "--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile"]
    sites = {"DOMAIN": "grimoire.example", "SITE": "10.0.0.11:8000 10.0.0.12:8000"}
    done = subprocess.run(command, env=os.environ | sites, capture_output=True, text=True, check=True)
    [proxy] = _handlers(json.loads(done.stdout), "reverse_proxy")
    assert [each["dial"] for each in proxy["upstreams"]] == sites["SITE"].split()
    balancing = proxy["load_balancing"]
    assert balancing["selection_policy"] == {"policy": "ip_hash"}
    passive = proxy["health_checks"]["passive"]
    assert balancing["try_duration"] > passive["fail_duration"] > 0
    assert passive["max_fails"] > 1
    assert proxy["transport"]["keep_alive"]["idle_timeout"] < Patience().silence * 10**9


def _handlers(config: Any, name: str) -> list[dict[str, Any]]:
    """All handlers of a kind in Caddy's own form of its configuration."""
    inside = config.values() if isinstance(config, dict) else config if isinstance(config, list) else ()
    found = [config] if isinstance(config, dict) and config.get("handler") == name else []
    return found + [handler for each in inside for handler in _handlers(each, name)]


def common() -> str:
    return (SYSTEMD / "grimoire.service.d" / "common.conf").read_text(encoding="utf-8")


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units as they would stand in /etc/systemd/system, for a site in this folder."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    place = tmp_path / "system"
    shutil.copytree(SYSTEMD, place)
    for path in place.rglob("*.*"):
        if path.is_file():
            path.write_text(
                path.read_text(encoding="utf-8").replace("/opt/grimoire", str(ROOT)), encoding="utf-8"
            )
    return place


def analyse(*command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", "--no-pager", *map(str, command)], capture_output=True, text=True, check=False
    )


def test_systemd_understands_the_units(units: Path) -> None:
    done = analyse("verify", "--man=no", *sorted(units.glob("*.service")), *sorted(units.glob("*.timer")))
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.stem for path in units.glob("*.timer")} < {path.stem for path in units.glob("*.service")}


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_may_do_little(units: Path, name: str) -> None:
    """«hardened systemd units»: timers too, by the same lines."""
    done = analyse("security", "--offline=yes", f"--threshold={MOST_EXPOSED * 10:.0f}", units / name)
    assert done.returncode == 0, done.stdout.splitlines()[-1]
    assert f"exposure level for {name}" in done.stdout
