"""Capability links: random tokens that let their holders in, and the cookie that remembers links opened."""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self

from django.apps import apps
from django.conf import settings
from django.core import signing
from django.db import models, transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from web.errors import RequestError, redirect_to
from web.language import page_language
from web.revalidation import YEAR

TOKENS_KEPT, TRIES_KEPT = 48, 24  # what fits into a cookie; older links still open what they lead to
GIVEN_ID, GIVEN_KEY = r"[a-z0-9]{4,16}", r"[A-Za-z0-9_-]{22,32}"  # of what another server gives
READABLE = "23456789abcdefghjkmnpqrstuvwxyz"


def new_public_id() -> str:
    """Names a sheet or a match in addresses; it opens nothing by itself."""
    return "".join(secrets.choice(READABLE) for _ in range(10))


def new_token() -> str:
    """A capability: whoever has it may do what it stands for. 128 random bits."""
    return secrets.token_urlsafe(16)


def successor(token: str, key: str) -> str:
    """The token that takes the place of another where the browser with this key replaces it.

    The same whenever it asks, and nobody else's: a browser that misses the answer is still known by what it
    has, the old token and its key.
    """
    return capability("web.links.successor", f"{token} {key}")


def capability(purpose: str, secret: str) -> str:
    """A token that follows from a secret, as `derived` says, and that a row is opened with."""
    return derived(purpose, secret)


def content_name(key: str) -> str:
    """Names in addresses what is called by its content, and alike wherever it is kept."""
    return key


def content_key(name: str) -> str:
    """What an address names so."""
    return name


def derived(purpose: str, secret: str) -> str:
    """A token that follows from a secret, on this site and for this purpose alone, and doesn't tell it."""
    digest = salted_hmac(purpose, secret, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


SEALED = "~"  # begins what stands in the database; no token has it
TOKEN_LIMIT = 32  # bytes of a token, and of a digest


@lru_cache(maxsize=1 << 14)
def seal(token: str, key: str) -> str:
    """How a token stands in the database: equal tokens alike, and nothing in it opens anything.

    A keyed digest by which it is found, and the token itself under a pad that follows from the digest: who
    has the site's key, too, can read it, because links are shown again to those who may pass them on.
    """
    written = token.encode()
    if len(written) > TOKEN_LIMIT:
        return SEALED  # no token of ours: found nowhere
    digest = salted_hmac("web.links.digest", written, key, algorithm="sha256").digest()[:16]
    return SEALED + urlsafe_b64encode(digest + _padded(written, digest, key)).decode()


def unseal(text: str, key: str) -> str:
    """The token that was sealed; what isn't sealed is a token of old."""
    if not text.startswith(SEALED):
        return text
    found = urlsafe_b64decode(text.removeprefix(SEALED))
    return _padded(found[16:], found[:16], key).decode(errors="replace")


def _padded(text: bytes, digest: bytes, key: str) -> bytes:
    pad = salted_hmac("web.links.pad", digest, key, algorithm="sha256").digest()
    length = min(len(text), len(pad))
    mixed = int.from_bytes(text[:length], "big") ^ int.from_bytes(pad[:length], "big")
    return mixed.to_bytes(length, "big")


class TokenField(models.CharField):  # type: ignore[misc]  # Django has no types
    """The token of a capability, sealed in the database."""

    def get_prep_value(self, value: Any) -> Any:
        plain = super().get_prep_value(value)
        return seal(plain, settings.SECRET_KEY) if isinstance(plain, str) else plain

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return unseal(value, settings.SECRET_KEY) if isinstance(value, str) else value


def token_field(**options: Any) -> Any:
    """A column for the token of a capability, for models."""
    return TokenField(**{"max_length": 72, "unique": True, "default": new_token, **options})


def seal_tokens(app: str, **columns: Sequence[str]) -> Callable[[Any, Any], None]:
    """A step of a migration: seals what stands in the columns of an app's models, by model."""

    def step(apps: Any, schema_editor: Any) -> None:
        for model, fields in columns.items():
            for row in apps.get_model(app, model).objects.only("pk", *fields).iterator():
                row.save(update_fields=fields)  # read as it is, written sealed

    return step


class Link(NamedTuple):
    """A link to pass on: its `path` leads to the row and makes its opener what `role` says."""

    role: Any
    token: str
    path: str


class Capability(NamedTuple):
    """What a role of a row is opened with.

    `token` says where its tokens stand, as a query names it, and `address` what address a link puts them
    into, empty where nobody passes them on; a link leads only to rows of which `only` is true.
    """

    token: str
    address: str = ""
    only: Mapping[str, Any] = {}


class Doorstep(NamedTuple):
    """What is shown of a link before it is opened: to messengers, and to who follows one for the first time.

    It names nobody, unless whoever may look may see that, too. `picture` is the path of one of this size;
    without one the game's own stands there.
    """

    title: str
    about: str
    picture: str = ""
    width: int = 1200
    height: int = 630


class OpenedByLink:
    """A row that links open, for models: it has `public_id` and `updated_at`, its game as `content`, and is
    in lists.

    `LINKS` says how each role is opened. Tokens of related rows, such as `seats__token`, open it, too, but
    what they let their holders do is for those rows to say.
    """

    LINKS: ClassVar[Mapping[Any, Capability]]
    OVER: ClassVar[str] = ""  # the flag of those that are over; empty where nothing says so
    NAME: ClassVar[str | Promise] = gettext_lazy("Ссылка")  # what such a row is called before it is opened
    objects: ClassVar[Any]
    content: Any
    save: Callable[..., None]

    def token_of(self, role: Any) -> str:
        """The token of a role."""
        return str(getattr(self, self.LINKS[role].token))

    def link(self, role: Any) -> Link:
        """The link of a role."""
        return self.link_with(role, self.token_of(role))

    @classmethod
    def link_with(cls, role: Any, token: str) -> Link:
        """The link of a role whose tokens stand in related rows."""
        return Link(role, token, reverse(cls.LINKS[role].address, args=[token]))

    def renew(self, *roles: Any) -> list[str]:
        """New tokens for these roles, not saved yet: the old links lead nowhere then. The fields to save."""
        fields = [self.LINKS[role].token for role in roles]
        for field in fields:
            setattr(self, field, new_token())
        return fields

    def replace_links(self, **known: str) -> None:
        """New links for everybody; whoever has opened or has an old one is out. `known` are the new tokens
        that are known beforehand, by field.
        """
        own, related = [], []
        for role, capability in self.LINKS.items():
            relation, _, field = capability.token.rpartition("__")
            if relation:
                related.append((relation, field))
            else:
                own.append(role)
        with transaction.atomic():
            for relation, field in related:
                for row in getattr(self, relation).all():
                    setattr(row, field, new_token())
                    row.save(update_fields=[field])
            fields = self.renew(*own)
            for field, token in known.items():
                setattr(self, field, token)
            self.save(update_fields=fields)

    def roles_of(self, tokens: Sequence[str]) -> tuple[Any, ...]:
        """The roles that `tokens` give here, in the order of `LINKS`."""
        own = [role for role, capability in self.LINKS.items() if "__" not in capability.token]
        return tuple(role for role in own if is_among(self.token_of(role), tokens))

    def doorstep(self, token: str) -> Doorstep:
        """What is shown before a link with this token is opened."""
        return Doorstep(str(self.NAME), self.content.title.in_(page_language()))

    @classmethod
    def rows(cls) -> Any:
        """The rows as their pages want them: without what most pages don't show."""
        return cls.objects.all()

    @classmethod
    def listed(cls) -> Any:
        """The rows as lists of them want them: with what they show, without what they don't."""
        return cls.rows()

    @classmethod
    def open_rows(cls) -> Any:
        """Those that aren't over."""
        return cls.objects.filter(**{cls.OVER: False}) if cls.OVER else cls.objects.all()

    @classmethod
    def by_token(cls, token: str, address: str) -> Self | None:
        """The row that a link with this address opens."""
        ways = [(place, only) for place, at, only in cls.LINKS.values() if at == address]
        found = (cls.rows().filter(**{place: token}, **only).first() for place, only in ways)
        row: Self | None = next(filter(None, found), None)
        return row

    @classmethod
    def known_to(cls, tokens: Sequence[str]) -> list[Self]:
        """The rows that `tokens` open, the last used first."""
        if not tokens:
            return []
        places = [capability.token for capability in cls.LINKS.values()]
        opens = Q()
        for place in places:
            opens |= Q(**{f"{place}__in": tokens})
        found = cls.listed().filter(opens)
        if any("__" in place for place in places):
            found = found.distinct()
        return list(found.order_by("-updated_at"))


def kinds() -> list[Any]:
    """The models whose rows links open."""
    return [model for model in apps.get_models() if issubclass(model, OpenedByLink)]


def is_among(token: str, tokens: Sequence[str]) -> bool:
    """Whether one of `tokens` is this; how long that takes tells nothing of it."""
    return any(secrets.compare_digest(token.encode(), other.encode()) for other in tokens)


class Visitor(NamedTuple):
    """A browser: a random key of its own, and the tokens of the links it opened, the newest first; `tries`
    are those among them that lead to what was only tried, and never push others out.
    """

    key: str
    tokens: tuple[str, ...]
    tries: tuple[str, ...] = ()

    @property
    def successors(self) -> list[str]:
        """What would have taken the place of its tokens, had it replaced them."""
        return [successor(token, self.key) for token in self.tokens]


def kept_on_device(response: HttpResponse, wished: bool) -> HttpResponse:
    """The page, which its browser may keep to show it without a network: see static/js/service-worker.js."""
    if wished:
        response.headers["Keep-On-Device"] = "yes"
    return response


def only_by_https(request: HttpRequest) -> bool:
    """Whether a cookie is for https alone: always where the site has such an address."""
    return bool(settings.HTTPS) or request.is_secure()


class LinkCookie(NamedTuple):
    """A signed cookie with the tokens of the links that a browser opened, where scripts can't read it."""

    name: str

    def visitor(self, request: HttpRequest) -> Visitor:
        """What the cookie says; a stranger with a new key if there is none or it was tampered with."""
        try:
            data = signing.loads(request.COOKIES.get(self.name, ""), salt=f"links-{self.name}")
        except signing.BadSignature:
            return Visitor(secrets.token_urlsafe(12), ())
        tries = tuple(data.get("tries", ()))
        return Visitor(data["key"], (*data["tokens"], *tries), tries)

    def is_known(self, request: HttpRequest) -> bool:
        """Whether this browser has opened a link here before; a messenger that makes a preview has not."""
        return bool(self.visitor(request).tokens)

    def remember(
        self,
        request: HttpRequest,
        response: HttpResponse,
        token: str,
        tried: bool = False,
        known: Visitor | None = None,
    ) -> None:
        """Puts a link's token before the others; `known` is the visitor, if somebody has asked already."""
        known = known or self.visitor(request)
        tokens = (token, *(old for old in known.tokens if old != token))
        tries = ((token,) if tried else ()) + tuple(old for old in known.tries if old != token)
        self.write(request, response, Visitor(known.key, tokens, tries))

    def write(self, request: HttpRequest, response: HttpResponse, known: Visitor) -> None:
        """Lets a browser keep what is known of it: the next request comes from the same visitor."""
        others = [token for token in known.tokens if token not in known.tries]
        data: dict[str, Any] = {"key": known.key, "tokens": others[:TOKENS_KEPT]}
        if known.tries:
            data["tries"] = known.tries[:TRIES_KEPT]
        response.set_cookie(
            self.name,
            signing.dumps(data, salt=f"links-{self.name}"),
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=only_by_https(request),
        )

    def let_in(self, request: HttpRequest, token: str, url: str, tried: bool = False) -> HttpResponse:
        """On to `url`, an address without the token, which the browser keeps."""
        response = redirect_to(request, url)
        self.remember(request, response, token, tried)
        return response


class Gate(NamedTuple):
    """How browsers come to rows of one kind, and what is said to those that don't."""

    kind: type[OpenedByLink]
    cookie: LinkCookie
    no_row: str | Promise
    no_link: str | Promise
    dead_link: str | Promise

    def row(self, public_id: str) -> Any:
        """The row that an address names. Raises RequestError."""
        found = self.kind.rows().filter(public_id=public_id).first()
        if found is None:
            raise self.missing()
        return found

    def missing(self) -> RequestError:
        """What a browser hears whose address names no row."""
        return RequestError(404, str(self.no_row))

    def closed(self) -> RequestError:
        """What a browser hears that has opened no link of a row."""
        return RequestError(403, str(self.no_link))

    def follow(self, request: HttpRequest, token: str, address: str) -> HttpResponse:
        """Opens a link: into the cookie, and on to an address that doesn't show it. Raises RequestError.

        On a public site links travel through messengers, which ask for them to show a preview. Who comes
        without a cookie is therefore shown what it is and a key, once: whoever has opened a link here before
        goes straight on, and at a table of one's own nobody is asked.
        """
        found: Any = self.kind.by_token(token, address)
        if found is None:
            raise RequestError(404, str(self.dead_link))
        if settings.PUBLIC_URL and request.method != "POST" and not self.cookie.is_known(request):
            with suppress(KeyError):  # its game may be gone; the page behind the link says so
                context = {"game": found.content, "doorstep": found.doorstep(token)}
                return render(request, "web/doorstep.html", context)
        return self.cookie.let_in(request, token, found.get_absolute_url())
