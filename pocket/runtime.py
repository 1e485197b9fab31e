"""The Python that runs in browsers: Pyodide, one version of it, known by the hashes of its files.

It isn't in the repository. `fetch` takes it from a folder or a tarball that somebody has, or from the
registry that this computer's npm is set up for.
"""

import io
import os
import re
import tarfile
import urllib.request
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

VERSION = "314.0.7"
FILES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
# A snapshot larger than the 30 MB of a fresh heap wouldn't fit in (pyodide/pyodide#6254), and would stand in
# memory twice: who restores one (pocket/js/python.js) gives its head, and fills the heap himself.
MENDED = "pyodide.mjs"
AS_IT_IS, AS_IT_SHOULD_BE = b"let a=Ae(r,s,t)", b"s&&await t.fillMemory(r);let a=Ae(r,s,t)"
REGISTRY = "npm_config_registry"  # the environment's, or `registry=` of a .npmrc
LARGEST = 50 * 1000 * 1000  # bytes of a tarball; more is none of ours
PATIENCE = 60  # seconds without a byte


class NoRuntime(Exception):
    """A sentence that says why there is none."""


def fetch(given: str = "") -> dict[str, bytes]:
    """The files by name, mended. Raises NoRuntime."""
    place = Path(given)
    if given and place.is_dir():
        files = {name: path.read_bytes() for name in FILES if (path := place / name).is_file()}
    else:
        files = _unpacked(place.read_bytes() if given else _downloaded())
    return mended(checked(files))


def checked(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The same, if they are what they should be, all of them. Raises NoRuntime."""
    for name, digest in FILES.items():
        if name not in files:
            raise NoRuntime(f"{name}: нет такого файла")
        if sha256(files[name]).hexdigest() != digest:
            raise NoRuntime(f"{name}: это не Pyodide {VERSION}")
    return files


def mended(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """One expression of it is another; a version that hasn't it once needs a look."""
    if files[MENDED].count(AS_IT_IS) != 1:
        raise NoRuntime(f"{MENDED}: не нашлось, что поправить")
    return {**files, MENDED: files[MENDED].replace(AS_IT_IS, AS_IT_SHOULD_BE)}


def _unpacked(tarball: bytes) -> dict[str, bytes]:
    try:
        with tarfile.open(fileobj=io.BytesIO(tarball)) as tar:
            found = {member.name.rpartition("/")[2]: member for member in tar if member.isfile()}
            return {name: tar.extractfile(found[name]).read() for name in FILES if name in found}
    except (tarfile.TarError, EOFError, OSError) as error:
        raise NoRuntime(f"не распаковать: {error}") from error


def _downloaded() -> bytes:
    registry = os.environ.get(REGISTRY) or _registry_of_npm()
    if not registry.startswith("https://"):
        raise NoRuntime(f"откуда взять Pyodide, скажет --from или https-адрес в {REGISTRY}")
    url = f"{registry.rstrip('/')}/pyodide/-/pyodide-{VERSION}.tgz"
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return bytes(answer.read(LARGEST))
    except OSError as error:
        raise NoRuntime(f"{url}: {error}") from error


def _registry_of_npm() -> str:
    for place in (Path.cwd(), Path.home()):
        npmrc = place / ".npmrc"
        named = npmrc.is_file() and re.search(r"(?m)^registry\s*=\s*(\S+)", npmrc.read_text(encoding="utf-8"))
        if named:
            return named[1]
    return ""
