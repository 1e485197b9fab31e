"""A page of all icons with their names, for `icon` of a game's steps; it needs no site to be looked at."""

from pathlib import Path

from django.template import Context, Engine

from rulebook.drawing import icons

TEMPLATE = Path(__file__).with_name("icons.html-tpl")


def write(place: Path, lang: str) -> None:
    drawn = [(name, icons.icon_svg(name)) for name in icons.icon_names()]
    page = Engine().from_string(TEMPLATE.read_text(encoding="utf-8"))
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(page.render(Context({"icons": drawn, "lang": lang}, autoescape=False)), encoding="utf-8")
