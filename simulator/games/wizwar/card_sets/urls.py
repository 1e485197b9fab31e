"""Pages of a table's own cards: anybody may enter a set, and whoever has its address may read it."""

from django.urls import path, re_path

from rulebook.games.wizwar.card_sets import KEY_LETTERS
from simulator.games.wizwar.card_sets import views

KEY = rf"cards/wizwar/(?P<key>[0-9a-f]{{{KEY_LETTERS}}})"

urlpatterns = [
    path("cards/wizwar", views.enter, name="card_sets"),
    re_path(rf"^{KEY}$", views.card_set, name="card_set"),
    re_path(rf"^{KEY}/file$", views.as_file, name="card_set_file"),
    re_path(rf"^{KEY}/pdf$", views.as_pdf, name="card_set_pdf"),
]
