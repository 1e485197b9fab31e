"""The laboratory and the notebook, at addresses of their own."""

from django.urls import include, path

urlpatterns = [
    path("", include("simulator.games.alchemists.laboratory.urls")),
    path("", include("simulator.games.alchemists.notebook.urls")),
]
