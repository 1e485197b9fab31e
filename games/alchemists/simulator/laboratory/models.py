"""A laboratory: its secret world, who holds which seat, and all that was done. Entries are only added."""

from datetime import timedelta

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.alchemists.simulator.presenting.join_codes import CODE_LENGTH, new_code, shown
from rulebook.content import reading
from rulebook.content.entries import GameContent
from scoring.models import Sheet
from web import names as rule_of_names
from web.append_only import AppendOnly, one_row_each
from web.links import Capability, OpenedByLink, token_field
from web.versioned import Versioned

GAME = "alchemists"
TEXT_LIMIT = 80
KEY_LIMIT = 32
ABSENT = timedelta(minutes=10)  # a host who was away for so long may be replaced


class Laboratory(OpenedByLink, Versioned):
    """A secret world and its log.

    `truth` says which formula each ingredient has: `{"mushroom": "a5", …}`. Until `revealed` it leaves the
    server for nobody but the leader, so it is left in the database unless it is needed (`Laboratory.sealed`).
    """

    LINKS = {
        "host": Capability("host_token", "simulator:lab_link"),
        "viewer": Capability("viewer_token"),
        "leader": Capability("leader_token", "simulator:lab_leader_link", {"led": True}),
        "seat": Capability("seats__token", "simulator:lab_link", {"seats__away": True}),
    }
    OVER = "revealed"
    NAME = gettext_lazy("Лаборатория")

    class Level(models.TextChoices):
        APPRENTICE = "apprentice"
        MASTER = "master"

    recent_row = "simulator/alchemists/laboratory/_recent_row.html"  # among what a browser has opened

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    level = models.CharField(max_length=16, choices=Level.choices)
    truth = models.JSONField()
    official = models.CharField(max_length=4, blank=True)  # the application's code that the world came from
    led = models.BooleanField(default=False)  # somebody who doesn't play holds the leader's board
    looked = models.BooleanField(default=False)  # the leader's link was opened
    host_token = token_field()
    viewer_token = token_field()
    leader_token = token_field()
    revealed = models.BooleanField(default=False)  # follows from the log; polls and lists read it here
    host_seen_at = models.DateTimeField(default=timezone.now)
    sheet = models.ForeignKey(Sheet, models.SET_NULL, null=True, related_name="+")

    class Meta:
        db_table = "simulator_laboratory"

    def __str__(self) -> str:
        return f"laboratory {self.public_id}"

    def get_absolute_url(self) -> str:
        return reverse("simulator:lab", args=[self.public_id])

    @classmethod
    def sealed(cls) -> models.QuerySet["Laboratory"]:
        """All laboratories, their worlds left in the database until somebody asks for one."""
        return cls.objects.defer("truth")

    @classmethod
    def rows(cls) -> models.QuerySet["Laboratory"]:
        return cls.sealed()

    def renew(self, *roles: str) -> list[str]:
        """With the viewer's link the code goes, too: it leads there."""
        if "viewer" not in roles:
            return super().renew(*roles)
        self.code = new_code()
        return [*super().renew(*roles), "code"]

    @property
    def game(self) -> str:
        """The same for all: lists of what was going on mix laboratories with matches."""
        return GAME

    @property
    def content(self) -> GameContent:
        return reading.load(GAME)

    @property
    def shown_code(self) -> str:
        """«7KM-2XQ», to write down."""
        return shown(self.code)

    @property
    def host_unseen_for(self) -> timedelta:
        """A host of whom a clock wrote down that was put back since is as far away as one of long ago."""
        return abs(timezone.now() - self.host_seen_at)

    @property
    def host_is_away(self) -> bool:
        return self.host_unseen_for > ABSENT

    @classmethod
    def listed(cls) -> models.QuerySet["Laboratory"]:
        return cls.sealed().prefetch_related("seats")


class LabSeat(models.Model):
    """A player, from 0 clockwise. A seat is at the host's phone, or at whatever phone has its `token`.

    A new holder knows of what was done before entry `since` only what everybody knows.
    """

    laboratory = models.ForeignKey(Laboratory, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=rule_of_names.longest())
    away = models.BooleanField(default=False)  # at a phone of its own
    token = token_field()
    since = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "simulator_labseat"
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["laboratory", "place"], name="one_lab_seat_per_place")]

    def __str__(self) -> str:
        return self.name


class LabEntry(AppendOnly):
    """Something that was done: an action in its canonical text, or a word of the house.

    `seat` is empty where nobody at the table did it; `device` is the key of the browser that wrote it. What
    was shown can't be unseen, so nothing is ever taken back.
    """

    laboratory = models.ForeignKey(Laboratory, models.CASCADE, related_name="entries")
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=TEXT_LIMIT)
    device = models.CharField(max_length=KEY_LIMIT, blank=True)

    class Meta(AppendOnly.Meta):
        db_table = "simulator_labentry"
        constraints = one_row_each("laboratory", "lab_entry")

    def __str__(self) -> str:
        return f"{self.number}: {self.text}"
