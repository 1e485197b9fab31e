"""A sheet that another site, or a browser without one, gives to this one (`docs/give.md`)."""

from scoring.models import Sheet
from web.links import derived


def key_of(sheet: Sheet) -> str:
    """What proves that somebody is the owner of this sheet, where it was given to; it tells no link."""
    return derived("scoring.giving.key", sheet.owner_token)
