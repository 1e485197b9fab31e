"""What comes in from pages, checked for its shape; whether it may be is for the rules to say."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from web.append_only import CLIENT_ID_LIMIT
from web.errors import RequestError

CLIENT_ID = rf"^[A-Za-z0-9_-]{{8,{CLIENT_ID_LIMIT}}}\Z"
LONGEST_NUMBER = 6  # digits of a ply, a seat or a version


def number(fields: Mapping[str, Any], name: str) -> int:
    """A whole number among the fields. Raises RequestError."""
    text = str(fields.get(name, ""))
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise RequestError(400, gettext("Страница прислала не то: обновите её и попробуйте снова."))
    return int(text)


def client_id(fields: Mapping[str, Any]) -> str:
    """The page's own name for what it sends, so that a retry is known. Raises RequestError."""
    text = str(fields.get("client_entry_id", ""))
    if len(text) > CLIENT_ID_LIMIT or not re.match(CLIENT_ID, text):
        raise RequestError(400, gettext("Страница прислала не то: обновите её и попробуйте снова."))
    return text
