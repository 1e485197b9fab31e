"""The rules for programs that speak the Model Context Protocol: `manage.py mcp`, docs/mcp.md.

Only `server` and the command need the package `mcp`; the tools are functions of what a call says, and read
content, the search index and what the caller gives: no match, no sheet, no database.
"""
