"""`/api/v1/`: one address for a thing in both languages, `?lang=` says which. Not below /en/."""

from django.urls import path

from rulebook.api import views
from rulebook.api.kinds import KINDS

app_name = "api"

urlpatterns = [
    path("", views.index, name="index"),
    path("openapi.json", views.openapi, name="openapi"),
    path("games", views.games, name="games"),
    path("games/<str:game_id>", views.game, name="game"),
    *(path(name, views.listed, {"kind": name}, name=name) for name in KINDS),
    *(
        path(f"{name}/<str:game_id>/<str:entry_id>", views.entry, {"kind": name}, name=kind.one)
        for name, kind in KINDS.items()
    ),
    path("history", views.history, name="history"),
    path("search", views.search, name="search"),
    path("<path:rest>", views.nowhere, name="nowhere"),
]
