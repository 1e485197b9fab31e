"""Holds data against a schema of the API's description: the part of JSON Schema that it uses."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any
from urllib.parse import urlsplit

TYPES = {
    "string": lambda data: isinstance(data, str),
    "integer": lambda data: isinstance(data, int) and not isinstance(data, bool),
    "boolean": lambda data: isinstance(data, bool),
    "array": lambda data: isinstance(data, list),
    "object": lambda data: isinstance(data, dict),
    "null": lambda data: data is None,
}
FORMATS = {
    "uri": lambda data: data is None or bool(urlsplit(data).scheme and urlsplit(data).netloc),
    "date": lambda data: bool(date.fromisoformat(data)),
}
KNOWN = {"$ref", "type", "enum", "format", "properties", "required", "additionalProperties", "items"}
KNOWN |= {"minItems", "maxItems"}


def faults(schema: Mapping[str, Any], data: Any, schemas: Mapping[str, Any], at: str = "") -> Iterator[str]:
    """What is wrong with `data`. A keyword that isn't read here is a fault, too: it would promise in vain."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].removeprefix("#/components/schemas/")]
    yield from (f"{at}: unknown keyword {word}" for word in schema.keys() - KNOWN)
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(TYPES[each](data) for each in types):
        yield f"{at}: {data!r} is no {types}"
        return
    if "enum" in schema and data not in schema["enum"]:
        yield f"{at}: {data!r} is none of {schema['enum']}"
    if "format" in schema and not FORMATS[schema["format"]](data):
        yield f"{at}: {data!r} is no {schema['format']}"
    if isinstance(data, dict):
        yield from _of_object(schema, data, schemas, at)
    if isinstance(data, list):
        if not schema.get("minItems", 0) <= len(data) <= schema.get("maxItems", len(data)):
            yield f"{at}: {len(data)} items"
        for n, item in enumerate(data):
            yield from faults(schema.get("items", {}), item, schemas, f"{at}/{n}")


def _of_object(
    schema: Mapping[str, Any], data: Mapping[str, Any], schemas: Mapping[str, Any], at: str
) -> Iterator[str]:
    members, others = schema.get("properties", {}), schema.get("additionalProperties", {})
    yield from (f"{at}: {name} is missing" for name in set(schema.get("required", ())) - data.keys())
    for name, value in data.items():
        if name in members:
            yield from faults(members[name], value, schemas, f"{at}/{name}")
        elif others is False:
            yield f"{at}: {name} isn't described"
        else:
            yield from faults(others, value, schemas, f"{at}/{name}")
