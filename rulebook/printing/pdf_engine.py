"""WeasyPrint itself: the only module that imports it, and it is imported when the first PDF is made.

A web worker that prints nothing thus stays small (see docs of `rulebook.printing.pdf`).
"""

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from weasyprint import HTML
from weasyprint.document import Document, Page
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from rulebook.printing import tagging
from rulebook.printing.tagging import DRAWING

VARIANT = "pdf/ua-1"


class StaticFetcher(URLFetcher):
    """Reads files inside some folders and drawings in the document itself: no network, no other file.

    An address names a file below the first folder; what isn't there is looked for in the others, in order.
    """

    def __init__(self, *folders: Path):
        super().__init__(allowed_protocols=("file", "data"), allow_redirects=False)
        self.folders = [folder.resolve() for folder in folders]

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        """Raises ValueError for an address outside the folders."""
        if url.startswith(DRAWING):
            return super().fetch(url, headers)
        parts = urlsplit(url)
        path = Path(os.path.normpath(unquote(parts.path)))
        if parts.scheme == "file" and not parts.netloc and path.is_relative_to(self.folders[0]):
            name = path.relative_to(self.folders[0])
            found = ((folder / name).resolve() for folder in self.folders)
            for folder, file in zip(self.folders, found, strict=True):
                if file.is_relative_to(folder) and file.is_file():
                    return super().fetch(file.as_uri(), headers)
        raise ValueError(f"only files of {self.folders[0].name} may be printed")


class Engine:
    """Makes PDFs, one at a time: Pango's font map must not be used by two threads at once.

    The font map is kept between documents, so the fonts are read once in a process.
    """

    def __init__(self, folders: Sequence[Path], next_part: str):
        self.next_part = next_part  # stands between whole pages of HTML
        self.fetcher = StaticFetcher(*folders)
        self.fonts = FontConfiguration()
        self.lock = threading.Lock()

    def pdf(self, html: str) -> bytes:
        parts = html.split(self.next_part)
        with self.lock:
            drawn = {part: self._drawn(part) for part in dict.fromkeys(parts)}
            pages = [page for part in parts for page in drawn[part].pages]
            whole = drawn[parts[0]].copy(_each_once(pages))
            for page in whole.pages:
                tagging.leave_links(page)
            made: bytes = whole.write_pdf(pdf_variant=VARIANT, finisher=tagging.finish)
            return made

    def _drawn(self, html: str) -> Document:
        base = f"{self.fetcher.folders[0].as_uri()}/"
        page = HTML(string=html, base_url=base, url_fetcher=self.fetcher)
        tagging.say_drawings(page.etree_element)
        return page.render(font_config=self.fonts)


def _each_once(pages: Sequence[Page]) -> list[Page]:
    """Pages, of which WeasyPrint tags each once: what is printed again is a copy."""
    seen: set[int] = set()
    found = []
    for page in pages:
        found.append(Page(page._page_box.deepcopy()) if id(page) in seen else page)
        seen.add(id(page))
    return found
