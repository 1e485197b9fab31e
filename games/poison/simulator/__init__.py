"""What may be done in «Алхимия» (Poison)."""
