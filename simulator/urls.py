"""The table. A match's address opens nothing by itself: the cookie that a link left does."""

from django.urls import include, path

from rulebook import finder
from simulator.matches import (
    about,
    deal_views,
    editor,
    ended_views,
    example,
    hint_views,
    lesson_views,
    record_views,
    review_views,
    seat_views,
    shared,
    speech,
    views,
)

app_name = "simulator"

urlpatterns = [
    path("", include("simulator.matches.coverage_urls")),
    *(path("", include(module)) for module in finder.modules("simulator", "urls")),
    path("play/recent", views.recent, name="recent"),
    path("play/l/<str:token>", seat_views.link, name="link"),
    path("play/m/<slug:public_id>", views.match, name="match"),
    path("play/m/<slug:public_id>/move", views.move, name="move"),
    path("play/m/<slug:public_id>/bot", views.bot, name="bot"),
    path("play/m/<slug:public_id>/lift", views.unlock_device, name="lift"),
    path("play/m/<slug:public_id>/undo", views.undo, name="undo"),
    path("play/m/<slug:public_id>/hint", hint_views.hint, name="hint"),
    path("play/m/<slug:public_id>/hint/more", hint_views.hint_more, name="hint_more"),
    path("play/m/<slug:public_id>/fork", views.fork, name="fork"),
    path("play/m/<slug:public_id>/seat", seat_views.replace_with_bot, name="hand_over"),
    path("play/m/<slug:public_id>/link", seat_views.renew, name="renew"),
    path("play/m/<slug:public_id>/pour", views.sync_sheet, name="pour"),
    path("play/m/<slug:public_id>/again", ended_views.again, name="again"),
    path("play/m/<slug:public_id>/picture.png", ended_views.picture, name="picture"),
    path("play/m/<slug:public_id>/review", review_views.review, name="review"),
    path("play/m/<slug:public_id>/review/<int:ply>", review_views.find_better, name="review_try"),
    path("play/m/<slug:public_id>/log", views.log, name="log"),
    path("play/m/<slug:public_id>/about", about.about, name="about"),
    path("play/m/<slug:public_id>/speech", speech.speech, name="speech"),
    path("play/m/<slug:public_id>/share", seat_views.share, name="share"),
    path("play/m/<slug:public_id>/deal", deal_views.dealing, name="deal"),
    path("play/m/<slug:public_id>/position", views.position_of, name="match_position"),
    path("play/m/<slug:public_id>/view.json", record_views.view_json, name="view_json"),
    path("play/m/<slug:public_id>/record.json", record_views.record_json, name="record_json"),
    path("play/m/<slug:public_id>/give.json", record_views.to_give, name="to_give"),
    path("play/<slug:game_id>", views.start, name="start"),
    path("play/<slug:game_id>/position", shared.position, name="position"),
    path("play/<slug:game_id>/position/edit", editor.edit, name="position_editor"),
    path("play/<slug:game_id>/record", record_views.open_record, name="open_record"),
    path("play/<slug:game_id>/puzzle", lesson_views.puzzle, name="puzzle"),
    path("play/<slug:game_id>/lesson", lesson_views.lessons, name="lessons"),
    path("play/<slug:game_id>/lesson/<slug:lesson_id>", lesson_views.lesson, name="lesson"),
    path("play/<slug:game_id>/lesson/<slug:lesson_id>/free", lesson_views.free_game, name="lesson_free"),
    path("play/<slug:game_id>/lesson/<slug:lesson_id>/<slug:step_id>", lesson_views.step, name="lesson_step"),
    path("play/<slug:game_id>/example/<str:case_id>", example.example, name="example"),
]
