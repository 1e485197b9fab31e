"""The rulebook. A clause's id is its address for good; all else under /rules/<game> has a name of its own."""

from django.urls import include, path

from rulebook import card_views, finder, history_views, views
from rulebook.api import guide
from rulebook.offline import views as offline_views
from rulebook.printing import picture_views

app_name = "rulebook"

urlpatterns = [
    path("", views.home, name="home"),
    path("search", views.search, name="search"),
    path("api", guide.guide, name="api"),
    path("offline/edition.json", offline_views.listed, name="edition"),
    path("offline/<str:name>", offline_views.kept, name="offline"),
    path("manifest.webmanifest", offline_views.manifest, name="manifest"),
    path("", include("rulebook.printing.urls")),
    *(path("", include(module)) for module in finder.modules("rulebook", "urls")),
    path("rules/<slug:game_id>", views.game, name="game"),
    path("rules/<slug:game_id>/picture.png", picture_views.game_picture, name="game_picture"),
    path(
        "rules/<slug:game_id>/cards/<str:card_id>/picture.png",
        picture_views.card_picture,
        name="card_picture",
    ),
    path(
        "rules/<slug:game_id>/<str:clause_id>/picture.png",
        picture_views.clause_picture,
        name="clause_picture",
    ),
    path("rules/<slug:game_id>/cards", card_views.cards, name="cards"),
    path("rules/<slug:game_id>/cards/<str:card_id>", card_views.card, name="card"),
    path("rules/<slug:game_id>/elements", card_views.elements, name="elements"),
    path("rules/<slug:game_id>/element/<str:element_id>", card_views.element, name="element"),
    path("rules/<slug:game_id>/graph", card_views.graph, name="graph"),
    path("rules/<slug:game_id>/glossary", views.glossary, name="glossary"),
    path("rules/<slug:game_id>/term/<str:term_id>", views.term, name="term"),
    path("rules/<slug:game_id>/rulings", views.rulings, name="rulings"),
    path("rules/<slug:game_id>/ruling/<str:ruling_id>", views.ruling, name="ruling"),
    path("rules/<slug:game_id>/reference", views.reference, name="reference"),
    path("rules/<slug:game_id>/figures/<str:figure_id>", views.figure, name="figure"),
    path("rules/<slug:game_id>/setup", views.setup, name="setup"),
    path("rules/<slug:game_id>/boxes", views.choose_boxes, name="boxes"),
    path("rules/<slug:game_id>/changes", views.changes, name="changes"),
    path("rules/<slug:game_id>/changes/<str:said>", views.changes, name="changes_with"),
    path("rules/<slug:game_id>/history", history_views.history, name="history"),
    path("rules/<slug:game_id>/paper/<str:said>", history_views.paper, name="paper"),
    path("rules/<slug:game_id>/all", views.whole, name="print"),
    path("rules/<slug:game_id>/<slug:chapter_id>", views.chapter, name="chapter"),
    path("rules/<slug:game_id>/<str:clause_id>", views.clause, name="clause"),
]
