"""What a call may say: each parameter in a table, checked here and refused in a sentence."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from rulebook.api.entries import Json
from web import strict_json
from web.errors import RequestError

LARGEST = 64 * 1024  # bytes of all that a call says
LONGEST_TEXT = 200
LONGEST_ECHO = 40  # letters of what somebody wrote that a sentence repeats
Asked = Mapping[str, Any]


class ParameterKind(NamedTuple):
    """What may stand in a parameter: its types in Python, its JSON schema, and both in words."""

    types: tuple[type, ...]
    schema: Json
    words: Promise | str


TEXT = ParameterKind((str,), {"type": "string"}, gettext_lazy("текст"))
NUMBER = ParameterKind((int,), {"type": "integer"}, gettext_lazy("целое число"))
NAME = ParameterKind((str, int), {"type": ["string", "integer"]}, gettext_lazy("имя или номер места от 1"))
TABLE = ParameterKind((dict,), {"type": "object"}, gettext_lazy("объект JSON"))
TEXTS = ParameterKind((list,), {"type": "array", "items": {"type": "string"}}, gettext_lazy("список текстов"))


def _anything() -> Collection[str]:
    return ()


class Parameter(NamedTuple):
    """One parameter; `known` are the values that it may have, none for any, `unknown` says that it has
    another, `most` how many letters or items there may be.
    """

    name: str
    kind: ParameterKind
    about: Promise | str
    needed: bool = True
    most: int = LONGEST_TEXT
    known: Callable[[], Collection[str]] = _anything
    unknown: Promise | str = ""

    @property
    def schema(self) -> Json:
        known = sorted(self.known())
        values = {"enum": known} if known and self.kind is TEXT else {}
        return {**self.kind.schema, **values, "description": str(self.about)}

    def checked(self, value: Any) -> Any:
        """The value, if it may stand here. Raises RequestError."""
        if type(value) not in self.kind.types or not _texts_only(value):
            message = gettext("Параметр «%(name)s» — %(kind)s.")
            raise RequestError(400, message % {"name": self.name, "kind": self.kind.words})
        if isinstance(value, str | list) and len(value) > self.most:
            message = gettext("Параметр «%(name)s» длиннее, чем можно: %(most)s.")
            raise RequestError(400, message % {"name": self.name, "most": self.most})
        self._known(value)
        return value

    def _known(self, value: Any) -> None:
        known = self.known()
        strange = [each for each in (value if isinstance(value, list) else [value]) if each not in known]
        if known and strange:
            usual = gettext("У параметра «%(name)s» не бывает значения «%(value)s».")
            message = (str(self.unknown) or usual) % {"name": self.name, "value": strange[0][:LONGEST_ECHO]}
            raise RequestError(404, among(message, known))


def _texts_only(value: Any) -> bool:
    return not isinstance(value, list) or all(isinstance(each, str) for each in value)


def among(message: str, known: Collection[str]) -> str:
    """A refusal with what would do."""
    would_do = gettext("Есть: %(known)s.") % {"known": ", ".join(sorted(known))}
    return f"{message} {would_do}"


def schema(parameters: Sequence[Parameter]) -> Json:
    """What a program reads about the parameters of a tool."""
    return {
        "type": "object",
        "properties": {each.name: each.schema for each in parameters},
        "required": [each.name for each in parameters if each.needed],
        "additionalProperties": False,
    }


def read(parameters: Sequence[Parameter], said: Asked) -> dict[str, Any]:
    """What a call says, without what it leaves open. Raises RequestError."""
    given = {name: value for name, value in _sound(said).items() if value is not None}
    by_name = {each.name: each for each in parameters}
    for name in given:
        if name not in by_name:
            message = gettext("Параметра «%(name)s» здесь нет.") % {"name": name[:LONGEST_ECHO]}
            raise RequestError(400, among(message, by_name))
    for each in parameters:
        if each.needed and given.get(each.name) in (None, "", []):
            message = gettext("Не хватает параметра «%(name)s»: %(about)s.")
            raise RequestError(400, message % {"name": each.name, "about": each.about})
    return {name: by_name[name].checked(value) for name, value in given.items()}


def _sound(said: Asked) -> dict[str, Any]:
    """The same as sound JSON of a size that can be answered. Raises RequestError."""
    try:
        text = json.dumps(said, ensure_ascii=False)
        size = len(text.encode(errors="surrogatepass"))
        if size > LARGEST:
            message = gettext("Это %(size)s КБ, а можно не больше %(most)s. Спросите короче.")
            raise RequestError(400, message % {"size": size // 1024, "most": LARGEST // 1024})
        data: dict[str, Any] = strict_json.read(text)
    except (ValueError, RecursionError):
        raise RequestError(400, gettext("Аргументы не прочитать: это не JSON, каким его пишут.")) from None
    return data
