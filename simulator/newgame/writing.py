"""Makes the package of a game that runs at once, from the templates in `files`."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import tomli
from django.template import Context, Engine

FILES = Path(__file__).parent / "files"
ENDING = "-tpl"  # so that no tool takes a template for what it makes
# A tag that stands alone takes its line with it, so that what is written looks as if written by hand.
ALONE = re.compile(r"^((?:\{%[^\n]*?%\})+)\n", re.MULTILINE)
IMPORTS = re.compile(r"(?:^from [\w.]+ import [^\n]+\n)+", re.MULTILINE)
WIDEST = 110  # letters of a line, as the site’s own code has it
MOST = 12  # pieces of a sample game


class Kind(NamedTuple):
    """What a sample game has: cards in its content, hands that nobody else sees, choices that all make at
    once, a board.
    """

    cards: bool = False
    hidden: bool = False
    sealed: bool = False
    board: bool = False


def write(game_id: str, folder: Path, kind: Kind, lang: str, today: date) -> list[Path]:
    """Writes the package into a folder: what it has written. Raises FileExistsError where there is one."""
    home = folder / game_id
    home.mkdir(parents=True)
    written = []
    for name, text in files(game_id, folder, kind, lang, today):
        place = home / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        written.append(place)
    return written


def files(game_id: str, folder: Path, kind: Kind, lang: str, today: date) -> Iterator[tuple[str, str]]:
    """(name, text) of each file."""
    place = {
        "id": game_id,
        "folder": folder,
        "place": folder / game_id,
        "lang": lang,
        "today": today.isoformat(),
    }
    given = Context({**place, **_named(game_id), **_given(kind)}, autoescape=False)
    for path in sorted(FILES.rglob(f"*{ENDING}")):
        template = Engine().from_string(ALONE.sub(r"\1", path.read_text(encoding="utf-8")))
        name, text = path.relative_to(FILES).as_posix().removesuffix(ENDING), template.render(given)
        yield name, _in_order(text) if name.endswith(".py") else text


def _named(game_id: str) -> dict[str, str]:
    """A title, and how its classes begin: “High card” and `HighCard…` for «high_card»."""
    words = game_id.split("_")
    return {"title": " ".join(words).capitalize(), "name": "".join(map(str.capitalize, words))}


def _in_order(code: str) -> str:
    """Imports by the names of their modules, wherever that puts the game's own."""
    return IMPORTS.sub(lambda match: "".join(map(_wrapped, sorted(match[0].splitlines(), key=_module))), code)


def _module(line: str) -> str:
    return line.split()[1]


def _wrapped(line: str) -> str:
    """An import that would be too long, as the game has a long name, with a name on each line."""
    if len(line) <= WIDEST:
        return f"{line}\n"
    module, _, names = line.partition(" import ")
    return "".join((f"{module} import (\n", *(f"    {name},\n" for name in names.split(", ")), ")\n"))


def _given(kind: Kind) -> dict[str, Any]:
    """What the templates ask about a kind of game."""
    pieces = tomli.loads((FILES / "pieces.toml").read_text(encoding="utf-8"))
    texts = pieces["cards" if kind.cards else "counters"]
    box = list(_box(kind, texts))
    return {
        **kind._asdict(),
        **texts,
        **pieces["in_hand" if kind.hidden else "on_table"],
        "box": box,
        "it": f"{{{texts['param']}}}",  # its place in a sentence
        "all": ", ".join(piece["written"] for piece in box),
        "begun": ", ".join(piece["written"] for piece in box[: MOST - 1 - kind.hidden]),
        "collides": kind.sealed and kind.board,
    }


def _box(kind: Kind, texts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Twelve pieces: cards with their names, or counters that are nothing but their numbers."""
    for number in range(1, MOST + 1):
        if kind.cards:
            named = texts["names"][number - 1]
            yield {**named, "code": named["id"], "written": f'"{named["id"]}"', "value": number}
        else:
            yield {"code": str(number), "written": str(number), "value": number}
