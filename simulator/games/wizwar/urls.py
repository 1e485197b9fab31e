"""The sight checker: anybody may ask, nothing is kept."""

from django.urls import path

from simulator.games.wizwar.sight import views

urlpatterns = [path("sight/wizwar", views.sight, name="sight")]
