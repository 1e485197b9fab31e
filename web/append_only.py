"""Rows that are written once: what was acknowledged is never lost, and a retry is harmless."""

from typing import Any

from django.db import models, transaction

CLIENT_ID_LIMIT = 64
AT_ONCE = 100  # rows that are deleted in a transaction: phones write in between


class AppendOnly(models.Model):
    """A row of some log. `number` counts from 1 within the log, `client_entry_id` lets a retry be known.

    Taking something back is another row. `one_row_each` makes both unique within a log.
    """

    number = models.PositiveIntegerField()
    client_entry_id = models.CharField(max_length=CLIENT_ID_LIMIT)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ["number"]

    def save(self, *args: object, **kwargs: object) -> None:
        """Writes a new row. Raises TypeError for one that stands."""
        if self.pk is not None:
            raise TypeError("rows are only added")
        super().save(*args, **kwargs)

    def delete(self, *args: object, **kwargs: object) -> tuple[int, dict[str, int]]:
        """Never: raises TypeError."""
        raise TypeError("rows are never deleted")


def one_row_each(log: str, name: str) -> list[models.UniqueConstraint]:
    """The constraints of a log's rows: `log` is the field that leads to it, `name` what a row is called."""
    return [
        models.UniqueConstraint(fields=[log, "number"], name=f"one_{name}_per_number"),
        models.UniqueConstraint(fields=[log, "client_entry_id"], name=f"one_{name}_per_client_id"),
    ]


def delete_with_logs(rows: models.QuerySet[Any]) -> None:
    """All of them with what hangs on them, the logs first: they protect the devices that wrote them."""
    logs = [link for link in rows.model._meta.related_objects if issubclass(link.related_model, AppendOnly)]
    while keys := list(rows.values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            for log in logs:
                log.related_model.objects.filter(**{f"{log.field.name}__in": keys}).delete()
            rows.model.objects.filter(pk__in=keys).delete()
