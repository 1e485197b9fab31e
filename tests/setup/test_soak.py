"""`script/soak` on a small scale: every part ends in time and has found nothing."""

import re
import subprocess

import pytest

from tests.setup.site import ROOT


@pytest.mark.thorough
def test_each_part_prints_its_figures_and_finds_nothing() -> None:
    """Nothing acknowledged is lost, no request is a fault of the site, two worlds alike look alike."""
    small = ["--seconds", "30", "--kills", "1", "--phones", "5", "--requests", "150", "--worlds", "150"]
    small += ["--sockets", "5", "--rulebooks", "1"]
    done = subprocess.run(
        [ROOT / "script/soak", *small], cwd=ROOT, capture_output=True, text=True, check=True
    )
    kills, crowd, hostile, sockets, paper, busy, worlds = done.stdout.splitlines()
    assert re.fullmatch(r"kills: 1 survived, [1-9]\d* acknowledged, 0 lost, 0 doubled", kills)
    assert re.match(r"crowd: 5 phones, .* p95 .*, others than 200 and 204: 0$", crowd)
    assert re.match(r"hostile: \d+ requests .* 0 faults$", hostile)
    assert re.match(r"sockets: 5 silent and 5 half a header; from 1: pages median .*; from 5: pages", sockets)
    assert "failed" not in sockets
    assert re.match(r"paper: \d+ documents ahead, [01] of 1 rulebooks; alone hints median", paper)
    assert re.search(r"; all processes [1-9]\d* MB before, [1-9]\d* MB after$", paper)
    assert re.match(r"busy: a reference alone [\d.]+ s, beside the stock .* and 6 loops [\d.]+ s", busy)
    assert re.fullmatch(r"worlds: [1-9]\d* comparisons, 0 differences", worlds)
