"""What reading without a network costs: how much of an edition goes over the wire, compressed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings

from rulebook.offline import edition

FONT = ".woff2"


def content(url: str, lang: str) -> bytes:
    """What stands at an address of an edition."""
    if url.startswith(settings.STATIC_URL):
        path = edition.static_path(url)
        return path.read_bytes() if path else b""
    return (edition.folder(lang) / Path(url).name).read_bytes()


def transferred(lists: Sequence[dict[str, Any]], fonts: bool = False) -> int:
    """Bytes of some editions, what they share once; the fonts, or all besides."""
    urls = {file["url"]: made["lang"] for made in lists for file in made["files"]}
    wanted = {url: lang for url, lang in urls.items() if url.endswith(FONT) == fonts}
    bytes_of = (content(url, lang) for url, lang in wanted.items())
    return sum(len(each if fonts else edition.packed(each)) for each in bytes_of)


def line(name: str, lists: Sequence[dict[str, Any]]) -> str:
    files = {file["url"] for made in lists for file in made["files"]}
    besides, fonts = transferred(lists) // 1000, transferred(lists, fonts=True) // 1000
    return f"offline {name}: {len(files)} files, {besides} KB compressed, fonts {fonts} KB"
