"""Templates: Django's own, with the tag libraries of games, sent without the indentation of their lines."""

import re
from typing import Any

from django.template import Origin
from django.template.backends.django import DjangoTemplates
from django.template.loaders import app_directories, filesystem

from rulebook import finder, rooms


class Templates(DjangoTemplates):
    """A library that can't be loaded would fail every page, so those of games are tried before."""

    def get_templatetag_libraries(self, custom_libraries: dict[str, str]) -> dict[str, Any]:
        rooms.open_all()
        libraries: dict[str, Any] = super().get_templatetag_libraries(custom_libraries)
        return libraries | {name: module for _, name, module in finder.tag_libraries()}


class WithoutIndents:
    """Who reads a template needs its indentation, a phone doesn't: of a long page it was a tenth. Lines stay,
    so that Django names the right one where something is wrong.
    """

    INDENT = re.compile(r"[ \t]*\n[ \t]*")

    def get_contents(self, origin: Origin) -> str:
        return self.INDENT.sub("\n", super().get_contents(origin))


class FolderLoader(WithoutIndents, filesystem.Loader):
    pass


class AppLoader(WithoutIndents, app_directories.Loader):
    pass
