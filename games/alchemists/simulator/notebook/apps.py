from django.apps import AppConfig


class NotebookConfig(AppConfig):
    name = "games.alchemists.simulator.notebook"
    label = "alchemists_notebook"
    verbose_name = "Записная книжка"
