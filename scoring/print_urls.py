"""Score sheets as PDF: blank ones of a game, alone or with what else an evening needs, and a live one.

They come before the other patterns.
"""

from django.urls import path

from scoring import print_views

urlpatterns = [
    path("print/<slug:game_id>/sheet.pdf", print_views.blank_pdf, name="blank_pdf"),
    path("print/<slug:game_id>/evening.pdf", print_views.evening_pdf, name="evening_pdf"),
    path("score/s/<slug:public_id>/export.pdf", print_views.sheet_pdf, name="sheet_pdf"),
]
