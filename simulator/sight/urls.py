"""The sight checker: anybody may ask, nothing is kept."""

from django.urls import path

from simulator.sight import views

urlpatterns = [path("sight/wizwar", views.sight, name="sight")]
