"""A proxy before several sites, as README.md has it: nginx asks them in turn, Caddy keeps a phone at one."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.setup.site import PATIENCE, ROOT, free_port, wait_until
from tests.soak.browser import FAILURES, Browser

PROGRAMS = ("nginx", "caddy")
CADDYFILE = ROOT / "deploy" / "Caddyfile"
NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; {user}
events {{ worker_connections 4096; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/1; uwsgi_temp_path {folder}/2; scgi_temp_path {folder}/3;
    upstream grimoire {{ {servers} }}
    server {{
        listen 127.0.0.1:{port};
        proxy_set_header Host $host:$server_port;
        proxy_set_header X-Forwarded-For $remote_addr;
        location / {{ proxy_pass http://grimoire; }}
        location /static/ {{ proxy_pass http://grimoire; proxy_next_upstream error timeout http_404; }}
    }}
}}
"""
CADDY = "{{\n    admin off\n    default_bind 127.0.0.1\n}}\nimport {site}\n"


class Balancer(NamedTuple):
    """Which program stands before the sites, empty for none, and the port on which it is to stand."""

    program: str
    port: int

    @property
    def called(self) -> str:
        return self.program or "ports of their own, no proxy here"

    def doors(self, ports: Sequence[int]) -> list[int]:
        """Where phones may knock that want one of the sites on these `ports`."""
        return [self.port] if self.program else [*ports]

    @contextmanager
    def before(self, ports: Sequence[int], folder: Path) -> Iterator[None]:
        """Runs it."""
        if not self.program:
            yield
            return
        begin = {"nginx": _nginx, "caddy": _caddy}[self.program]
        with (folder / "proxy.log").open("w") as log:
            process = begin(self.port, ports, folder, log.fileno())
        try:
            wait_until(self._answers)
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)

    def _answers(self) -> bool:
        with suppress(*FAILURES):
            return Browser(self.port).opens("/healthz")
        return False


def balancer(wanted: str) -> Balancer:
    """The program that is wanted; else the first that is here."""
    here = [wanted] if wanted else [name for name in PROGRAMS if _place(name)]
    return Balancer(here[0] if here else "", free_port())


def _place(program: str) -> str | None:
    return shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")


def _nginx(port: int, ports: Sequence[int], folder: Path, log: int) -> subprocess.Popen[bytes]:
    servers = " ".join(f"server 127.0.0.1:{each} fail_timeout=1s;" for each in ports)
    user = "" if os.geteuid() else "user root;"
    config = folder / "nginx.conf"
    config.write_text(NGINX.format(folder=folder, port=port, servers=servers, user=user))
    return subprocess.Popen(
        [_place("nginx") or "nginx", "-c", config, "-e", folder / "nginx.log"], stderr=log
    )


def _caddy(port: int, ports: Sequence[int], folder: Path, log: int) -> subprocess.Popen[bytes]:
    """By the file of `deploy/` as it stands, but on plain http."""
    sites = {"DOMAIN": f"http://127.0.0.1:{port}", "SITE": " ".join(f"127.0.0.1:{each}" for each in ports)}
    config = folder / "Caddyfile"
    config.write_text(CADDY.format(site=CADDYFILE))
    own = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(folder))
    command = [_place("caddy") or "caddy", "run", "--config", config, "--adapter", "caddyfile"]
    return subprocess.Popen(command, env=os.environ | sites | own, stderr=log)
