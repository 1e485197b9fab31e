from django.apps import AppConfig


class CardSetsConfig(AppConfig):
    name = "games.wizwar.simulator.card_sets"
    label = "wizwar_card_sets"
    verbose_name = "Карты столов"
