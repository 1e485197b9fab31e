"""Codes that somebody reads out at the table, so that another phone writes along."""

import secrets
from datetime import datetime, timedelta

from django.db import models

CODE_LENGTH = 8
CODE_HOLDS = timedelta(hours=1)
PUT_BACK = timedelta(minutes=1)  # by so much a clock may be put right without a code's knowing
CODE_SHOWN = timedelta(minutes=30)  # how long a code that is shown still holds at least


class JoinCode(models.Model):
    """Eight digits that stand for a sheet's link to write, for a table that reads them out.

    Digits, because each alphabet's letters hide on the other's keyboard and half of them look alike. They
    hold for an hour, in which `web.limits.JOINING` lets all addresses together try 480 of a hundred million;
    a sheet has two at most, the one that is shown and the one that was shown before it.
    """

    sheet = models.ForeignKey("scoring.Sheet", models.CASCADE, related_name="+")
    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.code} → {self.sheet}"

    @classmethod
    def holding(cls, now: datetime) -> models.QuerySet["JoinCode"]:
        """Those that open something; one that would for much longer than an hour was made before the clock
        was put back.
        """
        return cls.objects.filter(expires_at__gt=now, expires_at__lte=now + CODE_HOLDS + PUT_BACK)

    @classmethod
    def to_show(cls, sheet: int, now: datetime) -> "JoinCode | None":
        """The code of a sheet that still holds for as long as is said where it is shown."""
        return cls.holding(now).filter(sheet=sheet, expires_at__gt=now + CODE_SHOWN).first()

    @classmethod
    def of(cls, sheet: int, now: datetime) -> str:
        """The code of a sheet, which is locked; a new one before the last runs out."""
        held = cls.to_show(sheet, now)
        if held is None:
            over = models.Q(expires_at__lte=now)
            # Another sheet isn't locked: what seems to hold too long there may have been shown since `now`.
            of_another_clock = models.Q(sheet=sheet, expires_at__gt=now + CODE_HOLDS + PUT_BACK)
            cls.objects.filter(over | of_another_clock).delete()
            held = cls.objects.create(sheet_id=sheet, code=_free_code(), expires_at=now + CODE_HOLDS)
        return held.code


def is_code(text: str) -> bool:
    """Whether it has the form of a code."""
    return len(text) == CODE_LENGTH and text.isascii() and text.isdigit()


def shown(code: str) -> str:
    """«1234 5678»."""
    return f"{code[: CODE_LENGTH // 2]} {code[CODE_LENGTH // 2 :]}"


def _free_code() -> str:
    """One that leads to no other sheet."""
    while True:
        code = "".join(secrets.choice("0123456789") for _ in range(CODE_LENGTH))
        if not JoinCode.objects.filter(code=code).exists():
            return code
