"""What the rules of «Алхимия» (Poison) say: their texts, cards, reference sheet and printed things."""
