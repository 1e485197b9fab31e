"""Templates: Django's own, with the tag libraries of games."""

from typing import Any

from django.template.backends.django import DjangoTemplates

from rulebook import finder, rooms


class Templates(DjangoTemplates):
    """A library that can't be loaded would fail every page, so those of games are tried before."""

    def get_templatetag_libraries(self, custom_libraries: dict[str, str]) -> dict[str, Any]:
        rooms.open_all()
        libraries: dict[str, Any] = super().get_templatetag_libraries(custom_libraries)
        return libraries | {name: module for _, name, module in finder.tag_libraries()}
