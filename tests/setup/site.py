"""A site of one's own in processes of its own, as script/server starts it."""

import http.client
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60  # seconds; a busy computer is no failure


@dataclass
class Site:
    """A running server."""

    process: subprocess.Popen[str]
    port: int
    environment: dict[str, str]
    log: Path
    said: str

    def children(self) -> list[int]:
        """The processes that it started."""
        number = self.process.pid
        return [int(child) for child in Path(f"/proc/{number}/task/{number}/children").read_text().split()]

    def family(self, size: int) -> list[int]:
        """The processes that it started, once there are so many: it says its address before the last ones."""
        wait_until(lambda: len(self.children()) >= size, said=self._logged)
        return self.children()

    def status(self, path: str) -> int:
        """Of the answer to a GET."""
        return self.answer(path)[0]

    def answer(self, path: str) -> tuple[int, str]:
        """The status and the text of the answer to a GET."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path)
        answer = connection.getresponse()
        said = answer.status, answer.read().decode(errors="replace")
        connection.close()
        return said

    def wait_until_whole(self) -> None:
        """Until all that belongs to it is there."""
        whole = re.compile("ok .* helper=ok ")
        wait_until(lambda: bool(whole.match(self.answer("/healthz")[1])), look_every=0.1, said=self._logged)

    def wait_for_log(self, text: str) -> None:
        """Until the server has said it."""
        wait_until(lambda: text in self._logged(), said=self._logged)

    def _logged(self) -> str:
        return self.log.read_text(encoding="utf-8")


def wait_until(
    is_so: Callable[[], bool], look_every: float = 0.02, said: Callable[[], str] = lambda: ""
) -> None:
    """Nothing tells of what another process does; a pause between two looks leaves it the processor."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, said()
        time.sleep(look_every)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def start(data: Path, code: Path = ROOT, **variables: str) -> Iterator[Site]:
    """A server with this folder of data."""
    port, log = int(variables.get("PORT") or free_port()), data / "server.log"
    environment = os.environ | {
        "GRIMOIRE_DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DEBUG": "1",
        "PORT": str(port),
        **variables,
    }
    command = [sys.executable, "-m", "config.server"]
    with log.open("w") as stderr:
        process = subprocess.Popen(
            command, cwd=code, env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True
        )
    assert process.stdout is not None
    try:
        yield Site(process, port, environment, log, process.stdout.readline())
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
        process.stdout.close()
