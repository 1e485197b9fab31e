"""The loaded copy of the content files: what SQL can filter, count and join.

Pages about one entry are built from the frozen content itself; lists that filter and count across entries
 (rulings by status, recipes by ingredient) ask these tables. `manage.py load_rules` alone writes them:
nothing here is edited by hand. Every key is text and permanent: `<game>/<id in the files>`.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

KEY_LENGTH = 120
NAME_LENGTH = 200


class Status(models.TextChoices):
    """Who says so: the rulebook, the author, or we."""

    RULEBOOK = "rulebook", _("из правил")
    AUTHOR = "author", _("от автора")
    OURS = "ours", _("наше решение")


class Game(models.Model):
    key = models.CharField(max_length=KEY_LENGTH, primary_key=True)
    title_ru = models.CharField(max_length=NAME_LENGTH)
    title_en = models.CharField(max_length=NAME_LENGTH)
    updated = models.CharField(max_length=10)
    digest = models.CharField(max_length=16)

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return self.title_ru


class Entry(models.Model):
    """What chapters, clauses, terms, kinds, elements, cards and rulings share.

    `place` is the order in the files, from 1. `box` is the expansion it lies in, `needs` what must be on the
    table for it to count: «air+water» both boxes, «air|water» either.
    """

    key = models.CharField(max_length=KEY_LENGTH, primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE)
    slug = models.CharField(max_length=KEY_LENGTH)
    place = models.PositiveIntegerField()
    title_ru = models.CharField(max_length=NAME_LENGTH)
    title_en = models.CharField(max_length=NAME_LENGTH)
    box = models.CharField(max_length=40, blank=True)
    needs = models.CharField(max_length=KEY_LENGTH, blank=True)

    class Meta:
        abstract = True
        ordering = ["game", "place"]

    def __str__(self) -> str:
        return f"{self.slug}: {self.title_ru}"


class Chapter(Entry):
    pass


class Clause(Entry):
    chapter = models.ForeignKey(Chapter, on_delete=models.CASCADE)
    number = models.CharField(max_length=10)
    text_ru = models.TextField()
    text_en = models.TextField()
    ours_ru = models.TextField(blank=True)
    ours_en = models.TextField(blank=True)
    source_kind = models.CharField(max_length=20)
    source_heading = models.CharField(max_length=NAME_LENGTH)
    decided_by = models.CharField(max_length=20)
    scenario = models.CharField(max_length=KEY_LENGTH, blank=True)
    edition_ru = models.CharField(max_length=NAME_LENGTH, blank=True)
    edition_en = models.CharField(max_length=NAME_LENGTH, blank=True)


class Term(Entry):
    text_ru = models.TextField()
    text_en = models.TextField()
    synonyms_ru = models.JSONField(default=list)
    synonyms_en = models.JSONField(default=list)


class Kind(Entry):
    """A kind of recipe; no points where its cards have none."""

    points = models.PositiveIntegerField(null=True)


class Element(Entry):
    text_ru = models.TextField(blank=True)
    text_en = models.TextField(blank=True)
    provenance = models.CharField(max_length=NAME_LENGTH)


class Card(Entry):
    """A kind of card; `kind` is the slug of a Kind in games that have them."""

    code = models.CharField(max_length=KEY_LENGTH)
    kind = models.CharField(max_length=40)
    colour = models.CharField(max_length=40, blank=True)
    deck = models.CharField(max_length=40, blank=True)
    value = models.IntegerField()
    points = models.PositiveIntegerField(default=0)
    count = models.PositiveIntegerField()
    text_ru = models.TextField(blank=True)
    text_en = models.TextField(blank=True)
    provenance = models.CharField(max_length=NAME_LENGTH)


class Ingredient(models.Model):
    """A slot of a recipe, in printed order. `asks` is «element:id», «card:id» or «kind:id» of this game."""

    key = models.CharField(max_length=KEY_LENGTH, primary_key=True)
    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="ingredients")
    place = models.PositiveIntegerField()
    asks = models.CharField(max_length=KEY_LENGTH)

    class Meta:
        ordering = ["card", "place"]

    def __str__(self) -> str:
        return f"{self.card_id}: {self.asks}"


class Carried(models.Model):
    """An element that `count` copies of a card carry."""

    key = models.CharField(max_length=KEY_LENGTH, primary_key=True)
    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="carried")
    element = models.ForeignKey(Element, on_delete=models.CASCADE, related_name="carried")
    count = models.PositiveIntegerField()

    class Meta:
        ordering = ["card", "element"]

    def __str__(self) -> str:
        return f"{self.card_id}: {self.count} × {self.element_id}"


class Ruling(Entry):
    number = models.PositiveIntegerField()
    text_ru = models.TextField()
    text_en = models.TextField()
    ours_ru = models.TextField(blank=True)
    ours_en = models.TextField(blank=True)
    status = models.CharField(max_length=20, choices=Status)
    option = models.CharField(max_length=KEY_LENGTH, blank=True)
    source = models.CharField(max_length=NAME_LENGTH, blank=True)
    said = models.CharField(max_length=NAME_LENGTH, blank=True)
    since = models.CharField(max_length=10, blank=True)
    clauses = models.ManyToManyField(Clause, related_name="rulings")
    cards = models.ManyToManyField(Card, related_name="rulings")
