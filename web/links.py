"""Capability links: random tokens that let their holders in, and the cookie that remembers links opened."""

import secrets
from typing import NamedTuple

from django.core import signing
from django.http import HttpRequest, HttpResponse

TOKENS_KEPT = 48  # what fits into a cookie; older links still open what they lead to
YEAR = 365 * 24 * 3600
READABLE = "23456789abcdefghjkmnpqrstuvwxyz"


def new_public_id() -> str:
    """Names a sheet or a match in addresses; it opens nothing by itself."""
    return "".join(secrets.choice(READABLE) for _ in range(10))


def new_token() -> str:
    """A capability: whoever has it may do what it stands for. 128 random bits."""
    return secrets.token_urlsafe(16)


class Visitor(NamedTuple):
    """A browser: a random key of its own, and the tokens of the links it opened, the newest first."""

    key: str
    tokens: tuple[str, ...]


class LinkCookie(NamedTuple):
    """A signed cookie with the tokens of the links that a browser opened, where scripts can't read it."""

    name: str

    def visitor(self, request: HttpRequest) -> Visitor:
        """What the cookie says; a stranger with a new key if there is none or it was tampered with."""
        try:
            data = signing.loads(request.COOKIES.get(self.name, ""), salt=f"links-{self.name}")
        except signing.BadSignature:
            return Visitor(secrets.token_urlsafe(12), ())
        return Visitor(data["key"], tuple(data["tokens"]))

    def remember(self, request: HttpRequest, response: HttpResponse, token: str) -> None:
        """Puts a link's token before the others."""
        known = self.visitor(request)
        tokens = [token, *(old for old in known.tokens if old != token)][:TOKENS_KEPT]
        response.set_cookie(
            self.name,
            signing.dumps({"key": known.key, "tokens": tokens}, salt=f"links-{self.name}"),
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
