from django.apps import AppConfig


class CardSetsConfig(AppConfig):
    name = "simulator.games.wizwar.card_sets"
    label = "wizwar_card_sets"
    verbose_name = "Карты столов"
