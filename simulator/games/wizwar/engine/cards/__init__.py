"""What each card of «Маго-бой» does: its figures come from the content, at most one function from here.

`attacks` what an attack does to its victim, `spells` the neutral cards, `answers` the counteractions, `picks`
the choices that spells leave for later. Stones are asked for where they count: `flow`, `moving`, `staging`.
"""
