"""Pages as tests read them: what a page says counts, not how the lines of its template are broken."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# What a test passes to its client to get a page as browsers do: for its weight, its hash, its time.
AS_SENT = {"SERVER_NAME": "localhost"}
# What is new whenever a form is drawn, so says nothing of its page.
NEW_EACH_TIME = re.compile(
    r'name="(?:csrfmiddlewaretoken|client_entry_id)" value="[\w-]+"|"x-csrftoken":"\w+"'
)
KEPT = re.compile(r"(<(pre|script|style|textarea)\b.*?</\2>)", re.S)
LINE_STARTS, LINE_ENDS = re.compile(r"\n[ \t\n]+"), re.compile(r"[ \t]+\n")
BLOCKS = (
    "article|body|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h1|h2|h3|head|header|input|legend|li"
    "|link|main|meta|nav|ol|option|p|section|select|summary|table|tbody|td|tfoot|th|thead|title|tr|ul"
)
# Newlines that are nothing: before the end of anything, before a block and between tags; after the start of
# anything and the end of a block. Nearly all tags of nearly all pages are as they should be, so each is
# looked at once, and only where something of the kind is there.
BEFORE = re.compile(rf"\n(?=</|<(?:{BLOCKS})\b)|(?<=>)\n(?=<)")
AFTER = re.compile(rf"(<(?:[a-zA-Z]|/(?:{BLOCKS})\b)[^<>]*+>)\n")
CLASSES = re.compile(r'(?<=\sclass=)"(?:\s[^"]*+|[^"]*+(?<=\s))"')
WITHIN_TAGS = re.compile(r"<[a-zA-Z][^<>]*+(?:(?<=[ \n])|(?<=[ \n]/))>")


def folded(html: str) -> str:
    """The end of a line is a space between words; between tags and beside blocks it is nothing."""
    parts = KEPT.split(html)
    return "".join(_folded(part) + kept for part, kept in zip(parts[::3], [*parts[1::3], ""], strict=True))


def _folded(html: str) -> str:
    html = LINE_ENDS.sub("\n", LINE_STARTS.sub("\n", html))
    if ' "' in html or '=" ' in html:
        html = CLASSES.sub(lambda names: f'"{names[0][1:-1].strip()}"', html)
    html = BEFORE.sub("", html)
    if ">\n" in html:
        html = AFTER.sub(r"\1", html)
    if any(end in html for end in (" >", " />", "\n>", "\n/>")):
        html = WITHIN_TAGS.sub(_end_of_tag, html)
    return html.replace("\n", " ")


def _end_of_tag(tag: re.Match[str]) -> str:
    end = "/>" if tag[0].endswith("/>") else ">"
    return tag[0].removesuffix(end).rstrip(" \n") + end


def folding(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Whatever Django's test client asks for comes folded; browsers get pages as they are."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        page = response.get("Content-Type", "").startswith("text/html") and not response.streaming
        for_tests = request.META["SERVER_NAME"] == "testserver"
        if page and for_tests and not response.has_header("Content-Encoding"):
            response.content = folded(response.content.decode()).encode()
            if response.has_header("Content-Length"):
                response["Content-Length"] = str(len(response.content))
        return response

    return answer
