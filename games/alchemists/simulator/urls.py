"""The laboratory and the notebook, at addresses of their own."""

from django.urls import include, path

urlpatterns = [
    path("", include("games.alchemists.simulator.laboratory.urls")),
    path("", include("games.alchemists.simulator.notebook.urls")),
]
