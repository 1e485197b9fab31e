"""The tools over the wire: standard input and output belong to the protocol, the log goes to stderr."""

import json
from typing import Any

import anyio
from django.utils.translation import gettext, override
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from rulebook.api.answers import VERSION, licence
from simulator.mcp.parameters import schema
from simulator.mcp.tools import TOOLS, call

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)


def serve(lang: str) -> None:
    """Answers until the other side hangs up."""
    anyio.run(_serve, server(lang))


async def _serve(answering: Server[Any]) -> None:
    async with stdio_server() as (reading, writing):
        await answering.run(reading, writing, answering.create_initialization_options())


def server(lang: str) -> Server[Any]:
    """The server; `lang` is what it speaks of itself, and to calls that name no language."""

    async def list_tools(_: ServerRequestContext, __: PaginatedRequestParams | None) -> ListToolsResult:
        with override(lang):
            return ListToolsResult(tools=_described())

    async def call_tool(_: ServerRequestContext, params: CallToolRequestParams) -> CallToolResult:
        said, refused = call(params.name, params.arguments or {}, lang)
        text = said if isinstance(said, str) else _packed(said)
        return CallToolResult(content=[TextContent(type="text", text=text)], is_error=refused)

    with override(lang):
        about = gettext(
            "Правила, разъяснения, счёт и проверка ходов настольных игр про зелья и волшебников."
            " Отвечая по ним, называйте правило и его адрес."
        )
        return Server(
            "grimoire",
            version=VERSION,
            instructions=f"{about} {licence()}",
            on_list_tools=list_tools,
            on_call_tool=call_tool,
        )


def _described() -> list[Tool]:
    return [
        Tool(
            name=tool.name,
            description=tool.description,
            input_schema=schema(tool.parameters),
            annotations=READS,
        )
        for tool in TOOLS.values()
    ]


def _packed(said: object) -> str:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))
