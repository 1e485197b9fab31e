"""`manage.py mcp`: what it answers, call by call, over the protocol; whatever is asked, in a sentence."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest
import tomli
from django.conf import settings
from django.core.management import CommandError, call_command

from rulebook.api.answers import licence
from rulebook.content.typography import NO_BREAK
from simulator import game
from simulator.engine.game import WithPlaces
from simulator.mcp import tools

if TYPE_CHECKING:
    from mcp.types import CallToolResult

Json = dict[str, Any]
DIALOGUES = tomli.loads((Path(__file__).parent / "dialogues.toml").read_text(encoding="utf-8"))["dialogue"]
LETTERS = {"query": lambda n: "x" * n, "table": lambda n: {"players": "x" * n}}


def connected(lang: str) -> Any:
    """A client within this process; its package takes most of a second to import, so one process does."""
    from mcp import Client

    from simulator.mcp.server import server

    return Client(server(lang))


async def talk(calls: list[Json], lang: str = "ru") -> "list[CallToolResult]":
    """The answers to calls, over one connection."""
    answers = []
    async with connected(lang) as client:
        for each in calls:
            arguments = dict(each.get("arguments", {}))
            arguments |= {name: LETTERS[name](n) for name, n in each.get("stretched", {}).items()}
            if "carried" in each:
                arguments[each["carried"]] = json.loads(text_of(answers[-1]))[each["carried"]]
            answers.append(await client.call_tool(each["tool"], arguments or None))
    return answers


def run(asking: Callable[..., Awaitable[Any]], *args: Any) -> Any:
    """In a thread of its own: tests of the browser leave a loop behind in theirs."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(anyio.run, asking, *args).result()


def text_of(answer: "CallToolResult") -> str:
    (part,) = answer.content
    assert part.type == "text"
    return part.text.replace(NO_BREAK, " ")


def at(data: Any, path: str) -> Any:
    """What stands at «items.0.game»."""
    for name in path.split("."):
        data = data[int(name)] if isinstance(data, list) else data[name]
    return data


@pytest.mark.usefixtures("index_of_all")
@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda each: each["title"])
def test_a_dialogue_goes_as_it_is_written(dialogue: Json) -> None:
    calls = dialogue["calls"]
    for each, answer in zip(calls, run(talk, calls), strict=True):
        text = text_of(answer)
        assert "Traceback" not in text
        assert bool(answer.is_error) == ("refused" in each), text
        if "refused" in each:
            assert [words for words in each["refused"] if words not in text] == [], text
            assert "\n" not in text
            continue
        data = json.loads(text)
        assert {path: at(data, path) for path in each.get("holds", {})} == each.get("holds", {})
        assert [words for words in each.get("says", []) if words not in text] == []
        assert data["licence"]
        assert all(part["digest"] and part["of"] for part in data["editions"])


def test_there_are_thirty_dialogues_and_each_tool_is_asked() -> None:
    assert len(DIALOGUES) >= 30
    assert {call["tool"] for each in DIALOGUES for call in each["calls"]} >= set(tools.TOOLS)


@pytest.mark.parametrize("lang", dict(settings.LANGUAGES))
def test_tools_describe_themselves_in_the_language_of_the_command(lang: str) -> None:
    async def ask() -> Any:
        async with connected(lang) as client:
            return client.instructions, (await client.list_tools()).tools

    instructions, described = run(ask)
    assert [tool.name for tool in described] == list(tools.TOOLS)
    texts = [instructions, *(tool.description.partition("\n")[0] for tool in described)]
    texts += [each["description"] for tool in described for each in tool.input_schema["properties"].values()]
    assert {bool(re.search("[а-яё]", text)) for text in texts} == {lang == "ru"}
    assert all(tool.annotations and tool.annotations.read_only_hint for tool in described)


@pytest.mark.usefixtures("russian")
def test_without_an_index_the_search_says_so(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path
    (answer,) = run(talk, [{"tool": "search", "arguments": {"query": "яд"}}])
    assert (answer.is_error, text_of(answer)) == (True, "Поиск ещё не собран.")


def test_what_breaks_is_told_in_a_sentence_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(asked: Any) -> Any:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setitem(tools.TOOLS, "card", tools.TOOLS["card"]._replace(answer=broken))
    said = tools.call("card", {"game": "poison", "id": "x"}, "en")
    assert said == ("Something broke here, and not by your doing.", True)
    assert "a mistake of ours" in caplog.text


@pytest.mark.long
def test_standard_output_holds_the_protocol_alone() -> None:
    """A client that shakes hands, asks and hangs up gets two lines of JSON and nothing else."""
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    ruling = {"name": "ruling", "arguments": {"game": "poison", "number": 1}}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": ruling},
    ]
    command = [sys.executable, "manage.py", "mcp"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=settings.BASE_DIR, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as running:
        assert running.stdin
        assert running.stdout
        running.stdin.writelines(f"{json.dumps(line)}\n" for line in lines)
        running.stdin.flush()
        answers = [json.loads(running.stdout.readline()) for _ in range(2)]
        rest, errors = running.communicate()
    assert [each["id"] for each in answers] == [1, 2]
    assert (rest, errors, running.returncode) == ("", "", 0)
    assert json.loads(answers[1]["result"]["content"][0]["text"])["licence"] == licence()


def test_without_the_package_the_command_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    command = "simulator.management.commands.mcp"
    monkeypatch.setattr(f"{command}.find_spec", partial(_all_but, "mcp"))
    with pytest.raises(CommandError, match=r"requirements-mcp\.txt"):
        call_command("mcp", stdout=io.StringIO())


def _all_but(missing: str, name: str) -> Any:
    return None if name == missing else find_spec(name)


@pytest.mark.parametrize(("game_id", "room"), game.every().items())
def test_who_is_seen_is_told_with_rules_of_the_game(game_id: str, room: game.Simulator) -> None:
    assert bool(room.sight_rules) == isinstance(room.engine, WithPlaces)
    assert set(room.sight_rules) <= tools.shelf.whole(game_id).clause_by_id.keys()
