"""A position in an address: the short form as JSON, packed by zlib, in letters that addresses take."""

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

from web import strict_json

PACKED_LIMIT = 4000
TEXT_LIMIT = 20_000
NOTE = "note"  # a key beside those of the short form: what the sharer says of the position
NOTE_LIMIT = 280  # letters


class BadShare(ValueError):
    """Letters that are no shared position."""


def pack(position: Mapping[str, Any], note: str = "") -> str:
    """The letters for `?p=`."""
    whole = {**position, NOTE: note} if note else position
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(letters: str) -> dict[str, Any]:
    """The position of `?p=`. Raises BadShare for anything else, however large it would become."""
    if len(letters) > PACKED_LIMIT:
        raise BadShare("too long")
    try:
        packed = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
        reader = zlib.decompressobj()
        text = reader.decompress(packed, TEXT_LIMIT)
        if reader.unconsumed_tail or not reader.eof:
            raise BadShare("too large, or cut off")
        data = strict_json.read(text)
    except (zlib.error, ValueError) as error:  # base64's complaint is a ValueError, too
        raise BadShare(str(error)) from error
    if not isinstance(data, dict):
        raise BadShare("no object")
    return data


def noted(found: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The position of what was unpacked, and what its sharer says; anything but a short text says nothing."""
    note = found.get(NOTE, "")
    position = {key: value for key, value in found.items() if key != NOTE}
    return position, clean_note(note) if isinstance(note, str) else ""


def clean_note(text: str) -> str:
    """What is shown of a comment: one paragraph, of no more letters than may be typed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:NOTE_LIMIT]
