from django.apps import AppConfig


class NotebookConfig(AppConfig):
    name = "simulator.games.alchemists.notebook"
    label = "alchemists_notebook"
    verbose_name = "Записная книжка"
