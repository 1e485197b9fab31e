"""«Дополнение 1» of «Маго-бой»: monsters, wands, ten spells and objects, as `box` tells the base engine.

`creatures` has what a monster is and may do, `marches` its verbs, `wands` theirs, `ground` what lies on
squares, `spells` what lasts, `votes` the monster that belongs to nobody, `cards` a record for each card.
"""
