from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "web"
    verbose_name = "Сайт"

    def ready(self) -> None:
        """Whatever pages may poll lets it be known when it is written."""
        from django.db.models.signals import post_save

        from web.links import kinds
        from web.polling import note_written

        for model in kinds():
            post_save.connect(note_written, sender=model)
