"""What is wished for in print and what is made, as rows: machines that share a database make a document once.

The same for all who ask as the files of `printing.store`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone

DIGEST_LENGTH = 64
TOUCHED_EVERY = timedelta(hours=1)  # who reads a print says so no oftener: reading seldom writes
CLOCKS_DIFFER = timedelta(minutes=1)  # of machines that share the rows
GIVEN_UP = timedelta(days=1)  # what nobody has made by then, no machine of this version goes on to make


class OfADigest(models.Model):
    """`kind` is an ending: that of what is wished for."""

    kind = models.CharField(max_length=8)
    name = models.CharField(max_length=DIGEST_LENGTH)

    class Meta:
        abstract = True


class PrintWish(OfADigest):
    """A wish, `source` is what it is made of. `maker` is a digest of style sheets, fonts and versions: while
    machines are upgraded one after another, each makes only what its own version asked for.
    """

    maker = models.CharField(max_length=DIGEST_LENGTH)
    source = models.TextField()
    has_failed = models.BooleanField(default=False)
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "name"], name="one_print_wish_each")]


class FinishedPrint(OfADigest):
    """A document or a picture. Those go that were `used_at` the longest ago."""

    content = models.BinaryField()
    used_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "name"], name="one_finished_print_each")]


class Rows:
    """A store of the press that several machines share."""

    shared = True
    least_pause = 0.1  # seconds: each look is a question to another computer

    def made(self, kind: str, name: str) -> bytes | None:
        found = FinishedPrint.objects.filter(kind=kind, name=name).first()
        if found is None:
            return None
        now = timezone.now()
        if found.used_at < now - TOUCHED_EVERY:
            FinishedPrint.objects.filter(pk=found.pk).update(used_at=now)
        return bytes(found.content)

    def is_made(self, kind: str, name: str) -> bool:
        return FinishedPrint.objects.filter(kind=kind, name=name).exists()

    def keep(self, kind: str, name: str, content: bytes, most: int) -> None:
        """What was used before the clock was put back counts as used now: else what is made from now on would
        be the oldest of all, and go at once.
        """
        now, of_kind = timezone.now(), FinishedPrint.objects.filter(kind=kind)
        of_kind.filter(used_at__gt=now + CLOCKS_DIFFER).update(used_at=now)
        _add(FinishedPrint(kind=kind, name=name, content=content))
        by_use = of_kind.order_by("-used_at", "-pk")
        FinishedPrint.objects.filter(pk__in=list(by_use.values_list("pk", flat=True)[most:])).delete()

    def has_failed(self, kind: str, name: str) -> bool | None:
        found = PrintWish.objects.filter(kind=kind, name=name).values_list("has_failed", flat=True)
        return found.first()

    def wish(self, kind: str, name: str, source: str, maker: str) -> None:
        _add(PrintWish(kind=kind, name=name, source=source, maker=maker))

    def waiting(self, kind: str, maker: str) -> int:
        return _waiting(kind, maker).count()

    @contextmanager
    def oldest(self, kind: str, maker: str) -> Iterator[tuple[str, str] | None]:
        """Other machines pass over it meanwhile; if this one dies, its connection does, and they don't."""
        wishes = _waiting(kind, maker).order_by("asked_at", "pk")
        if not wishes.exists():
            yield None
            return
        with transaction.atomic():
            if connection.features.has_select_for_update_skip_locked:
                wishes = wishes.select_for_update(skip_locked=True)
            yield wishes.values_list("name", "source").first()

    def answered(self, kind: str, name: str, *, well: bool) -> None:
        wishes = PrintWish.objects.filter(kind=kind, name=name)
        if well:
            wishes.delete()
        else:
            wishes.update(has_failed=True)

    def forget_failures(self) -> None:
        old = models.Q(has_failed=True) | models.Q(asked_at__lt=timezone.now() - GIVEN_UP)
        PrintWish.objects.filter(old).delete()


def _waiting(kind: str, maker: str) -> models.QuerySet[PrintWish]:
    return PrintWish.objects.filter(kind=kind, maker=maker, has_failed=False)


def _add(row: Any) -> None:
    """Unless it is there: equal ones are one, however many ask."""
    type(row).objects.bulk_create([row], ignore_conflicts=True)
