"""Fireflies: dice, a jar and the question when to stop. No cards, no secrets, no sheet of its own."""
