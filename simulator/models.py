"""Games at the table. A match is its record, how it began and the moves; all else is replayed from it."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from rulebook.content.entries import GameContent
from scoring.models import Sheet
from simulator.engine import dealing
from simulator.engine.record import Record
from simulator.engine.rules import Rules
from simulator.game import engine_of, played_games, table_of
from simulator.table.base import Table
from web import names as rule_of_names
from web.links import Capability, OpenedByLink, is_among, new_token, token_field
from web.versioned import Versioned

MOVE_LIMIT = 80
SEED_LIMIT = 2**64

HERE, PHONE = "here", "phone"  # kinds of seats that people take; every other kind is a bot of the engine


class Match(OpenedByLink, Versioned):
    """A game being played or over."""

    LINKS = {
        "host": Capability("host_token", "simulator:link"),
        "viewer": Capability("viewer_token", "simulator:link"),
        "seat": Capability("seats__key"),
        # Seats of matches that were begun when a link opened its seat as often as anybody liked.
        "open seat": Capability("seats__token", "simulator:link", {"seats__key": ""}),
    }
    OVER = "finished"
    NAME = gettext_lazy("Партия")

    game = models.CharField(max_length=32)
    rules = models.PositiveIntegerField()
    config = models.JSONField()
    # Up to 2**64, more than the integers of a database; empty until all have added their shares.
    seed = models.CharField(max_length=20, blank=True)
    drawn = models.CharField(max_length=20, default="", blank=True)  # the server's own part of `seed`
    salt = models.CharField(max_length=32, default="", blank=True)
    start = models.JSONField(null=True)
    dealing = models.CharField(max_length=8, default=dealing.UNKNOWN, blank=True)
    host_token = token_field()
    viewer_token = token_field()
    finished = models.BooleanField(default=False)  # follows from the moves; polls and lists read it here
    origin = models.ForeignKey("self", models.SET_NULL, null=True, related_name="forks")
    origin_ply = models.PositiveIntegerField(null=True)
    dealt_anew = models.BooleanField(
        default=False
    )  # the cards that nobody here could see were dealt at random
    given_key = token_field(null=True, default=None)  # what more of it is given with
    given_from = models.CharField(max_length=16, default="", blank=True)  # its public id there
    sheet = models.ForeignKey(Sheet, models.SET_NULL, null=True, related_name="+")
    poured = models.PositiveSmallIntegerField(default=0)  # rounds or plays that `sheet` holds

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"

    def get_absolute_url(self) -> str:
        return reverse("simulator:match", args=[self.public_id])

    @cached_property
    def engine(self) -> Rules[Any, Any]:
        return engine_of(self.game)

    @cached_property
    def table(self) -> Table:
        return table_of(self.game)

    @property
    def content(self) -> GameContent:
        return self.table.content(self.start or self.config)

    @property
    def is_typed(self) -> bool:
        return self.dealing == dealing.TYPED

    @property
    def is_dealt(self) -> bool:
        """False while a seat's share is missing: then there are no cards yet, not even on the server."""
        return self.seed != ""

    @property
    def has_other_rules(self) -> bool:
        """It was begun by rules that an upgrade has changed since, and can't be replayed by these."""
        return not self.engine.reads(self.rules)

    @property
    def commitment(self) -> str:
        """What the server is bound to since the match began; empty where it drew nothing."""
        return dealing.commitment(int(self.drawn), self.salt) if self.salt else ""

    def record(self) -> Record:
        """How the match began and every move (one query)."""
        moves = tuple(self.moves.values_list("seat", "text"))
        return Record(self.game, self.rules, self.config, int(self.seed), moves, self.start)

    @classmethod
    def listed(cls) -> models.QuerySet["Match"]:
        """Those of games that are here: the others are kept, and shown when their game is back."""
        return cls.objects.filter(game__in=played_games()).prefetch_related("seats")


class Seat(models.Model):
    """A place at the table, from 0 clockwise. `token` is the link that somebody sits down by, once; `key` is
    what the phone that sat down has it by: no address takes it, only a signed cookie, so it isn't sealed. An
    old seat has no key: there the link itself is one.

    `sitter` is the browser that sat down, so that it may ask again where the answer was lost. `lifted` is the
    match's version when its curtain was last lifted on a shared device, `seen_ply` the ply that its person
    saw then.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=rule_of_names.longest())
    kind = models.CharField(max_length=16)
    token = token_field()
    key = models.CharField(max_length=32, db_index=True, default=new_token, blank=True)
    sat_at = models.DateTimeField(null=True)
    share = models.CharField(max_length=32, default="", blank=True)  # of the seed, in a mixed deal
    share_by = models.CharField(max_length=8, default="", blank=True)
    sitter = models.CharField(max_length=32, default="", blank=True)
    lifted = models.PositiveIntegerField(default=0)
    seen_ply = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["match", "place"], name="one_seat_per_place")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_bot(self) -> bool:
        return self.kind not in (HERE, PHONE)

    @property
    def link_path(self) -> str:
        """Where somebody sits down."""
        return reverse("simulator:link", args=[self.token])

    def is_opened_by(self, tokens: Sequence[str]) -> bool:
        """Whether one of `tokens` is what its phone has it by."""
        return is_among(self.key or self.token, tokens)


SAT, RENEWED, LEFT_TO_BOT = "sat", "renewed", "bot"  # what happens to a seat besides its moves


class SeatChange(models.Model):
    """Who had a seat from when on: for everybody at the table to read."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seat_changes")
    place = models.PositiveSmallIntegerField()
    what = models.CharField(max_length=16)
    by_host = models.BooleanField(default=False)
    device = models.CharField(max_length=16, default="", blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


class Move(models.Model):
    """A move in its canonical text; plies count from 1."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=MOVE_LIMIT)

    class Meta:
        ordering = ["ply"]
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_move_per_ply")]

    def __str__(self) -> str:
        return f"{self.ply}: {self.text}"
