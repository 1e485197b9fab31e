"""The files of this corpus: JSON in an order of its own, packed so that equal content is equal bytes."""

import gzip
import hashlib
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent / "data"


def canonical(data: Any) -> str:
    """JSON that is equal for equal data."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def plain(data: Any) -> Any:
    """The data as it comes back from JSON: tuples are lists, keys are texts."""
    return json.loads(canonical(data))


def digest(data: Any) -> str:
    """SHA-256 of the canonical JSON, the first 16 letters."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()[:16]


def pack(data: bytes) -> bytes:
    """Compressed, without the date and the name that gzip would add."""
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, compresslevel=9, mtime=0) as file:
        file.write(data)
    return out.getvalue()


def write(name: str, data: bytes) -> None:
    """A file of the corpus; one whose name ends in .gz is packed."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / name).write_bytes(pack(data) if name.endswith(".gz") else data)


def read(name: str) -> bytes:
    """What `write` was given."""
    data = (FOLDER / name).read_bytes()
    return gzip.decompress(data) if name.endswith(".gz") else data


def write_json(name: str, data: Any) -> None:
    """A JSON file; packed ones on one line, others for reading."""
    text = canonical(data) if name.endswith(".gz") else json.dumps(data, ensure_ascii=False, indent=1)
    write(name, f"{text}\n".encode())


def read_json(name: str) -> Any:
    return json.loads(read(name))


def write_lines(name: str, rows: Iterable[Any]) -> None:
    """A JSON value on each line."""
    write(name, "".join(f"{canonical(row)}\n" for row in rows).encode())


def read_lines(name: str) -> list[Any]:
    return [json.loads(line) for line in read(name).splitlines()]
