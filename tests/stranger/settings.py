"""The settings of the tests with the stranger installed, before anything asks which games there are."""

import os

os.environ["GRIMOIRE_GAMES"] = "tests.stranger"

from tests.settings import *  # noqa: F403
