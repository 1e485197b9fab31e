"""The rules as tables, for whatever lists and filters them: the API, the cards, the clarifications.

A row holds its entry, and by its facets it is found: a list asks for rows and prints what they hold. Pages
about one entry, and all that draws, plays or scores, have the content itself. `manage.py load_rules` alone
writes here, as `rulebook.loading` says; nothing is edited by hand.
"""

import re
from collections.abc import Collection, Mapping
from functools import reduce
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from rulebook.content import entries
from rulebook.content.boxes import together
from rulebook.content.stored import from_json
from rulebook.printing.rows import FinishedPrint, PrintWish

__all__ = ["Entries", "Facet", "FinishedPrint", "Game", "PrintWish", "Status", "StoredEntry"]  # for Django

KEY_LENGTH = 200
NO_BOX = "none"  # what the facet `box` calls the game without its boxes
TYPES: Mapping[str, type] = {
    "clause": entries.Clause,
    "ruling": entries.Ruling,
    "term": entries.Term,
    "card": entries.Card,
    "revision": entries.Revision,
}


class Status(models.TextChoices):
    """Who says so: the rulebook, the author, or we."""

    RULEBOOK = "rulebook", _("из правил")
    AUTHOR = "author", _("от автора")
    OURS = "ours", _("наше решение")


class Game(models.Model):
    """`digest` is that of its content, `rows` one of what the tables say of it."""

    key = models.CharField(max_length=KEY_LENGTH, primary_key=True)
    digest = models.CharField(max_length=16)
    rows = models.CharField(max_length=64)

    class Meta:
        verbose_name, verbose_name_plural = _("игра"), _("игры")
        ordering = ["key"]

    def __str__(self) -> str:
        return self.key


class Entries(models.QuerySet["StoredEntry"]):
    """Rows, in the order of the content."""

    def having(self, name: str, value: str, *, begins: bool = False) -> "Entries":
        """Those that have a facet, or one that begins so."""
        asked = {"name": name, "value__startswith" if begins else "value": value}
        return self.filter(models.Exists(Facet.objects.filter(entry=models.OuterRef("pk"), **asked)))


class StoredEntry(models.Model):
    """A clause, a clarification, a word, a card, or a revision; its key is «game/kind/place».

    `place` is the order in the files, from 1, `slug` the id that it has there. `needs` is what must be on the
    table for it to count: «air+water» both boxes, «air|water» either. `rulings` are the clarifications about
    it, `date` the day of a revision. `parts` are what each box says of it that holds it, in the order of the
    boxes.
    """

    key = models.CharField(max_length=KEY_LENGTH, primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE)
    kind = models.CharField(max_length=20)
    slug = models.CharField(max_length=KEY_LENGTH)
    place = models.PositiveIntegerField()
    needs = models.CharField(max_length=KEY_LENGTH, blank=True)
    date = models.CharField(max_length=10, blank=True)
    rulings = models.JSONField(default=list)
    parts = models.TextField()

    objects = Entries.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("запись"), _("записи")
        ordering = ["game_id", "place"]

    def __str__(self) -> str:
        return f"{self.kind} {self.slug}"

    @property
    def _parts(self) -> tuple[Any, ...]:
        return from_json(TYPES[self.kind], self.parts)

    @property
    def entry(self) -> Any:
        """What it holds, with all boxes on the table."""
        return reduce(together, self._parts)

    def on(self, boxes: Collection[str]) -> Any:
        """The same with these boxes on the table, with which it has to count."""
        return reduce(together, (part for part in self._parts if part.counts_with(boxes)))


def words_of(name: str) -> list[str]:
    """The words of a name as the facet `word` has them."""
    return re.findall(r"\w+", name.casefold().replace("ё", "е"))


class Facet(models.Model):
    """Something that a list may be narrowed by: a card has the facet element = water."""

    entry = models.ForeignKey(StoredEntry, on_delete=models.CASCADE, related_name="facets")
    name = models.CharField(max_length=40)
    value = models.CharField(max_length=KEY_LENGTH)

    class Meta:
        verbose_name, verbose_name_plural = _("признак"), _("признаки")
        constraints = [models.UniqueConstraint(fields=["entry", "name", "value"], name="one_facet_each")]

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"
