"""Django apps inside the rooms of games: one that can't be loaded costs its game, not the site.

Django asks for all apps while it starts and stops at the first that raises. So each is asked carefully; what
is left of a broken one is put away by `rulebook.rooms` as soon as Django has started.
"""

from collections.abc import Iterator

from django.apps import AppConfig

from rulebook import finder


def configs() -> Iterator[AppConfig]:
    """The apps of all games whose `apps.py` can be imported, for INSTALLED_APPS."""
    for sub_app in finder.sub_apps():
        with finder.left_out_if_it_fails(sub_app.game, f"{sub_app.package}.apps"):
            config = AppConfig.create(sub_app.package)
            if config.label != sub_app.label:
                raise ValueError(f"its label must be {sub_app.label}")
            yield _careful(config, sub_app)


def _careful(config: AppConfig, sub_app: finder.SubApp) -> AppConfig:
    """The same app, of a class whose steps of starting raise nothing."""

    class Careful(type(config)):
        def import_models(self) -> None:
            with finder.left_out_if_it_fails(sub_app.game, f"{self.name}.models"):
                super().import_models()
                return
            self.models.clear()  # those that were made before it failed
            self.apps.clear_cache()

        def ready(self) -> None:
            with finder.left_out_if_it_fails(sub_app.game, f"{self.name}.apps"):
                super().ready()

    return Careful(config.name, config.module)
