"""A table's own cards as they were entered: written once, called by the hash of what they say."""

from typing import Self

from django.db import models
from django.urls import reverse

from games.wizwar.rulebook import card_sets
from games.wizwar.rulebook.card_sets import KEY_LETTERS, CardSet
from web import links


class KeptSet(models.Model):
    """`data` is the difference as it travels. Who entered it isn't kept; whoever has its address reads it."""

    key = models.CharField(max_length=KEY_LETTERS, unique=True)
    data = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key

    def save(self, *args: object, **kwargs: object) -> None:
        """Writes a new row. Raises TypeError for one that stands."""
        if self.pk is not None:
            raise TypeError("a set never changes")
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("simulator:card_set", args=[self.name])

    @property
    def name(self) -> str:
        """In addresses."""
        return links.content_name(self.key)

    @property
    def cards(self) -> CardSet:
        return card_sets.read(self.data)

    @classmethod
    def named(cls, name: str) -> Self | None:
        """The set that an address names, if it is kept here."""
        return cls.objects.filter(key=links.content_key(name)).first()

    @classmethod
    def keep(cls, cards: CardSet) -> Self:
        """The row of a set; the same set is kept once, whoever enters it."""
        return cls.objects.get_or_create(key=cards.key, defaults={"data": card_sets.data_of(cards)})[0]
