"""The page that the pocket is taken from, and what shows moves at once (`pocket.ahead`)."""

from django.urls import path

from pocket import views

app_name = "pocket"

urlpatterns = [
    path("pocket", views.page, name="page"),
    path("pocket-ahead", views.moved, name="ahead"),
    path("play/m/<str:public_id>/ahead", views.known, name="known"),
]
