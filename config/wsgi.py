"""The WSGI application that `config.server` serves."""

import os

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

from config import version
from rulebook import rooms
from simulator.jobs.trial import rehearse_guests

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class Request(WSGIRequest):
    """Reads everything as UTF-8; `middleware.reject_malformed_request` refuses what claims to be otherwise.

    Django would read with any codec of Python that a stranger names, and fail on «hex» before the first
    middleware could answer.
    """

    @property
    def encoding(self) -> str:
        return "utf-8"

    @encoding.setter
    def encoding(self, claimed: str) -> None:
        """A request's own claim changes nothing."""


class Application(WSGIHandler):
    """Django's, with requests of our own."""

    request_class = Request


django.setup(set_prefix=False)
rooms.open_all(ours=True)  # what can't be loaded is left out now, not when a visitor asks for it
rehearse_guests()
version.running()
application = Application()
