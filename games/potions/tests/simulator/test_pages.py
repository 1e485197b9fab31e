"""The table of «Зельеварение»: moves choice by choice, what others see of them, refusals, the editor."""

import json
import re

import pytest
from django.test import Client

from games.potions.tests.simulator.positions import EDITOR, TABLE
from rulebook.content import reading
from rulebook.content.typography import NO_BREAK, typeset
from scoring.models import Sheet
from simulator.engine import sharing
from simulator.game import engine_of
from simulator.models import Match
from tests.simulator.test_pages_secrets import page_of, phone_of
from tests.simulator.test_pages_table import HTMX, lay, lift, replay, run, seat_at, send, shown_codes, start

pytestmark = pytest.mark.django_db
POTIONS = engine_of("potions")

OMEN = "assemble great_elixir_of_omen"


def begin(client: Client, *kinds: str, **fields: str) -> Match:
    return start(client, *kinds, game="potions", **fields)


def laid(client: Client, *kinds: str, **changes: object) -> Match:
    """A match with the cards as in `TABLE`, with `changes`; А is here, the others have phones if not said."""
    match = begin(client, *(kinds or ("here", "phone", "phone")))
    lay(match, POTIONS.decode({**TABLE, **changes}))
    return match


def sent(phone: Client, match: Match, *moves: str, seat: int = 0) -> None:
    """All these moves are made."""
    for move in moves:
        response = send(phone, match, seat, move)
        assert response.status_code == 302, (move, response.content.decode())


def refusal(phone: Client, match: Match, seat: int, move: str) -> str:
    """What a move is answered by that the rules forbid."""
    response = send(phone, match, seat, move, **HTMX)
    assert response.status_code == 422, move
    return response.content.decode().replace("\xa0", " ")


# Starting


def test_a_match_is_started_with_its_options(client: Client) -> None:
    match = begin(client, "here", "greedy", **{"option-first_player": "2", "option-spell_follow_up": "must"})
    state = replay(match).state
    assert state.first == 1
    assert state.options.spell_follow_up == "must"


def test_a_seventh_player_is_refused_with_the_clause(client: Client) -> None:
    """setup.players: two to six."""
    record = {"game": "potions", "rules": POTIONS.rules, "config": {"players": 7}, "seed": 1, "moves": []}
    response = client.post("/play/potions/record", {"record": json.dumps(record)})
    assert response.status_code == 422
    assert "/rules/potions/setup.players" in response.content.decode()
    assert Match.objects.count() == 0


def test_a_seventh_player_in_the_editor_is_refused_with_the_clause(client: Client) -> None:
    """setup.players: two to six."""
    response = client.post("/play/potions/position", {"name": list("АБВГДЕЖ"), "hand": ["Дракон"]})
    assert response.status_code == 422
    assert "/rules/potions/setup.players" in response.content.decode()


def test_the_page_speaks_of_a_game_and_not_of_its_one_round(client: Client) -> None:
    match = begin(client, "here", "greedy")
    assert "раунд" not in client.get(match.get_absolute_url()).content.decode().lower()


# What the hand says


def test_each_card_in_hand_says_whether_it_can_be_assembled_and_what_is_missing(client: Client) -> None:
    """assemble.all: every ingredient must be on the table."""
    match = laid(client)
    page = page_of(client, match)
    assert re.search(r"Сейчас можно собрать:\s*<b>Великий эликсир предзнаменования</b>", page)
    assert re.search(r"<b>Эликсир огня</b> ?<span[^>]*>· не хватает: Огненный свет<", page)


def test_a_button_says_who_else_gets_points(client: Client) -> None:
    """assemble.half: В gives its recipe in any case, whether Б does is chosen later."""
    page = page_of(client, laid(client))
    button = re.search(rf'value="{OMEN}">(.*?)</button>', page, re.S)[1]
    assert "Собрать: 6 очков" in button.replace(NO_BREAK, " "), "the card's name stands above its keys"
    assert "В +3" in button
    assert "Б +3" not in button
    assert "выберете дальше" in button


def test_a_button_promises_nobody_a_half_for_a_recipe_of_ones_own(client: Client) -> None:
    """assemble.half: the owner of a used recipe gets half of the points, but nobody does for his own."""
    own = [*TABLE["tables"]["А"], *TABLE["tables"]["В"]]
    page = page_of(client, laid(client, tables={"А": own}))
    button = re.search(rf'value="{OMEN}">(.*?)</button>', page, re.S)[1]
    assert "+3" not in button


# A move choice by choice


def test_every_choice_says_what_is_chosen_and_what_is_asked(client: Client) -> None:
    match = laid(client)
    first = send(client, match, 0, OMEN, **HTMX).content.decode()
    assert "Собираете: Великий эликсир предзнаменования" in first
    assert "Что взять: Раствор вечности?" in first
    second = send(client, match, 0, "use solution_of_eternity 1", **HTMX).content.decode()
    assert "Раствор вечности, А" in second
    assert "Настой прорицания, В" in second
    assert 'value="lay elixir_of_fidelity"' in second
    assert 'value="lay powder_of_truth"' in second
    send(client, match, 0, "lay powder_of_truth")
    state = replay(match).state
    assert state.scores == (44, 0, 3)
    assert state.agenda[-1].seat == 1


def test_nothing_of_an_unfinished_move_reaches_another_seat(client: Client) -> None:
    """turn.open: what is laid is open, and nothing is laid before the whole move is made."""
    match = laid(client)
    phone = seat_at(client, match, 1)
    watcher = Client()
    watcher.get(f"/play/l/{match.viewer_token}")
    version = Match.objects.get(pk=match.pk).version
    paths = ("", "?ply=0", "/log", "/view.json", "/share", "?v=0")
    seen = [(phone, path) for path in paths] + [(watcher, path) for path in ("", "/view.json")]
    before = [page_of(eyes, match, path) for eyes, path in seen]
    sent(client, match, OMEN, "use solution_of_eternity 1")
    assert replay(match).ply == 2
    assert [page_of(eyes, match, path) for eyes, path in seen] == before
    for eyes in (phone, watcher):
        assert eyes.get(f"{match.get_absolute_url()}?v={version}").status_code == 204
        assert eyes.get(f"{match.get_absolute_url()}?ply=1").status_code == 404
        assert eyes.get(f"{match.get_absolute_url()}/view.json?ply=2").status_code == 404
    refused = send(phone, match, 1, "element dragon", ply=0)
    assert refused.status_code == 422
    assert "/rules/potions/turn.order" in refused.content.decode()
    branch = phone.post(f"{match.get_absolute_url()}/fork", {"ply": 0})
    made = Match.objects.get(public_id=branch.url.rsplit("/", 1)[-1])
    assert not POTIONS.view(replay(made).state, 0).agenda[1:]
    shared = phone.get(f"{match.get_absolute_url()}/position").url
    assert "great_elixir_of_omen" not in json.dumps(sharing.unpack(shared.split("?p=")[1].partition("&")[0]))


def test_the_whole_move_is_one_step_through_the_match(client: Client) -> None:
    match = laid(client)
    phone = seat_at(client, match, 1)
    sent(client, match, OMEN, "use solution_of_eternity 1", "lay powder_of_truth")
    assert phone.get(f"{match.get_absolute_url()}?v=1").status_code == 200
    page = page_of(phone, match)
    assert re.search(r"1 / 1<", page)
    assert 'rel="prev" href="' + match.get_absolute_url() + '?ply=0"' in page
    assert typeset("Было: ход 0 из 1") in page_of(phone, match, "?ply=0")


def test_looking_back_shows_the_cards_that_one_held_and_nobody_elses(client: Client) -> None:
    match = laid(client)
    sent(client, match, OMEN, "use solution_of_eternity 1", "lay powder_of_truth")
    page = page_of(client, match, "?ply=0")
    hand = re.search(r"На руке:</span> ([^<]*)<", page)
    assert hand is not None
    assert "Великий эликсир предзнаменования" in hand[1]
    assert page.count("На руке:") == 1
    assert "На руке:" not in page_of(client, match)


def test_the_newest_move_stands_above_the_cupboard(client: Client) -> None:
    match = laid(client)
    assert '<div class="at-last"></div>' in page_of(client, match), "its place: no board jumps"
    send(client, match, 0, "element elixir_of_fire")
    page = page_of(client, match)
    newest = page[page.index('class="at-last"') : page.index('class="stacks"')]
    assert "Вы " + typeset("кладёте в шкаф «Эликсир огня»") in newest


def test_choices_are_taken_back_one_by_one_though_others_have_phones(client: Client) -> None:
    match = laid(client)
    sent(client, match, OMEN, "use solution_of_eternity 1")
    for ply in (2, 1):
        assert "Выбрать иначе" in page_of(client, match)
        assert client.post(f"{match.get_absolute_url()}/undo", {"ply": ply}).status_code == 302
    assert replay(match).ply == 0
    sent(client, match, OMEN, "use solution_of_eternity 2")
    refused = client.post(f"{match.get_absolute_url()}/undo", {"ply": 2})
    assert refused.status_code == 422
    assert "увидел другой" in refused.content.decode()


def test_another_card_is_refused_until_the_move_is_finished(client: Client) -> None:
    match = laid(client)
    send(client, match, 0, OMEN)
    refused = refusal(client, match, 0, "element elixir_of_fire")
    assert "/rules/potions/turn.play" in refused
    assert "Что взять: Раствор вечности?" in refused


def test_destruction_proposes_the_recipe_itself(client: Client) -> None:
    """destruction.keep, potions-30: one card may stay, or none; the recipe itself comes first."""
    match = laid(client)
    page = send(client, match, 0, "cast spell_of_destruction:snake_eye", **HTMX).content.decode()
    kept = re.findall(r'value="keep (\w+)"', page)
    assert kept[0] == "solution_of_eternity"
    assert kept[-1] == "none"
    assert set(kept[1:-1]) == {"elixir_of_fidelity", "warding_solution"}


def test_an_answer_to_a_later_question_is_refused_and_changes_nothing(client: Client) -> None:
    """turn.play: a page that lags behind, or a hand-made request, orders cards before one is kept."""
    match = laid(client)
    send(client, match, 0, "cast spell_of_destruction:snake_eye")
    assert "/rules/potions/turn.play" in refusal(client, match, 0, "lay solution_of_eternity")
    assert replay(match).ply == 1


def test_after_a_spell_no_further_card_has_to_be_played(client: Client) -> None:
    """spell.further: one may stop."""
    match = laid(client)
    assert 'value="pass"' not in page_of(client, match)
    sent(client, match, "cast spell_of_knowledge:mushrooms", "take elixir_of_knowledge")
    assert 'name="move" value="pass"' in page_of(client, match)
    send(client, match, 0, "pass")
    assert replay(match).to_act == (1,)


def test_a_card_that_everybody_saw_going_into_a_hand_is_shown(client: Client) -> None:
    """knowledge.take: the recipe that was taken is known to all."""
    match = laid(client)
    phone = seat_at(client, match, 1)
    sent(client, match, "cast spell_of_knowledge:mushrooms", "take elixir_of_knowledge")
    page = page_of(phone, match)
    assert re.search(r"На руке, все видели:</span>\s*Эликсир знания", page)
    assert "Великий эликсир предзнаменования" not in page


def test_the_page_has_a_button_for_each_card_in_hand(client: Client) -> None:
    match = begin(client, "here", "phone", "phone")
    run(match, 30)
    for place in (0, 1, None):
        hand = replay(match).seen_by(place).state.hands[place] if place is not None else []
        assert shown_codes(page_of(phone_of(client, match, place), match)) == sorted(hand)


def test_the_curtain_falls_between_two_people_but_not_within_a_move(client: Client) -> None:
    match = laid(client, "here", "here", "greedy")
    assert "Передайте телефон" in page_of(client, match)
    assert not shown_codes(page_of(client, match))
    lift(client, match)
    send(client, match, 0, OMEN)
    assert "Что взять: Раствор вечности?" in page_of(client, match)
    send(client, match, 0, "use solution_of_eternity 2")
    assert "Передайте телефон" in page_of(client, match)
    assert not shown_codes(page_of(client, match))


# Bots, hints, branches


def test_a_bot_makes_its_whole_move_at_once(client: Client) -> None:
    hands = {"А": "great_elixir_of_omen", "Б": "dragon basilisk"}
    match = laid(client, "greedy", "here", "here", hands=hands)
    assert client.post(f"{match.get_absolute_url()}/bot", {"ply": 0}).status_code == 302
    now = replay(match)
    assert now.ply > 1
    assert now.settled == [0, now.ply]
    assert now.to_act == (1,)


def test_a_bot_finishes_what_somebody_who_left_had_begun(client: Client) -> None:
    match = laid(client, turn="А")
    send(client, match, 0, OMEN)
    client.post(f"{match.get_absolute_url()}/seat", {"seat": 0, "kind": "greedy"})
    assert client.post(f"{match.get_absolute_url()}/bot", {"ply": 0}).status_code == 302
    assert replay(match).to_act == (1,)


def test_a_hint_tells_the_expected_difference_of_every_legal_move(client: Client) -> None:
    match = laid(client, "here", "greedy", "greedy")
    page = client.post(f"{match.get_absolute_url()}/hint", {"ply": 0}).content.decode()
    assert page.count('class="scale"') == len(POTIONS.legal_moves(replay(match).state, 0))
    assert re.search(r"[+−]\d+,\d\u00a0±\u00a0\d,\d", page)
    assert typeset("Больше — лучше") in page
    assert "штраф" not in page


def test_a_branch_within_a_move_goes_on_from_the_same_question(client: Client) -> None:
    match = laid(client)
    send(client, match, 0, OMEN)
    response = client.post(f"{match.get_absolute_url()}/fork", {"ply": 1})
    branch = Match.objects.get(public_id=response.url.rsplit("/", 1)[-1])
    assert "Что взять: Раствор вечности?" in page_of(client, branch)
    assert branch.seats.get(place=1).kind == "search"


# The end


def test_the_end_explains_every_point_with_its_clause(client: Client) -> None:
    match = begin(client, "here", "greedy", "greedy")
    run(match)
    page = page_of(client, match)
    assert "Партия окончена" in page
    for clause in ("element.new", "assemble.points", "assemble.half"):
        assert f"/rules/potions/{clause}" in page
    record = client.get(f"{match.get_absolute_url()}/record.json").content.decode()
    client.post("/play/potions/record", {"record": record})
    again = Match.objects.exclude(pk=match.pk).get()
    assert replay(again).state == replay(match).state


def test_a_finished_game_is_poured_into_a_sheet_with_the_same_points(client: Client) -> None:
    match = begin(client, "here", "greedy", "greedy")
    assert client.post(f"{match.get_absolute_url()}/pour").status_code == 422
    run(match)
    first = client.post(f"{match.get_absolute_url()}/pour")
    again = client.post(f"{match.get_absolute_url()}/pour")
    assert first.url == again.url
    sheet = Sheet.objects.get()
    assert sheet.finished
    assert sheet.names() == ["А", "Б", "В"]
    assert tuple(sheet.fold().totals) == replay(match).state.scores


def test_a_play_taken_back_leaves_the_sheet_again(client: Client) -> None:
    """What was poured follows the table, until somebody writes over it."""
    match = laid(client, "here", "greedy", "greedy")
    url = match.get_absolute_url()
    for text in ("element elixir_of_fire", "element great_elixir_of_omen"):
        sent(client, match, text)
        client.post(f"{url}/pour")
        assert Sheet.objects.get().fold().totals == replay(match).state.scores
        assert [play.play for play in Sheet.objects.get().fold().plays] == list(replay(match).state.history)
        assert client.post(f"{url}/undo", {"ply": 1}).status_code == 302


def test_a_program_reads_the_names_of_the_players_in_a_refusal(client: Client) -> None:
    """destruction.own: whose recipe it is."""
    match = laid(client, "here", "greedy", "greedy", tables={"А": ["love_potion"], "Б": ["unicorn"]})
    send(client, match, 0, "cast spell_of_destruction:snake_eye")
    body = json.dumps({"seat": 0, "ply": replay(match).ply, "move": "target unicorn"})
    refused = client.post(f"{match.get_absolute_url()}/move", body, content_type="application/json")
    assert refused.status_code == 422
    assert typeset("его хозяин — Б") in refused.json()["message"]


# The editor


def edited(client: Client, **changes: object) -> dict:
    """The position of the editor's form."""
    response = client.post("/play/potions/position", {**EDITOR.fields, **changes})
    assert response.status_code == 302, response.content.decode()
    return sharing.unpack(response.url.split("?p=")[1])


def test_cards_are_typed_by_name_or_by_the_beginnings_of_its_words(client: Client) -> None:
    position = edited(client, table=["Порошок истины", ""])
    assert position["hands"] == {
        "Оля": "dragon powder_of_fate elixir_of_wisdom:astral_energy",
        "Саша": 3,
    }
    assert position["tables"] == {"Оля": ["powder_of_truth"]}
    assert position["scores"] == {"Оля": 12}


def test_an_element_in_the_cupboard_stands_for_a_card_that_carries_it(client: Client) -> None:
    position = edited(client)
    griffin, mandrake, spell = position["cupboard"].split()
    assert griffin == "griffin"
    card, copies = reading.load("potions").copies_by_code[mandrake]
    assert card.ingredients, "a spell, though none was named"
    assert copies.elements == ("mandrake",)
    assert spell == "spell_of_knowledge:belladonna"


# Examples


def test_an_example_ends_with_the_hand_of_whoever_moved(client: Client) -> None:
    """assemble.points: after the first turn of the rulebook's example the player keeps four cards."""
    page = client.get("/play/potions/example/example-turn-1?step=2", **HTMX).content.decode()
    hand = page[page.index('class="scene-hand"') :]
    assert "Игрок, на руке:" in hand
    assert "Огненная саламандра" in hand


def test_an_example_tells_a_choice_that_has_changed_nothing_yet(client: Client) -> None:
    """return.order: the first choice of «chosen-order» only begins to assemble."""
    page = client.get("/play/potions/example/chosen-order?step=1", **HTMX).content.decode()
    assert "Оля: Собрать" in page
