"""Rows that are locked while they change: on a server, as SQLite has one writer at a time."""

import pytest

pytest.register_assert_rewrite("tests.locks.meeting")
