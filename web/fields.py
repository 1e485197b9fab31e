"""What comes in from pages, checked for its shape; whether it may be is for the rules to say."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext

from web import strict_json
from web.append_only import CLIENT_ID_LIMIT
from web.errors import FORMS, JSON, RequestError

CLIENT_ID = rf"^[A-Za-z0-9_-]{{8,{CLIENT_ID_LIMIT}}}\Z"
CLIENT_ID_FIELD = "client_entry_id"
LONGEST_NUMBER = 6  # digits of a ply, a seat or a version


class Expected(NamedTuple):
    """What a page sends, a move or an entry: what is said of a request that can't be read as one.

    Values of JSON that are neither text nor whole numbers are left out where there is no sentence for them.
    """

    no_json: str | Promise
    no_object: str | Promise
    no_form: str | Promise
    no_value: str | Promise = ""


def sent(request: HttpRequest, expected: Expected) -> dict[str, Any]:
    """The fields of a form or of a JSON object with plain values. Raises RequestError for anything else."""
    if not comes_as_json(request, expected):
        return request.POST.dict()
    data = json_object(request.body, expected)
    plain = {name: value for name, value in data.items() if _is_plain(value)}
    if len(plain) < len(data) and expected.no_value:
        raise RequestError(400, str(expected.no_value))
    return plain


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def comes_as_json(request: HttpRequest, expected: Expected) -> bool:
    """Whether a request is JSON, and no form. Raises RequestError where it is neither."""
    if request.content_type != JSON and request.content_type not in FORMS:
        raise RequestError(415, str(expected.no_form))
    return request.content_type == JSON


def json_object(body: bytes, expected: Expected) -> dict[str, Any]:
    """The JSON object of a request, whatever its values are. Raises RequestError."""
    try:
        data = strict_json.read(body)
    except ValueError:
        raise RequestError(400, str(expected.no_json)) from None
    if not isinstance(data, dict):
        raise RequestError(400, str(expected.no_object))
    return data


def number(fields: Mapping[str, Any], name: str) -> int:
    """A whole number among the fields. Raises RequestError."""
    text = str(fields.get(name, ""))
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise RequestError(400, gettext("Страница прислала не то: обновите её и попробуйте снова."))
    return int(text)


def client_id(fields: Mapping[str, Any]) -> str:
    """The page's own name for what it sends, so that a retry is known. Raises RequestError."""
    text = str(fields.get(CLIENT_ID_FIELD, ""))
    if len(text) > CLIENT_ID_LIMIT or not re.match(CLIENT_ID, text):
        raise RequestError(400, gettext("Страница прислала не то: обновите её и попробуйте снова."))
    return text
