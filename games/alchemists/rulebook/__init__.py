"""What the rules of «Алхимики» say: their texts, cards, reference sheet and printed things."""
