"""What each card of «Маго-бой» does: its figures come from the content, at most one function from here.

`book` has a record for each card, made of functions from here: `aims` what it asks of a target, `attacks`
what it does to a victim, `spells` the neutral cards, `answers` the counteractions, `picks` the choices that
spells leave for later. `passives` has the stones and what lasts, `along` what is only played with another
card, `made` what is created, `worth` what the quick player thinks of it all.
"""
