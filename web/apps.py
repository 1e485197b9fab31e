from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "web"
    verbose_name = "Сайт"

    def ready(self) -> None:
        """Whatever pages may poll lets it be known when it is written; the database is its owner's
        alone, and not all threads wait for it.
        """
        from django.db.backends.signals import connection_created
        from django.db.models.signals import post_save

        from web.keeping import keep_private
        from web.links import kinds
        from web.polling import note_written
        from web.writers import take_places

        for model in kinds():
            post_save.connect(note_written, sender=model)
        connection_created.connect(keep_private)
        connection_created.connect(take_places)
