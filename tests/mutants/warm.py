"""Begun before any other test of a warm process: what all share is made by it."""

import pytest


@pytest.mark.django_db
def test_what_all_tests_share_is_there() -> None:
    pass
