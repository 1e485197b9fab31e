"""How points of «Алхимия» (Poison) are counted and written down."""
