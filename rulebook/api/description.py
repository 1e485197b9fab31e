"""What the API can be asked and what it answers, in the form that programs read: OpenAPI 3.1."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext

from rulebook import shelf
from rulebook.api.answers import (
    LANG,
    LONGEST_PAGE,
    PAGE,
    PER_PAGE,
    ROOT,
    USUAL_PAGE,
    VERSION,
    licence,
    reconstructions,
)
from rulebook.api.entries import GROUNDS, MARK_IDS, Json
from rulebook.api.history import SINCE, WHATS
from rulebook.api.kinds import KINDS, EntryKind, FilterParameter
from rulebook.content.entries import GameContent
from rulebook.models import Status, StoredEntry
from rulebook.search import finding

TEXT: Json = {"type": "string"}
WORDS: Json = {"type": ["string", "null"]}
NUMBER: Json = {"type": "integer"}
YES: Json = {"type": "boolean"}
DAY: Json = {"type": "string", "format": "date"}
ADDRESS: Json = {"type": "string", "format": "uri"}
NO_ADDRESS: Json = {"type": ["string", "null"], "format": "uri"}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


def _object(**members: Json) -> Json:
    """With all of these members and no other."""
    return {
        "type": "object",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
    }


def _one_of(values: Iterable[str]) -> Json:
    return {"type": "string", "enum": list(values)}


def _schema(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


ENVELOPE: Json = {
    "api": _one_of([VERSION]),
    LANG: _one_of(code for code, _ in settings.LANGUAGES),
    "licence": TEXT,
    "reconstructions": TEXT,
}
OF_GUEST: Json = {"guest": YES, "licence": WORDS, "home": NO_ADDRESS}  # of games from outside alone
HEAD: Json = {
    "kind": TEXT,
    "id": TEXT,
    "game": TEXT,
    "title": TEXT,
    "boxes": _list(TEXT),
    "needs": _list(TEXT),
    "marks": _list(_object(id=_one_of(MARK_IDS), words=TEXT)),
    "reconstruction": YES,
    "url": ADDRESS,
    "api": ADDRESS,
}
HIT = _object(
    kind=TEXT,
    id=TEXT,
    game=TEXT,
    number=WORDS,
    title=TEXT,
    snippet=TEXT,
    boxes=_list(TEXT),
    url=ADDRESS,
    api=NO_ADDRESS,
)
ENTRIES: Json = {
    "game": _object(
        kind=TEXT,
        id=TEXT,
        title=TEXT,
        author=TEXT,
        about=TEXT,
        edition=TEXT,
        players={**_list(NUMBER), "minItems": 2, "maxItems": 2},
        minutes=NUMBER,
        updated=DAY,
        digest=TEXT,
        chapters=_list(_object(id=TEXT, number=NUMBER, title=TEXT, boxes=_list(TEXT), url=ADDRESS)),
        boxes=_list(_object(id=TEXT, title=TEXT, about=TEXT)),
        card_kinds=_list(_object(id=TEXT, title=TEXT)),
        counts=_object(**dict.fromkeys(KINDS, NUMBER)),
        url=ADDRESS,
        api=ADDRESS,
    ),
    "clause": _object(
        **HEAD,
        number=TEXT,
        text=TEXT,
        ours=WORDS,
        quote=TEXT,
        chapter=_object(id=TEXT, number=NUMBER, title=TEXT),
        source=_object(kind=TEXT, heading=TEXT),
        edition=WORDS,
        decided_by=_one_of(["engine", "table"]),
        changes=_list(TEXT),
        rulings=_list(TEXT),
    ),
    "ruling": _object(
        **HEAD,
        number=NUMBER,
        text=TEXT,
        ours=WORDS,
        quote=TEXT,
        status=_one_of(Status.values),
        sources=_list(_object(kind=_one_of(GROUNDS), name=TEXT)),
        said=NO_ADDRESS,
        since={"type": ["string", "null"], "format": "date"},
        clauses=_list(TEXT),
        cards=_list(TEXT),
    ),
    "term": _object(**HEAD, text=TEXT, synonyms=_list(TEXT)),
    "card": _object(
        **HEAD,
        code=TEXT,
        card_kind=TEXT,
        colour=WORDS,
        count=NUMBER,
        value=NUMBER,
        points=NUMBER,
        recipe=WORDS,
        elements=_list(TEXT),
        summary=WORDS,
        rule=WORDS,
        text=WORDS,
        disputed=WORDS,
        rulings=_list(TEXT),
    ),
    "revision": _object(
        kind=TEXT,
        id=TEXT,
        game=TEXT,
        box=WORDS,
        date=DAY,
        what=_one_of(WHATS),
        title=TEXT,
        was=WORDS,
        facts={"type": "object", "additionalProperties": TEXT},
        reason=TEXT,
        url=NO_ADDRESS,
        api=NO_ADDRESS,
    ),
    "hit": HIT,
}
LISTED: Json = {
    "found": NUMBER,
    PAGE: NUMBER,
    "pages": NUMBER,
    PER_PAGE: NUMBER,
    "next": NO_ADDRESS,
    "previous": NO_ADDRESS,
}
FOUND: Json = {
    "repaired": _list(_object(typed=TEXT, read_as=TEXT)),
    "unknown": _list(TEXT),
    "nearest": _list(_schema("hit")),
}
ENTRIES["game"]["properties"] |= OF_GUEST
ERROR: Json = {
    **_object(**ENVELOPE, error={"type": "object", "properties": {"status": NUMBER, "message": TEXT}}),
}
ERROR["properties"]["error"] |= {"required": ["status", "message"]}


def document(site: str) -> Json:
    """The whole description. Its examples are of the first game that is here."""
    example = next(iter(shelf.games().values()))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": gettext("Гримуар: правила для программ"),
            "version": VERSION,
            "summary": gettext("Правила, разъяснения, слова и карты, которые можно процитировать."),
            "description": f"{licence()} {reconstructions()}",
        },
        "servers": [{"url": site + ROOT.rstrip("/")}],
        "paths": _paths(example),
        "components": {"schemas": {**ENTRIES, "error": ERROR}},
    }


def _paths(example: GameContent) -> Json:
    index = _object(**ENVELOPE, addresses={"type": "object", "additionalProperties": ADDRESS}, about=ADDRESS)
    paths = {
        "/": _operation(gettext("Все адреса"), index, []),
        "/openapi.json": _operation(gettext("Это описание"), {"type": "object"}, []),
        "/games": _operation(gettext("Игры"), _many("game"), _pages()),
        "/games/{game}": _operation(gettext("Одна игра"), _single("game"), [_in_path("game", example.id)]),
    }
    for kind in KINDS.values():
        paths[f"/{kind.name}"] = _operation(
            str(kind.about), _many(kind.one), [_game(example), *map(_narrowing, kind.filters), *_pages()]
        )
        paths |= _of_one(kind, example)
    first_day = _parameter(SINCE, gettext("с какого дня"), DAY) | {"example": example.updated}
    paths["/history"] = _operation(
        gettext("Что изменилось"), _many("revision"), [_game(example), first_day, *_pages()]
    )
    question = _parameter("q", gettext("что искать"), {**TEXT, "maxLength": finding.LONGEST_QUERY})
    question |= {"required": True, "example": example.title.in_("ru")}
    paths["/search"] = _operation(
        gettext("Поиск, тот же, что на сайте"),
        _object(**ENVELOPE, **LISTED, items=_list(_schema("hit")), **FOUND),
        [question, _game(example), *_pages()],
    )
    return paths


def _of_one(kind: EntryKind, example: GameContent) -> Json:
    """The address of one entry; its example is the first one that any game has."""
    rows = StoredEntry.objects.filter(kind=kind.one)
    first = rows.filter(game_id=example.id).first() or rows.first()
    parameters = [_in_path("game", first.game_id), _in_path("id", first.slug)] if first else []
    return {f"/{kind.name}/{{game}}/{{id}}": _operation(str(kind.about), _single(kind.one), parameters)}


def _many(name: str) -> Json:
    return _object(**ENVELOPE, **LISTED, items=_list(_schema(name)))


def _single(name: str) -> Json:
    return _object(**ENVELOPE, item=_schema(name))


def _operation(summary: str, schema: Json, parameters: list[Json]) -> Json:
    lang = _parameter(LANG, gettext("язык ответа"), ENVELOPE[LANG] | {"default": settings.LANGUAGE_CODE})
    return {
        "get": {
            "summary": summary,
            "parameters": [*parameters, lang],
            "responses": {
                "200": {"description": summary, "content": _as_json(schema)},
                "default": {
                    "description": gettext("Отказ одной фразой"),
                    "content": _as_json(_schema("error")),
                },
            },
        }
    }


def _as_json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}


def _parameter(name: str, about: str | Promise, schema: Json, place: str = "query") -> Json:
    return {"name": name, "in": place, "description": str(about), "schema": schema}


def _in_path(name: str, example: str) -> Json:
    about = gettext("игра") if name == "game" else gettext("её запись")
    return _parameter(name, about, TEXT, "path") | {"required": True, "example": example}


def _game(example: GameContent) -> Json:
    return _parameter("game", gettext("игра"), TEXT) | {"example": example.id}


def _narrowing(each: FilterParameter) -> Json:
    return _parameter(each.name, each.about, TEXT)


def _pages() -> list[Json]:
    size: dict[str, Any] = {**NUMBER, "minimum": 1, "maximum": LONGEST_PAGE, "default": USUAL_PAGE}
    return [
        _parameter(PAGE, gettext("страница"), {**NUMBER, "minimum": 1, "default": 1}),
        _parameter(PER_PAGE, gettext("сколько записей на странице"), size),
    ]
