"""Capability links: random tokens that let their holders in, and the cookie that remembers links opened."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

TOKENS_KEPT = 48  # what fits into a cookie; older links still open what they lead to
YEAR = 365 * 24 * 3600
READABLE = "23456789abcdefghjkmnpqrstuvwxyz"


def new_public_id() -> str:
    """Names a sheet or a match in addresses; it opens nothing by itself."""
    return "".join(secrets.choice(READABLE) for _ in range(10))


def new_token() -> str:
    """A capability: whoever has it may do what it stands for. 128 random bits."""
    return secrets.token_urlsafe(16)


class Link(NamedTuple):
    """A link to pass on: its `path` leads to the row and makes its opener what `role` says."""

    role: Any
    token: str
    path: str


class OpenedByLink:
    """A row that links open, for models. It has `updated_at`, and is in lists of what was going on.

    `LINKS` says for each role where its tokens stand, as a query names it. Tokens of related rows, such as
    `seats__token`, open it, too, but what they let their holders do is for those rows to say. A model
    whose links are all alike names the address that a token is put into in `LINK`.
    """

    LINKS: ClassVar[Mapping[Any, str]]
    LINK: ClassVar[str]
    objects: ClassVar[Any]

    def token_of(self, role: Any) -> str:
        """The token of a role."""
        return str(getattr(self, self.LINKS[role]))

    def link(self, role: Any) -> Link:
        """The link of a role."""
        token = self.token_of(role)
        return Link(role, token, reverse(self.LINK, args=[token]))

    def roles_of(self, tokens: Sequence[str]) -> tuple[Any, ...]:
        """The roles that `tokens` give here, in the order of `LINKS`."""
        own = [role for role, place in self.LINKS.items() if "__" not in place]
        return tuple(role for role in own if is_among(self.token_of(role), tokens))

    @classmethod
    def by_token(cls, token: str) -> tuple[Self, Any] | None:
        """The row that a link opens, and as whom."""
        for role, place in cls.LINKS.items():
            found = cls.objects.filter(**{place: token}).first()
            if found:
                return found, role
        return None

    @classmethod
    def listed(cls) -> Any:
        """The rows as lists of them want them: with what they show, without what they don't."""
        return cls.objects.all()

    @classmethod
    def known_to(cls, tokens: Sequence[str]) -> list[Self]:
        """The rows that `tokens` open, the last used first."""
        if not tokens:
            return []
        opens = Q()
        for place in cls.LINKS.values():
            opens |= Q(**{f"{place}__in": tokens})
        found = cls.listed().filter(opens)
        if any("__" in place for place in cls.LINKS.values()):
            found = found.distinct()
        return list(found.order_by("-updated_at"))


def is_among(token: str, tokens: Sequence[str]) -> bool:
    """Whether one of `tokens` is this; how long that takes tells nothing of it."""
    return any(secrets.compare_digest(token, other) for other in tokens)


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
