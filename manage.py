#!/usr/bin/env python
"""Runs a management command of the project."""

import gc
import os
import signal
import sys

PIPE_ENDED = 128 + signal.SIGPIPE  # as shells have it


def main() -> None:
    # What is loaded stays and makes next to no cycles: looking for them took a twentieth of each start.
    gc.set_threshold(50_000, 20, 50)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
        return
    except BrokenPipeError:
        pass  # forgotten, and with it what the command had open: a pool that nobody ends waits for ever
    except Exception as error:
        # Engines read the content as they are imported: of a broken file its faults say more.
        wrong = _trouble(error) or _content_faults()
        if not wrong:
            raise
        sys.exit("\n".join(wrong))
    _stop_quietly()


def _stop_quietly() -> None:
    """Whoever read what the command says has had enough: `manage.py simulate … | head`."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):  # Python has something left for them at its end
        os.dup2(nowhere, stream.fileno())
    sys.exit(PIPE_ENDED)


def _trouble(error: Exception) -> list[str]:
    """What the database or the disk doesn't take."""
    from config.trouble import NOTICES, trouble_of

    trouble = trouble_of(error)
    return [f"{NOTICES[trouble].what} ({error})"] if trouble else []


def _content_faults() -> list[str]:
    from rulebook.content.checking import report
    from rulebook.content.faults import say

    return [say(fault, "ru") for fault in report()]


if __name__ == "__main__":
    main()
