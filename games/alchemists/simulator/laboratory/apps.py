from django.apps import AppConfig


class LaboratoryConfig(AppConfig):
    name = "games.alchemists.simulator.laboratory"
    label = "alchemists_laboratory"
    verbose_name = "Лаборатория"
