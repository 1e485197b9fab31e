"""`manage.py build_icons`: writes the sprite static/img/icons.svg from the files in static/img/icons."""

from typing import Any

from django.core.management.base import BaseCommand

from rulebook import drawing


class Command(BaseCommand):
    help = "Write static/img/icons.svg from the files in static/img/icons"

    def handle(self, *args: Any, **options: Any) -> None:
        drawing.SPRITE.write_text(drawing.sprite(), encoding="utf-8")
        self.stdout.write(f"{len(drawing.icon_names())} icons")
