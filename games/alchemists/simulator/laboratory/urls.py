"""The laboratory. Its address opens nothing by itself: the cookie that a code or a link left does."""

from django.urls import path

from games.alchemists.simulator.laboratory import leader_views, seat_views, views
from games.alchemists.simulator.laboratory.models import GAME
from simulator.matches.views import start

urlpatterns = [
    path("play/alchemists", views.door, name="alchemists_door"),
    path("play/alchemists/new", start, {"game_id": GAME}, name="alchemists_start"),
    path("lab/new", views.new, name="lab_new"),
    path("lab/code", views.code, name="lab_code"),
    path("lab/c/<str:code>", views.by_code, name="lab_by_code"),
    path("lab/l/<str:token>", seat_views.link, name="lab_link"),
    path("lab/leader/<str:token>", leader_views.leader_link, name="lab_leader_link"),
    path("lab/m/<slug:public_id>", views.lab, name="lab"),
    path("lab/m/<slug:public_id>/act", views.act, name="lab_act"),
    path("lab/m/<slug:public_id>/result/<int:n>", views.result, name="lab_result"),
    path("lab/m/<slug:public_id>/show/<int:n>", views.show, name="lab_show"),
    path("lab/m/<slug:public_id>/log", views.log, name="lab_log"),
    path("lab/m/<slug:public_id>/mine", views.mine, name="lab_mine"),
    path("lab/m/<slug:public_id>/reveal", views.reveal, name="lab_reveal"),
    path("lab/m/<slug:public_id>/pour", views.sync_sheet, name="lab_pour"),
    path("lab/m/<slug:public_id>/seats", seat_views.seats, name="lab_seats"),
    path("lab/m/<slug:public_id>/take", seat_views.take, name="lab_take"),
    path("lab/m/<slug:public_id>/free", seat_views.free, name="lab_free"),
    path("lab/m/<slug:public_id>/host", seat_views.host, name="lab_host"),
    path("lab/m/<slug:public_id>/leader", leader_views.leader, name="lab_leader"),
    path("lab/m/<slug:public_id>/leader.pdf", leader_views.leader_pdf, name="lab_leader_pdf"),
    path("lab/m/<slug:public_id>/invite", leader_views.invite, name="lab_invite"),
]
