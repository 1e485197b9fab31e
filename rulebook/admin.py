"""The tables of rules for an operator, who sets `ADMIN=1`: to look at, as `load_rules` alone writes them."""

import re
from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from rulebook.models import Entries, Facet, Game, Status, StoredEntry
from web.admin import OnlyLooking

TITLE = r'"(title|name)": \{"ru": "[^}]*'  # in a row's parts: the Russian one, and the English behind it


@admin.register(Game)
class Games(OnlyLooking):
    list_display = ("key", "digest", "rows")


class StatusFilter(admin.SimpleListFilter):
    """Who says so: a facet of clarifications."""

    title, parameter_name = _("статус"), "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return Status.choices

    def queryset(self, request: HttpRequest, queryset: Entries) -> Entries:
        return queryset.having("status", self.value()) if self.value() else queryset


@admin.register(StoredEntry)
class StoredEntries(OnlyLooking):
    list_display = ("slug", "title", "game", "kind", "needs", "date")
    list_filter = ("game", "kind", StatusFilter)
    ordering = ("game", "kind", "place")
    search_fields = ("slug",)

    @admin.display(description=_("название"))
    def title(self, row: StoredEntry) -> str:
        return (getattr(row.entry, "title", None) or row.entry.name).ru

    def get_search_results(
        self, request: HttpRequest, queryset: Entries, search_term: str
    ) -> tuple[Entries, bool]:
        """By id or title. SQLite's LIKE knows no capitals but Latin ones; an expression does."""
        for word in map(re.escape, search_term.split()):
            queryset = queryset.filter(Q(slug__iregex=word) | Q(parts__iregex=TITLE + word))
        return queryset, False


@admin.register(Facet)
class Facets(OnlyLooking):
    list_display = ("name", "value", "entry")
    list_filter = ("entry__game", "name")
    list_select_related = ("entry",)
    search_fields = ("value",)
