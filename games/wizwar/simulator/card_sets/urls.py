"""Pages of a table's own cards: anybody may enter a set, and whoever has its address may read it."""

from django.urls import path

from games.wizwar.simulator.card_sets import views

urlpatterns = [
    path("cards/wizwar", views.enter, name="card_sets"),
    path("cards/wizwar/<str:key>", views.card_set, name="card_set"),
    path("cards/wizwar/<str:key>/file", views.as_file, name="card_set_file"),
    path("cards/wizwar/<str:key>/sheet", views.sheet, name="card_set_sheet"),
    path("cards/wizwar/<str:key>/pdf", views.as_pdf, name="card_set_pdf"),
    path("cards/wizwar/<str:key>/<slug:kind>.pdf", views.as_pdf, name="card_set_print"),
]
