"""Score sheets. A sheet's address opens nothing by itself: the cookie that a link left does."""

from django.urls import include, path

from rulebook import finder
from scoring import failing, give_views, join_views, people_views, picture_views, views

app_name = "scoring"

urlpatterns = [
    path("", include("scoring.print_urls")),
    *(path("", include(module)) for module in finder.modules("scoring", "urls")),
    path("join", join_views.join, name="join"),
    path("evenings", views.ours, name="ours"),
    path("score/recent", views.recent, name="recent"),
    path("score/l/<str:token>.png", picture_views.link_picture, name="link_picture"),
    path("score/l/<str:token>", views.link, name="link"),
    path("score/s/<slug:public_id>", views.sheet, name="sheet"),
    path("score/s/<slug:public_id>/entries", views.entries, name="entries"),
    path("score/s/<slug:public_id>/entries.json", failing.entries_json, name="entries_json"),
    path("score/s/<slug:public_id>/undo", views.undo, name="undo"),
    path("score/s/<slug:public_id>/finish", views.finish, name="finish"),
    path("score/s/<slug:public_id>/totals", views.totals, name="totals"),
    path("score/s/<slug:public_id>/history", views.history, name="history"),
    path("score/s/<slug:public_id>/people", people_views.people, name="people"),
    path("score/s/<slug:public_id>/share", views.share, name="share"),
    path("score/s/<slug:public_id>/bgstats", views.bg_stats, name="bg_stats"),
    path("score/s/<slug:public_id>/links", views.links, name="links"),
    path("score/s/<slug:public_id>/picture.png", picture_views.picture, name="picture"),
    path("score/s/<slug:public_id>/export.<str:kind>", views.export, name="export"),
    path("score/s/<slug:public_id>/give.json", give_views.to_give, name="to_give"),
    path("score/<slug:game_id>/give", give_views.give, name="give_sheet"),
    path("score/<slug:game_id>", views.start, name="start"),
]
