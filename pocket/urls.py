"""The page that the pocket is taken from."""

from django.urls import path

from pocket import views

app_name = "pocket"

urlpatterns = [path("pocket", views.page, name="page")]
