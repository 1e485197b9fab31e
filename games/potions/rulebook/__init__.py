"""What the rules of «Зельеварение» say: their texts, cards, reference sheet and printed things."""
