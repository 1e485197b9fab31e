"""News is drawn once for all who may see it, and holds nothing of who asked for it first."""

import os
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.test import RequestFactory

from web.drawn_once import Kept, request_of_nobody


def test_what_is_being_drawn_is_waited_for() -> None:
    """«Only one of its threads draws at a time, and others wait for it.»"""
    kept, begun, goes_on, drawn = Kept(), Event(), Event(), []

    def draw() -> bytes:
        drawn.append(1)
        begun.set()
        goes_on.wait(10)
        return b"news"

    with ThreadPoolExecutor(3) as phones:
        first = phones.submit(kept.of, b"key", draw)
        begun.wait(10)
        others = [phones.submit(kept.of, b"key", draw) for _ in range(2)]
        assert kept.of(b"another", lambda: b"other news") == b"other news", "nobody else waits"
        goes_on.set()
        assert {each.result() for each in (first, *others)} == {b"news"}
    assert len(drawn) == 1


def test_what_could_not_be_drawn_is_tried_again() -> None:
    kept = Kept()
    with pytest.raises(ZeroDivisionError):
        kept.of(b"key", lambda: bytes(1 // 0))
    assert kept.of(b"key", lambda: b"news") == b"news"


def test_processes_of_a_site_draw_once_among_them() -> None:
    """News is «drawn once per sheet, version, role and language and given to all who may see that»."""
    kept = Kept()
    if (child := os.fork()) == 0:
        kept.of(b"key", lambda: b"news")
        os._exit(0)
    os.waitpid(child, 0)
    assert kept.of(b"key", lambda: b"drawn again") == b"news"


def test_there_is_no_more_than_there_is_room_for_and_the_oldest_makes_it() -> None:
    """«Bounded»: a site has hundreds of megabytes for other things."""
    kept = Kept(most=30)
    for key in (b"a", b"b", b"c", b"d"):
        assert kept.of(key, lambda key=key: key * 10) == key * 10
    assert [kept.of(key, lambda: b"anew") for key in (b"b", b"c", b"d")] == [b"b" * 10, b"c" * 10, b"d" * 10]
    assert kept.of(b"huge", lambda: b"x" * 100) == b"x" * 100
    assert kept.of(b"a", lambda: b"anew") == b"anew"


def test_what_another_process_wrote_over_is_drawn_anew() -> None:
    """Nobody is shown half of one sheet and half of another."""
    kept = Kept()
    kept.of(b"key", lambda: b"of one sheet")
    kept.ring[:6] = b"of two"
    assert kept.of(b"key", lambda: b"of one sheet") == b"of one sheet"


def test_the_request_of_nobody_has_the_address_and_what_fragments_depend_on() -> None:
    request = RequestFactory().get(
        "/en/play?since=3&v=7",
        headers={"HX-Request": "true", "Table-Has": "a1", "Cookie": "matches=x", "User-Agent": "Mobile"},
    )
    nobody = request_of_nobody(request)
    assert (nobody.path, dict(nobody.GET.lists())) == ("/en/play", {"since": ["3"]})
    assert dict(nobody.headers) == {"Hx-Request": "true", "Table-Has": "a1"}
    assert not nobody.COOKIES
