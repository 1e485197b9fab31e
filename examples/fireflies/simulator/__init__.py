"""What may be done in Fireflies."""
