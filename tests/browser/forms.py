"""Forms sent without drawing their pages: how they look and are filled in by hand has tests of its own."""

import re
from collections.abc import Mapping, Sequence
from html import unescape
from urllib.parse import urlencode

from playwright.sync_api import Page

# The server closes a connection that is silent for long. A browser then asks again on another; what asks for
# these tests fails if it takes up one just as it is closed, so it keeps none.
KEEPS_NONE = {"Connection": "close"}
OF_FORMS = {"Content-Type": "application/x-www-form-urlencoded", **KEEPS_NONE}


def send(page: Page, path: str, fields: Mapping[str, str | Sequence[str]]) -> None:
    """Sends what the form at an address would send, and opens where that leads."""
    request = page.context.request
    if not token_of(page):
        request.get(path, headers=KEEPS_NONE)  # brings it
    body = urlencode({"csrfmiddlewaretoken": token_of(page), **fields}, doseq=True)
    answer = request.post(path, data=body, headers=OF_FORMS, max_redirects=0)
    assert answer.status == 302, answer.text()
    page.goto(answer.headers["location"])


def token_of(page: Page) -> str:
    """What a form of this phone has to say to be taken for one of ours."""
    return next((each["value"] for each in page.context.cookies() if each["name"] == "csrftoken"), "")


def shared_link(page: Page, role: str) -> str:
    """The link of a role, as the page of the open sheet that shares them shows it."""
    text = page.context.request.get(page.url.split("?")[0] + "/share", headers=KEEPS_NONE).text()
    found = re.search(rf'id="url-{role}"[^>]*>([^<]+)<', text)
    assert found
    return unescape(found[1]).strip()
