"""The notebook. Its address opens nothing by itself: the cookie that its link left does."""

from django.urls import path

from games.alchemists.simulator.notebook import table_views, views

urlpatterns = [
    path("play/m/<slug:public_id>/notebook/<int:ply>", table_views.notebook, name="match_notebook"),
    path("play/m/<slug:public_id>/advice/<slug:topic>", table_views.advice, name="match_advice"),
    path("notebook/", views.start, name="notebook_start"),
    path("notebook/l/<str:token>", views.link, name="notebook_link"),
    path("notebook/lab/<slug:public_id>/<int:place>", views.of_seat, name="notebook_lab"),
    path("notebook/n/<slug:public_id>", views.notebook, name="notebook"),
    path("notebook/n/<slug:public_id>/note", views.note, name="notebook_note"),
    path("notebook/n/<slug:public_id>/remove", views.take_back, views.TAKE_BACK, name="notebook_remove"),
    path("notebook/n/<slug:public_id>/restore", views.take_back, views.PUT_BACK, name="notebook_restore"),
    path("notebook/n/<slug:public_id>/advice/<slug:topic>", views.advice, name="notebook_advice"),
    path("notebook/n/<slug:public_id>/ask/<slug:topic>", views.ask, name="notebook_ask"),
    path("notebook/n/<slug:public_id>/share", views.share, name="notebook_share"),
    path("notebook/n/<slug:public_id>/print", views.printed, name="notebook_print"),
    path("notebook/n/<slug:public_id>/open", views.lift_curtain, name="notebook_open"),
    path("notebook/n/<slug:public_id>/hide", views.hide, name="notebook_hide"),
]
