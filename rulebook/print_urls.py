"""Printing: the menu of a game and its PDF files. Score sheets are printed by the scoring app."""

from django.urls import path

from rulebook import print_views

urlpatterns = [
    path("print/<slug:game_id>", print_views.print_menu, name="print_menu"),
    path("print/<slug:game_id>/<slug:kind>.pdf", print_views.print_pdf, name="print_pdf"),
]
