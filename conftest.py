"""What tests may use: those of a game stand in its folder, the others in tests/."""

pytest_plugins = ["tests.plugin", "tests.rulebook.content_copy", "tests.scoring.people"]
