"""What every test may use."""

from collections.abc import Iterator

import hypothesis
import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import translation
from pytest_django import DjangoDbBlocker

# The same examples in every run, and no stop-watch: a busy computer is no failure.
hypothesis.settings.register_profile("steady", derandomize=True, deadline=None)
hypothesis.settings.load_profile("steady")


@pytest.fixture(autouse=True)
def russian() -> Iterator[None]:
    """A test starts in the site's own language, whatever page the one before it visited."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="session")
def rules_loaded(django_db_setup: None) -> None:
    """The content of all games in the test database, and the search index beside it."""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Every test that has a database has the rules in it, loaded once per process."""
    with django_db_blocker.unblock():
        call_command("load_rules", verbosity=0)
