from django.apps import AppConfig


class PocketConfig(AppConfig):
    name = "pocket"
    verbose_name = "Карман"
