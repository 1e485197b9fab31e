"""The sight checker, where anybody may ask and nothing is kept; and a table's own cards."""

from django.urls import include, path

from simulator.games.wizwar.sight import views

urlpatterns = [
    path("sight/wizwar", views.sight, name="sight"),
    path("", include("simulator.games.wizwar.card_sets.urls")),
]
