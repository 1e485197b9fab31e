"""Three forms of a wizard: ghost, vampire, werewolf (clauses forms.*; rulings 126-128, 138, 145)."""

from games.wizwar.simulator.boxes.artifacts.engine.kept import CURSED, FORMS
from games.wizwar.simulator.engine.cards.book import KICK
from games.wizwar.simulator.engine.cards.passives import lasting_on
from games.wizwar.simulator.engine.cards.spells import Cast
from games.wizwar.simulator.engine.data import CARD, COUNTERS, DAMAGE, DIE, SPELLS, alike
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.places import SEAT_OF
from games.wizwar.simulator.engine.state import Act, Attack, State, is_alive
from simulator.engine.game import Seat
from web.refusal import Refusal

GHOST, VAMPIRE, WEREWOLF = "ghost", "vampire", "werewolf"
TAKES = {form: alike(form) for form in (GHOST, VAMPIRE, WEREWOLF)}  # the cards by which one takes a form
BASE_MOVES = {card: CARD[card].data["base_move"] for card in FORMS if "base_move" in CARD[card].data}
FLYING = frozenset(card for card in FORMS if "flies" in CARD[card].data["traits"])


def change(flow: Flow, cast: Cast) -> None:
    """A new form takes the place of the old one (forms.one)."""
    for effect in flow.state.effects:
        if effect.on == cast.seat and effect.card in FORMS:
            flow.end_effect(effect, "forms.one")
    flow.begin(cast.card, cast.seat, cast.seat, cast.n, "forms.kinds")
    fall(flow)
    flow.check_game_end()


def has_form(state: State, who: int, form: str) -> bool:
    return lasting_on(state, who, TAKES[form]) != ""


# --- The ghost ----------------------------------------------------------------------------------------------


def passes_obstacles(state: State, who: int) -> bool:
    """Walls, doors, bushes and fire are nothing to a ghost; solid rock is."""
    return bool(state.effects) and has_form(state, who, GHOST)


def carries_nothing(state: State, who: int) -> str:
    """The form in which a wizard takes nothing up; "" for none."""
    return GHOST if passes_obstacles(state, who) else ""


def fall(flow: Flow) -> None:
    """What a ghost carries and shows lies where it is; what is cursed stays (rulings 127, 145)."""
    ghosts = {effect.on for effect in flow.state.effects if effect.card in TAKES[GHOST]}
    for seat in sorted(ghosts):
        if seat >= flow.state.players or not is_alive(flow.state, seat):
            continue
        for thing in flow.state.wizards[seat].shown:
            if thing not in CURSED:
                flow.lose(seat, thing)
                flow.lay_down(thing, flow.state.wizards[seat].at)
                flow.emit("fell", "object.forced", seat=seat, object=thing, by=seat)
        flow.drop_treasure(seat, "dropped_treasure", "object.drop")


def barred(form: str) -> Refusal:
    return Refusal("form_bars", "card.text", {"card": form})


# --- Kicks and spells ---------------------------------------------------------------------------------------


def play_refusal(state: State, seat: Seat, card: str) -> Refusal | None:
    """A ghost doesn't kick; of spells a werewolf plays counteractions only, and those as answers."""
    if card == KICK:
        return barred(GHOST) if passes_obstacles(state, seat) else None
    if card not in SPELLS or not has_form(state, seat, WEREWOLF):
        return None
    answers = card in COUNTERS and type(state.frame) is not Act
    return None if answers else barred(WEREWOLF)


def kick_damage(flow: Flow, seat: Seat, target: str) -> int:
    """A vampire bites wizards and monsters; of a werewolf's kick the die decides (ruling 128)."""
    if has_form(flow.state, seat, VAMPIRE) and target in SEAT_OF:
        return DAMAGE[VAMPIRE]
    if not has_form(flow.state, seat, WEREWOLF):
        return 0
    return DIE if target in SEAT_OF else _rolled(flow, seat)


def _rolled(flow: Flow, seat: Seat) -> int:
    n = flow.roll()
    flow.emit("die_roll", "die.four", seat=seat, card=WEREWOLF, n=n)
    return n


def attack_landing(flow: Flow, attack: Attack) -> Attack:
    """The die is rolled after the answers."""
    if attack.card != KICK or not has_form(flow.state, attack.by, WEREWOLF):
        return attack
    return attack._replace(points=_rolled(flow, attack.by))


def damage_dealt(flow: Flow, attack: Attack, took: int) -> None:
    """What a bite takes is added to the vampire's life (ruling 149)."""
    if attack.card == KICK and took and has_form(flow.state, attack.by, VAMPIRE):
        life = flow.state.wizards[attack.by].life + took
        flow.change(attack.by, life=life)
        flow.emit("healed", "card.text", seat=attack.by, n=took, life=life)
