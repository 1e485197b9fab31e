"""What links open, for an operator who sets `ADMIN=1`: to find by address, to lock, to delete, with a log of
who did it. Neither links nor what people have typed is shown: that belongs to whoever has a link.
"""

import re
from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from web.append_only import delete_with_logs
from web.links import kinds


class OnlyLooking(admin.ModelAdmin):
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(LogEntry)
class LogEntries(OnlyLooking):
    list_display = ("action_time", "user", "content_type", "object_repr", "action_flag")
    list_filter = ("content_type", "action_flag")
    search_fields = ("object_repr",)


class OpenedByLinks(OnlyLooking):
    """Rows of one kind. Who may delete them may lock them: both end an evening."""

    actions = ("lock",)
    list_display = fields = ("public_id", "game", "version", "created_at", "updated_at", "over")
    ordering = ("-updated_at",)
    search_fields = ("public_id",)
    search_help_text = _("адрес или то, что стоит в нём последним")

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    @admin.display(description=_("игра"))
    def game(self, row: Any) -> str:
        return getattr(row, "game", "")

    @admin.display(description=_("окончено"), boolean=True)
    def over(self, row: Any) -> bool:
        return bool(row.OVER and getattr(row, row.OVER))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return self.model.rows().order_by(*self.ordering)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """By whole names out of addresses: nobody is found by what they are called."""
        words = re.findall(r"[\w-]+", search_term)
        return (queryset.filter(public_id__in=words) if words else queryset), False

    @admin.action(description=_("Закрыть: ни одна прежняя ссылка больше не откроет"), permissions=["delete"])
    def lock(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for row in queryset:
            row.replace_links()
            self.log_change(request, row, gettext("ссылки заменены"))
        self.message_user(request, gettext("Закрыто: %(n)s") % {"n": len(queryset)})

    def get_deleted_objects(
        self, objs: Iterable[Any], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """The rows alone: what hangs on them has the names of people."""
        rows = list(map(str, objs))
        return rows, {str(self.opts.verbose_name_plural): len(rows)}, set(), []

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        delete_with_logs(queryset)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        delete_with_logs(self.model.objects.filter(pk=obj.pk))


for kind in kinds():
    admin.site.register(kind, OpenedByLinks)
