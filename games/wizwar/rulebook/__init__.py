"""What the rules of «Маго-бой» (Wiz-War) say: their texts, cards, reference sheet and printed things."""
