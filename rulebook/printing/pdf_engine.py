"""WeasyPrint itself: the only module that imports it, and it is imported when the first PDF is made.

A web worker that prints nothing thus stays small (see docs of `rulebook.printing.paper`).
"""

import threading
from pathlib import Path
from urllib.parse import unquote, urlsplit

from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

DRAWING = "data:image/svg+xml;base64,"


class StaticFetcher(URLFetcher):
    """Reads files inside one folder and drawings in the document itself: no network, no other file."""

    def __init__(self, folder: Path):
        super().__init__(allowed_protocols=("file", "data"), allow_redirects=False)
        self.folder = folder.resolve()

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        """Raises ValueError for an address outside the folder."""
        if url.startswith(DRAWING):
            return super().fetch(url, headers)
        parts = urlsplit(url)
        path = Path(unquote(parts.path)).resolve()
        if parts.scheme != "file" or parts.netloc or not path.is_relative_to(self.folder):
            raise ValueError(f"only files of {self.folder.name} may be printed")
        return super().fetch(path.as_uri(), headers)


class Engine:
    """Makes PDFs, one at a time: Pango's font map must not be used by two threads at once.

    The font map is kept between documents, so the fonts are read once in a process.
    """

    def __init__(self, folder: Path):
        self.fetcher = StaticFetcher(folder)
        self.fonts = FontConfiguration()
        self.lock = threading.Lock()

    def pdf(self, html: str) -> bytes:
        base = f"{self.fetcher.folder.as_uri()}/"
        with self.lock:
            return HTML(string=html, base_url=base, url_fetcher=self.fetcher).write_pdf(
                font_config=self.fonts
            )
