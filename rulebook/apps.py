from django.apps import AppConfig


class RulebookConfig(AppConfig):
    name = "rulebook"
    verbose_name = "Правила"

    def ready(self) -> None:
        from django.db.models.signals import post_migrate

        from rulebook import finder, loaded

        finder.tell()
        post_migrate.connect(loaded.forget_unless_in_tables, sender=self)
