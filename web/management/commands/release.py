"""`manage.py release`: prepares all that script/server prepares, and opens nothing."""

import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

PREPARE = settings.BASE_DIR / "script" / "prepare.py"  # script/server runs it without loading Django before


class Command(BaseCommand):
    help = "Prepare tables, rules and static files of this version; any number of machines at once."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(subprocess.call([sys.executable, PREPARE]))
