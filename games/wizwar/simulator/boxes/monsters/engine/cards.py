"""A record for each card of the box, as `engine.cards.book` has them for the base game."""

from collections.abc import Mapping

from games.wizwar.simulator.boxes.monsters.engine import spells
from games.wizwar.simulator.boxes.monsters.engine.creatures import FIERY, MONSTERS, create, where_refusal
from games.wizwar.simulator.boxes.monsters.engine.ground import is_alone
from games.wizwar.simulator.boxes.monsters.engine.wands import USE
from games.wizwar.simulator.engine.board import DUST, OOZE, ROSE
from games.wizwar.simulator.engine.cards.aims import shut_refusal, square_refusal
from games.wizwar.simulator.engine.cards.attacks import fireball, lasting
from games.wizwar.simulator.engine.cards.book import PLAIN, CardRules
from games.wizwar.simulator.engine.cards.passives import Passive
from games.wizwar.simulator.engine.cards.spells import fill, on_oneself

MONSTER = CardRules(refuses={"square": where_refusal}, empty=True, cast=create)
FILLED = CardRules(refuses={"square": square_refusal}, empty=True, cast=fill)
CARDS: Mapping[str, CardRules] = {
    **dict.fromkeys(MONSTERS, MONSTER),
    **dict.fromkeys(FIERY, MONSTER._replace(hit=fireball)),
    "wand_of_sparks": CardRules(verb=USE),
    "wand_of_opening": CardRules(refuses={"edge": shut_refusal}, verb=USE),
    "adrenaline": CardRules(refuses={"wizard": spells.own_monster_refusal}, cast=spells.adrenaline),
    "no_spell": CardRules(land=lasting),
    "killer_ooze": FILLED,
    "dust_cloud": FILLED,
    "rosebush": FILLED,
    "handful_of_tacks": PLAIN,
    "big_man": CardRules(ready=is_alone, cast=on_oneself),
    "disease": CardRules(cast=spells.infect),
    "gravity": CardRules(cast=spells.gravity),
    "create_door": CardRules(near=True, refuses={"edge": spells.door_refusal}, cast=spells.create_door),
}
ON_SQUARES = {"killer_ooze": OOZE, "dust_cloud": DUST, "rosebush": ROSE}
PASSIVES: Mapping[str, Passive] = {
    **dict.fromkeys(("adrenaline", "no_spell", "big_man", "gravity"), Passive(lasts=True)),
    "disease": Passive(lasts=True, endless=True),
}
