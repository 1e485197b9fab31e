"""`manage.py tryout --watch` looks again whenever a file is saved."""

import os
from pathlib import Path

import pytest

from simulator.tryout import package, running


class Served:
    """A server that only counts how often it was begun and ended."""

    begun = ended = 0

    def terminate(self) -> None:
        type(self).ended += 1

    def wait(self) -> None:
        assert self.ended == self.begun


def test_a_saved_file_is_looked_at_again_and_served_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "stones/rulebook/content/game.toml"
    place.parent.mkdir(parents=True)
    place.write_text("", encoding="utf-8")
    found = package.find("stones", tmp_path)
    assert found is not None
    looked: list[str] = []
    said: list[str] = []

    def serve(env: object) -> Served:
        Served.begun += 1
        return Served()

    def wait(_: float) -> None:
        if len(looked) == 2:
            raise KeyboardInterrupt
        os.utime(place, ns=(1, len(looked) + 1))

    monkeypatch.setattr(running, "look", lambda found, lang: looked.append(lang))
    monkeypatch.setattr(running, "_serve", serve)
    monkeypatch.setattr(running.time, "sleep", wait)
    monkeypatch.setattr(running.signal, "signal", lambda *_: None)
    with pytest.raises(KeyboardInterrupt):
        running.watch(found, "en", 8001, tmp_path / "data", said.append)
    assert looked == ["en", "en"]
    assert (Served.begun, Served.ended) == (2, 2)
    assert said.count("http://127.0.0.1:8001/en/rules/stones") == 2
