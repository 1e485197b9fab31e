"""The sight checker, where anybody may ask and nothing is kept; and a table's own cards."""

from django.urls import include, path

from games.wizwar.simulator.sight import views

urlpatterns = [
    path("sight/wizwar", views.sight, name="sight"),
    path("", include("games.wizwar.simulator.card_sets.urls")),
]
