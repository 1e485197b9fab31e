"""The deck and the numbers of Poison, read from the rulebook's content."""

from rulebook.content import reading

GAME = reading.load("poison")
DECK: tuple[str, ...] = tuple(card.code for card in GAME.cards for _ in range(card.count))
CODES: tuple[str, ...] = tuple(card.code for card in GAME.cards)
ORDER = {code: place for place, code in enumerate(sorted(CODES))}  # of hands, so that moves come sorted
VALUE = {card.code: card.value for card in GAME.cards}
COLOUR = {card.code: card.colour for card in GAME.cards}  # "" for poison
COLOURS: tuple[str, ...] = tuple(dict.fromkeys(card.colour for card in GAME.cards if card.colour))
CAULDRONS: int = GAME.constants["cauldrons"]
LIMIT: int = GAME.constants["limit"]
SHARED_PILES: int = GAME.constants["three_player_piles"]  # dealt where fewer than that many play
MIN_PLAYERS, MAX_PLAYERS = GAME.players

EMPTY, COLOURLESS = "empty", "none"  # a cauldron without cards; one that holds only poison
