from django.apps import AppConfig


class LaboratoryConfig(AppConfig):
    name = "simulator.games.alchemists.laboratory"
    label = "alchemists_laboratory"
    verbose_name = "Лаборатория"
