"""A notebook: whose it is, and what was noted. Notes are only added; taking one back is a note, too."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy

from games.alchemists.simulator.laboratory.models import GAME, LabSeat
from rulebook.content import reading
from rulebook.content.entries import GameContent
from web.append_only import AppendOnly, one_row_each
from web.links import Capability, OpenedByLink, token_field
from web.versioned import Versioned


class Notebook(OpenedByLink, Versioned):
    """One player's notebook. `token` opens it.

    With a `seat` of a laboratory what that seat learns arrives by itself; `since` is the entry with which
    the seat was taken, so that whoever sits there next begins a notebook of their own. `settings` is what
    advice asks for (hand, zone, seals…), the last word counts.
    """

    LINKS = {"owner": Capability("token", "simulator:notebook_link")}
    NAME = gettext_lazy("Записная книжка")

    token = token_field()
    seat = models.ForeignKey(LabSeat, models.CASCADE, null=True, related_name="notebooks")
    since = models.PositiveIntegerField(default=0)
    settings = models.JSONField(default=dict)

    class Meta:
        db_table = "simulator_notebook"
        constraints = [
            models.UniqueConstraint(fields=["seat", "since"], name="one_notebook_per_holder_of_a_seat")
        ]

    def __str__(self) -> str:
        return f"notebook {self.public_id}"

    def get_absolute_url(self) -> str:
        return reverse("simulator:notebook", args=[self.public_id])

    @property
    def content(self) -> GameContent:
        return reading.load(GAME)

    @property
    def stamp(self) -> str:
        """Changes whenever a page of it would: with its notes or with its laboratory."""
        return f"{self.version}-{self.seat.laboratory.version if self.seat else 0}"

    @classmethod
    def rows(cls) -> models.QuerySet["Notebook"]:
        return cls.objects.select_related("seat__laboratory")

    @classmethod
    def listed(cls) -> models.QuerySet["Notebook"]:
        return cls.rows().defer("seat__laboratory__truth")


class Note(AppendOnly):
    """Something noted; taking a note back and putting it there again are notes, too.

    Kinds and what `data` holds: `fact` and `what_if` {"fact": …, "how": …}, `foreign` {"result"} or
    {"wanted", "level"}, `theory` {"ingredient", "alchemical"}; `remove` and `restore` {"notes": [numbers]}.
    """

    notebook = models.ForeignKey(Notebook, models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=16)
    data = models.JSONField()

    class Meta(AppendOnly.Meta):
        db_table = "simulator_note"
        constraints = one_row_each("notebook", "note")

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"
