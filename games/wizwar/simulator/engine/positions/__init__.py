"""Positions of «Маго-бой» as data: `encoded` goes through JSON and back, `short_*` is what people write."""
