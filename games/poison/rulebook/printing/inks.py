"""The pale tint of «Алхимия» (Poison), paler than that of its green."""

TINT = "#eef2e3"
