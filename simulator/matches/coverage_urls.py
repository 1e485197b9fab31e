"""The matrix of passages, clauses and cases; before the rulebook's pages, whose chapters look alike."""

from django.urls import path

from simulator.matches import coverage_views

urlpatterns = [path("rules/<slug:game_id>/coverage", coverage_views.coverage, name="coverage")]
