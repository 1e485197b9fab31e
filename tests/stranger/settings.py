"""The settings of the tests with the examples installed, before anything asks which games there are."""

import os

os.environ["GRIMOIRE_GAMES"] = "examples.stranger examples.fireflies examples.tales"

from tests.settings import *  # noqa: F403
