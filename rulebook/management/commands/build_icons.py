"""`manage.py build_icons`: writes the sprite static/img/icons.svg from the files in static/img/icons."""

from typing import Any

from django.core.management.base import BaseCommand

from rulebook.drawing import icons


class Command(BaseCommand):
    help = "Write static/img/icons.svg from the files in static/img/icons"

    def handle(self, *args: Any, **options: Any) -> None:
        icons.SPRITE.write_text(icons.sprite(), encoding="utf-8")
        self.stdout.write(f"{len(icons.icon_names())} icons")
