"""A deal that nobody chooses: shares of all seats, a commitment before them, a proof after the end."""

import hashlib
import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from simulator.engine import dealing, proof
from simulator.game import engine_of, played_games
from simulator.matches import deal, play
from simulator.models import Match
from tests.daily import daily
from tests.simulator.test_pages_table import replay, run, start
from tests.simulator.test_seats import link_of, text

pytestmark = pytest.mark.django_db
SHARE = "0123456789abcdef" * 2
LONGEST = 20_000  # plies; wizards who go at random take some thousands


def begun(client: Client, *kinds: str, game: str = "poison") -> Match:
    """A match without a seed of the host's choosing."""
    return start(client, *kinds, game=game, seed="")


def add(client: Client, match: Match, **fields: str) -> int:
    status = client.post(f"{match.get_absolute_url()}/deal", fields).status_code
    match.refresh_from_db()
    return status


def finished(client: Client, game: str = "poison", bot: str = "greedy") -> Match:
    match = begun(client, "here", "random", "random", game=game)
    add(client, match, **{"share-0": SHARE})
    run(match, LONGEST, bot=bot)
    assert match.finished
    return match


def record_of(client: Client, match: Match) -> str:
    return text(client, f"{match.get_absolute_url()}/record.json")


def test_a_seed_is_mixed_by_sums_that_anybody_can_do() -> None:
    """Promised to readers of saved records: SHA-256 of the parts with colons between them."""
    parts = ["5", "ab" * 16, SHARE]
    whole = hashlib.sha256(":".join(parts).encode()).hexdigest()
    assert dealing.mixed(5, "ab" * 16, [SHARE]) == int(whole[:16], 16) >> 1
    assert dealing.commitment(5, "ab" * 16) == hashlib.sha256(":".join(parts[:2]).encode()).hexdigest()


def test_the_table_leads_to_the_proof_of_its_deal_and_shows_no_digits_of_it(client: Client) -> None:
    """sheets.md (b) 16: fingerprints are out of players' sight."""
    match = begun(client, "here", "greedy", "greedy")
    add(client, match, **{"share-0": SHARE})
    page = text(client, match.get_absolute_url())
    assert f'href="{match.get_absolute_url()}/deal"' in page
    assert match.commitment[:8] not in page


def test_cards_are_dealt_once_every_seat_has_added_its_share(client: Client) -> None:
    match = begun(client, "here", "phone", "greedy")
    assert not match.is_dealt
    page = text(client, match.get_absolute_url())
    assert match.commitment in page
    assert link_of(match, 1) in page
    assert add(client, match, **{"share-0": SHARE}) == 302
    assert not match.is_dealt
    phone = Client()
    assert match.commitment in text(phone, link_of(match, 1))
    phone.post(link_of(match, 1), {"share": SHARE[::-1]})
    match.refresh_from_db()
    seats = list(match.seats.all())
    assert [seat.share_by for seat in seats] == ["phone", "phone", "bot"]
    assert [seat.share for seat in seats[:2]] == [SHARE, SHARE[::-1]]
    shares = [seat.share for seat in seats]
    assert int(match.seed) == dealing.mixed(int(match.drawn), match.salt, shares)
    opening = replay(match).steps[0].state
    assert opening == engine_of("poison").new_game(match.config, int(match.seed)).state
    assert 'id="table"' in text(phone, match.get_absolute_url())


def test_before_the_deal_nothing_can_be_done_but_wait(client: Client) -> None:
    match = begun(client, "here", "phone", "greedy")
    url = match.get_absolute_url()
    for address in ("log", "view.json", "position"):
        assert client.get(f"{url}/{address}").status_code == 409
    for address, fields in (("move", {"seat": 0, "ply": 0}), ("bot", {"ply": 0}), ("undo", {"ply": 1})):
        assert client.post(f"{url}/{address}", fields).status_code == 409
    assert client.get(f"{url}/record.json").status_code == 403
    assert client.get(f"{url}/share").url == url
    assert client.get(f"{url}?v={match.version}&gathering=1").status_code == 204
    assert client.get(f"{url}?v=0&gathering=1").status_code == 200


def test_who_waits_is_shown_the_table_once_all_are_there(client: Client) -> None:
    match = begun(client, "here", "greedy", "greedy")
    add(client, match, **{"share-0": SHARE})
    url = f"{match.get_absolute_url()}?v=1&gathering=1"
    assert client.get(url).url == match.get_absolute_url()
    assert client.get(url, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_the_server_has_nothing_left_to_choose_once_it_is_bound(client: Client) -> None:
    """Whatever no phone draws follows from the number of the commitment: whoever runs the server could have
    tried shares for bots until the cards suited.
    """
    match = begun(client, "here", "phone", "greedy")
    number, salt = int(match.drawn), match.salt
    assert match.seats.get(place=2).share == dealing.bound_share(number, salt, 2)
    add(client, match, **{"share-0": SHARE})
    add(client, match, do="all")
    late = match.seats.get(place=1)
    assert (late.share, late.share_by) == (dealing.bound_share(number, salt, 1), "server")
    promised = hashlib.sha256(f"{number}:{salt}:1".encode()).hexdigest()[:32]
    assert late.share == promised, "readers of saved records do these sums, too"


def test_what_is_promised_of_the_deal_says_who_could_still_choose(client: Client) -> None:
    match = begun(client, "here", "phone", "greedy")
    said = "мог бы только игрок, который сам держит этот сервер"
    for who, address in ((client, match.get_absolute_url()), (Client(), link_of(match, 1))):
        assert said in text(who, address)


def test_without_scripts_the_cards_are_dealt_by_one_button(client: Client) -> None:
    """A browser that draws no share asks for none, and its page doesn't run away from who reads it."""
    match = begun(client, "here", "greedy", "greedy")
    page = text(client, match.get_absolute_url())
    assert "Раздать карты</button></noscript>" in page
    assert "доли ещё нет" in page
    assert "http-equiv" not in page
    assert client.post(f"{match.get_absolute_url()}/deal").url == match.get_absolute_url()
    assert 'id="table"' in text(client, match.get_absolute_url())


def test_without_scripts_who_has_pressed_waits_for_the_others(client: Client) -> None:
    match = begun(client, "here", "phone", "greedy")
    add(client, match, **{"share-0": ""})
    assert '<noscript><meta http-equiv="refresh"' in text(client, match.get_absolute_url())
    assert Client().post(link_of(match, 1)).status_code == 302
    assert 'id="table"' in text(client, match.get_absolute_url())


def test_the_server_answers_for_those_who_cannot_or_do_not_come_and_says_so(client: Client) -> None:
    """A browser without script, a share that makes no sense, somebody who isn't waited for."""
    match = begun(client, "here", "phone", "phone")
    stranger, phone = Client(), Client()
    assert add(stranger, match, do="all") == 403
    phone.post(link_of(match, 1), {"share": "<script>"})
    assert add(phone, match, do="all") == 403
    assert add(client, match, do="all") == 302
    assert [seat.share_by for seat in match.seats.all()] == ["server"] * 3
    assert match.is_dealt
    assert text(client, f"{match.get_absolute_url()}/deal").count("доля следует из числа сервера") == 3
    late = Client()
    assert late.post(link_of(match, 2), {"share": SHARE}).status_code == 302
    assert match.seats.get(place=2).share_by == "server"


def test_a_share_stands_and_a_renewed_seat_gives_another(client: Client) -> None:
    match = begun(client, "here", "phone", "phone")
    add(client, match, **{"share-0": SHARE})
    add(client, match, **{"share-0": SHARE[::-1]})
    assert match.seats.get(place=0).share == SHARE
    url, phone = match.get_absolute_url(), Client()
    renews = f'action="{url}/link"'
    assert renews not in text(client, url), "nobody has sat down yet"
    phone.post(link_of(match, 1), {"share": SHARE})
    assert renews in text(client, url), "if somebody else sat down, the host needn't wait for the cards"
    assert renews not in text(phone, url)
    client.post(f"{url}/link", {"seat": 1})
    assert match.seats.get(place=1).share == ""
    client.post(f"{match.get_absolute_url()}/seat", {"seat": 1})
    assert match.seats.get(place=1).share_by == "bot"


def test_nothing_of_the_deal_leaks_before_the_end(client: Client) -> None:
    match = begun(client, "here", "phone", "greedy")
    add(client, match, **{"share-0": SHARE})
    phone = Client()
    phone.post(link_of(match, 1), {"share": SHARE[::-1]})
    match.refresh_from_db()
    run(match, 3)
    url = match.get_absolute_url()
    secrets = [match.seed, match.drawn, match.salt, *(seat.share for seat in match.seats.all())]
    for who in (client, phone):
        for address in (url, f"{url}/deal", f"{url}/share", f"{url}/log", f"{url}/view.json"):
            shown = text(who, address)
            assert not any(secret in shown for secret in secrets), address
    assert match.commitment in text(phone, f"{url}/deal")


@pytest.mark.parametrize("game", daily(played_games(), ["alchemists", "poison"]))
def test_a_finished_match_proves_its_deal(client: Client, game: str) -> None:
    """Issue 16: «every finished match verifies», here one at random of every game."""
    match = finished(client, game, "random")
    shown = text(client, f"{match.get_absolute_url()}/deal")
    assert "Всё сошлось: зерно смешано из числа сервера и долей телефонов" in shown
    for told in (match.seed, match.drawn, match.salt, match.commitment, SHARE):
        assert told in shown
    found = proof.prove(record_of(client, match))
    assert [check.what for check in found.checks] == ["whole", "committed", "bound", "shared", "replayed"]
    assert found.holds


def test_every_way_to_begin_a_match_leads_to_a_record_that_holds(client: Client) -> None:
    """A typed seed and a branch say what they are."""
    typed = start(client, "here", "random", "random")
    run(typed)
    found = proof.prove(record_of(client, typed))
    assert (found.dealing, found.holds) == ("typed", True)
    url = client.post(f"{typed.get_absolute_url()}/fork", {"ply": 2}).url
    branch = Match.objects.get(public_id=url.rsplit("/", 1)[-1])
    run(branch)
    found = proof.prove(record_of(client, branch))
    assert (found.dealing, found.holds) == ("given", True)


def test_an_old_record_says_that_there_is_nothing_to_check(client: Client) -> None:
    match = finished(client)
    Match.objects.update(dealing="", drawn="", salt="")
    saved = record_of(client, match)
    assert {*json.loads(saved)} == {"game", "rules", "config", "seed", "moves", "names"}
    with pytest.raises(proof.NoProof):
        proof.prove(saved)
    assert "проверять здесь нечего" in text(client, f"{match.get_absolute_url()}/deal")
    assert client.post("/play/poison/record", {"record": saved}).status_code == 302


@pytest.mark.parametrize("game", daily(played_games(), ["poison"]))  # a record is one for all games
def test_one_changed_byte_anywhere_does_not_verify(client: Client, game: str) -> None:
    saved = record_of(client, finished(client, game)).encode()
    for n in range(0, len(saved), max(1, len(saved) // 400)):
        for byte in {saved[n] ^ 1, ord("\t"), ord("7")} - {saved[n]}:
            changed = (saved[:n] + bytes([byte]) + saved[n + 1 :]).decode("utf-8", errors="replace")
            assert not proof.holds(changed), (n, byte)


FORGED = {
    "seed": [1, "1", None],
    "salt": ["0" * 32, 5, None],
    "commitment": ["0" * 64, None],
    "shares": [[], 7, None, {}, [{}] * 3, [[]] * 3, [{"share": SHARE, "drawn_by": "phone"}] * 3],
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_deal_is_found_even_where_its_digest_is_made_anew(client: Client, what: str) -> None:
    body = json.loads(record_of(client, finished(client)))
    del body["digest"]
    for value in FORGED[what]:
        forged = {**body, "deal": {**body["deal"], what: value}}
        found = proof.prove(proof.written(proof.sealed(forged)))
        assert found.checks[0].holds
        assert not found.holds


def test_a_server_that_chose_a_share_is_found(client: Client) -> None:
    """Everything fits together but the share of a bot, which should follow from the server's number."""
    body = json.loads(record_of(client, finished(client)))
    del body["digest"]
    deal = body["deal"]
    deal["shares"][2]["share"] = SHARE
    body["seed"] = dealing.mixed(deal["seed"], deal["salt"], [share["share"] for share in deal["shares"]])
    found = proof.prove(proof.written(proof.sealed(body)))
    said = {check.what: check.holds for check in found.checks}
    assert (said["committed"], said["bound"], said["shared"]) == (True, False, True)


@pytest.mark.parametrize("how", ["", "chosen", None, 5, ["mixed"]])
def test_a_deal_of_no_known_kind_proves_nothing(client: Client, how: object) -> None:
    body = json.loads(record_of(client, finished(client)))
    del body["digest"]
    with pytest.raises(proof.NoProof):
        proof.prove(proof.written(proof.sealed({**body, "deal": {**body["deal"], "how": how}})))


@pytest.mark.parametrize("game", daily(played_games(), ["poison"]))
def test_a_saved_record_is_checked_by_a_page_and_by_a_command(
    client: Client, tmp_path: Path, game: str
) -> None:
    saved = record_of(client, finished(client, game, "random"))
    page = client.post(f"/play/{game}/record", {"record": saved, "do": "prove"})
    assert page.status_code == 200
    assert "Всё сошлось" in page.content.decode().replace("\N{NO-BREAK SPACE}", " ")
    forged = saved.replace('"names": ["А"', '"names": ["Я"')
    assert client.post(f"/play/{game}/record", {"record": forged, "do": "prove"}).status_code == 422
    nothing = client.post(f"/play/{game}/record", {"record": "{}", "do": "prove"})
    assert nothing.status_code == 422
    assert str(deal.NOTHING_TO_PROVE) in nothing.content.decode()
    good, bad, out = tmp_path / "good.json", tmp_path / "bad.json", io.StringIO()
    good.write_text(saved, encoding="utf-8")
    bad.write_text(forged, encoding="utf-8")
    call_command("verify", str(good), stdout=out)
    assert "Всё сошлось" in out.getvalue()
    with pytest.raises(CommandError):
        call_command("verify", str(bad), stdout=out)
    assert Match.objects.count() == 1


def test_a_saved_record_of_this_kind_still_becomes_a_match(client: Client) -> None:
    match = finished(client)
    saved = record_of(client, match)
    url = Client().post("/play/poison/record", {"record": saved}).url
    again = Match.objects.get(public_id=url.rsplit("/", 1)[-1])
    assert play.replay_of(again).state == replay(match).state
