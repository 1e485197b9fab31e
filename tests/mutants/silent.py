"""A plugin of pytest in the place of its terminal, which others ask how much there is to say."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.option.verbose = 0
