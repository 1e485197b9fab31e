"""What several pages may have open at once: they poll for its version."""

from django.db import models
from django.utils import timezone

from web.links import new_public_id


class Versioned(models.Model):
    """Something with an address of its own; `version` grows with all that changes what a page shows."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    def touch(self, *fields: str) -> None:
        """Saves `fields` and lets waiting pages know."""
        self.version += 1
        self.updated_at = timezone.now()
        self.save(update_fields=["version", "updated_at", *fields])
