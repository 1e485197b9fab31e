"""What a memory that is kept may still ask for: files and modules but those that are in it. Instead of these
stand empty ones, for whoever looks what a folder has.
"""

import io
import sys
import zipfile
from pathlib import Path

from pocket.tars import tar
from rulebook.content.kept import PLACE as AS_READ

HOMES = ("/main", "/libs", "/zoneinfo", "/data/static")
LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"


def files() -> bytes:
    """Ours and those of libraries, as a tar."""
    there, made = _in_memory(), dict[str, bytes]()
    for path in (path for home in HOMES for path in Path(home).rglob("*") if path.is_file()):
        known = str(path) in there or path.match(AS_READ)
        made[str(path)[1:]] = b"" if known else path.read_bytes()
    return tar(made)


def library() -> bytes:
    """The archive of the standard library."""
    there, made = _in_memory(), io.BytesIO()
    with zipfile.ZipFile(LIBRARY) as whole, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as part:
        for name in whole.namelist():
            part.writestr(name, b"" if f"{LIBRARY}/{name}" in there else whole.read(name))
    return made.getvalue()


def _in_memory() -> set[str]:
    return {str(getattr(module, "__file__", "")) for module in list(sys.modules.values())}
