"""`script/soak` on a small scale: every part ends in time and has found nothing."""

import re
import subprocess

import pytest

from tests.setup.site import ROOT


@pytest.mark.thorough
def test_each_part_prints_its_figures_and_finds_nothing() -> None:
    """Nothing acknowledged is lost, no request is a fault of the site, two worlds alike look alike."""
    small = ["--seconds", "30", "--kills", "1", "--phones", "5", "--requests", "150", "--worlds", "150"]
    small += ["--sockets", "5", "--rulebooks", "1", "--evening", "5"]
    done = subprocess.run(
        [ROOT / "script/soak", *small], cwd=ROOT, capture_output=True, text=True, check=True
    )
    kills, crowd, work, hostile, sockets, paper, memory, busy, disk, locked, clock, worlds, two, upgrade = (
        done.stdout.splitlines()
    )
    assert re.fullmatch(r"kills: 1 survived, [1-9]\d* acknowledged, 0 lost, 0 doubled", kills)
    assert re.match(r"crowd: 5 phones, .* p95 .*; others than 200 and 204: 0$", crowd)
    assert re.search(r"; a poll [\d.]+ ms, a change with all its news [\d.]+ ms; computed: ", work)
    assert re.match(r"hostile: \d+ requests .* 0 faults$", hostile)
    assert re.match(r"sockets: 5 silent and 5 half a header; from 1: pages median .*; from 5: pages", sockets)
    assert "failed" not in sockets
    assert re.match(r"paper: \d+ documents ahead, [01] of 1 rulebooks; alone hints median", paper)
    assert re.search(r"; all processes [1-9]\d* MB before, [1-9]\d* MB after$", paper)
    assert re.search(r"MB before \d+ \(.*\); at most \d+ \(.*\); after \d+ \(", memory)
    assert re.match(r"busy: a reference alone [\d.]+ s, beside the stock .* and 6 loops [\d.]+ s", busy)
    lost = r"[1-9]\d* acknowledged, 0 lost, 0 doubled"
    full = rf"disk: entries .503: \d+., 0 without the sentence; .*; 0 processes died; .*; {lost}"
    assert re.fullmatch(rf"{full}|disk: not tried, .*", disk)
    assert re.fullmatch(rf"locked: .*, 0 failed; writers told in .* with .503., .*; {lost}", locked)
    assert re.fullmatch(r"worlds: [1-9]\d* comparisons, 0 differences", worlds)
    assert re.fullmatch(rf"clock: no compiler .*|clock: .*: {lost}, refused {{}}; (?!.*failed).*", clock)
    assert two.startswith("two: no PostgreSQL")
    assert upgrade.startswith("upgrade: no PostgreSQL")


@pytest.mark.thorough
def test_two_machines_on_one_database_lose_nothing_when_one_is_killed() -> None:
    """«Nothing acknowledged lost, phones go on at the others within 5 s; no 404 of a style»; each once."""
    pytest.importorskip("psycopg")
    command = [
        ROOT / "script/with_postgres",
        ROOT / "script/soak",
        "two",
        "--seconds",
        "20",
        "--phones",
        "20",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    _, released, news, at_once, codes, document, static, killed = done.stdout.splitlines()
    assert "exits [0, 0]" in released
    assert re.match(r"two: news on another machine: median [\d.]+ s, max", news)
    assert "10 of 10 one kept and the rest told of a conflict, 10 sent again were known, 0 doubled" in at_once
    assert re.search(r": \d+ on one, then \d+ on the rest", codes)
    assert "then 0 of 4 answers without it" in document
    assert re.search(r"48 of 48 found|8 of 8 phones|not tried", static)
    assert re.search(r"[1-9]\d* acknowledged, 0 lost, 0 doubled; 20 phones, .* 0 later than 5 s", killed)


@pytest.mark.thorough
def test_old_pages_find_their_styles_while_machines_are_upgraded() -> None:
    """«A rolling upgrade with old pages open: no 404 of a style, no lost entry.»"""
    pytest.importorskip("psycopg")
    command = ["script/with_postgres", "script/soak", "upgrade", "--seconds", "20", "--phones", "4"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.match(
        r"upgrade: 2 of 2 sites .*; [1-9]\d* acknowledged, 0 lost, 0 doubled; 4 phones", done.stdout
    )
    assert not re.search(r"'[45]\d\d'", done.stdout)
