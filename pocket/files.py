"""The addresses of an edition: they never change, whatever the language."""

from django.urls import path

from pocket import views

app_name = "pocket_files"

urlpatterns = [
    path("list.json", views.listed, name="list"),
    path("<slug:edition>/<str:name>", views.kept, name="file"),
]
