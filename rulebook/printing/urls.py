"""Printing: the menu of a game and its PDF files. Score sheets are printed by the scoring app."""

from django.urls import path

from rulebook.printing import views

urlpatterns = [
    path("printing/<slug:name>", views.print_ready, name="print_ready"),
    path("print/<slug:game_id>", views.print_menu, name="print_menu"),
    path("print/<slug:game_id>/<slug:kind>/<slug:digest>.png", views.first_page, name="first_page"),
    path("print/<slug:game_id>/<slug:kind>.pdf", views.print_pdf, name="print_pdf"),
]
