"""`manage.py build_icons`: writes a sprite of each folder of icons, the shared one and those of games."""

from typing import Any

from django.core.management.base import BaseCommand

from rulebook.drawing import icons


class Command(BaseCommand):
    help = "Write the sprites static/img/icons.svg and static/<game>/icons.svg from the files beside them"

    def handle(self, *args: Any, **options: Any) -> None:
        for each in icons.icon_sets():
            each.sprite.write_text(icons.sprite(each), encoding="utf-8")
            self.stdout.write(f"{each.address}: {len(each.in_sprite)}")
