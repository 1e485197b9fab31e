"""Where the rulebook is silent we decide and say so: our sentences stand apart, in both languages.

Each row is a place where a careful reader once took a decision of ours for a rule, or read a rule wrongly.
"""

import re

import pytest

from rulebook.content.entries import Clause, Text
from rulebook.content.reading import load

# Game, clause, and a piece of what it says as our decision, in Russian and in English.
OURS = [
    ("alchemists", "conference.award", "Остальные пороги", "The other thresholds"),
    (
        "alchemists",
        "exhibition.make",
        "вышло обещанное зелье или нет",
        "whether the promised potion came out",
    ),
    ("alchemists", "lab.use", "для «Перископа»", "the Periscope"),
    ("poison", "poison.colourless", "прежний цвет пропадает", "its colour goes"),
    ("potions", "assemble.all", "в него уже не годится", "comes too late"),
    ("potions", "assemble.recipes", "выбираете вы", "you choose"),
    ("potions", "great.one", "выбирает тот, кто собирает", "whoever assembles chooses"),
    ("potions", "spell.draw", "на руке уже пять", "you hold five already"),
    ("potions", "transformation.take", "раньше, чем возвращаются", "before the old cards return"),
    ("potions", "turn.draw", "ничего не берите", "draw nothing"),
    ("potions", "turn.empty", "не поровну", "more turns than others"),
    ("wizwar", "card.attack", "всё равно потрачена", "spent all the same"),
    ("wizwar", "card.once", "смотреть их нельзя", "nobody may look"),
    ("wizwar", "card.physical", "меч и пинок тоже не заклинания", "aren’t spells either"),
    ("wizwar", "card.text", "атака не потрачена", "your attack isn’t spent"),
    ("wizwar", "counter.asked", "не должен выдавать руку", "mustn’t give a hand away"),
    ("wizwar", "counter.half", "порядок выбирает пострадавший", "the victim picks the order"),
    ("wizwar", "counter.indirect", "Другие контрдействия", "No other counteraction"),
    ("wizwar", "counter.own_turn", "пропадёт зря", "the card is spent"),
    ("wizwar", "counter.secondary", "происходит всё", "all of it happens"),
    ("wizwar", "counter.several", "отражение одной атаке отвечает только одно", "only one reflection"),
    ("wizwar", "counter.when", "и нейтральной картой", "A neutral card may answer"),
    ("wizwar", "create.seam", "снова то, что напечатано", "what is printed again"),
    ("wizwar", "door.closes", "в конце его хода", "at the end of the opener’s turn"),
    ("wizwar", "door.others", "до конца его следующего хода", "until the end of their next turn"),
    ("wizwar", "draw.over", "игра стоит", "The game waits"),
    ("wizwar", "fight.deal", "Сделку заключают в ход одного", "on the turn of one of the two"),
    ("wizwar", "fight.loot", "даже если добил терновник", "if a bush struck the last blow"),
    ("wizwar", "fight.targets", "{card:illusion_wall} тоже стена", "{card:illusion_wall} counts as a wall"),
    ("wizwar", "fight.vanish", "кто по дороге", "on the way"),
    ("wizwar", "maze.exits", "секторы мы восстановили", "our reconstruction"),
    ("wizwar", "move.steps", "Наискось не ходят", "Never diagonally"),
    ("wizwar", "object.land", "только на клетку, которую видят", "only to a square that you see"),
    ("wizwar", "score.record", "кто пропускает ход", "who loses a turn"),
    ("wizwar", "series.rounds", "ничьей", "a draw"),
    ("wizwar", "series.winner", "сначала считают погибших", "count the dead first"),
    ("wizwar", "setup.sectors", "Место 1 на схеме", "Place 1 of the layout"),
    ("wizwar", "sight.edge", "в готовую стену и в дверь", "Standing walls and doors"),
    ("wizwar", "sight.filled", "коснулась угла", "touches its corner"),
    ("wizwar", "stone.what", "В ответ на атаку его не показывают", "It isn’t shown in answer"),
    ("wizwar", "turn.length", "ходами жертвы", "by the victim’s turns"),
    ("wizwar", "turn.play", "сразу назовите цель", "name the target"),
    ("wizwar", "warp.sight", "на четверть", "a quarter"),
    ("wizwar", "warp.what", "секторы 1 и 3", "sectors 1 and 3"),
    ("wizwar", "treasure.own", "Свой можно и прятать", "carry off a third player’s treasure"),
]

# Game, clause, what it must say in each language, and a false sense it once had ("" if it only lacked this).
SAYS = [
    ("alchemists", "debunk.spent", "можно положить", "They may lie", ""),
    (
        "alchemists",
        "favour.now",
        "её карт в колоде четыре",
        "there are four such cards",
        "Такая в колоде одна",
    ),
    ("alchemists", "notebook.debunk", "Несколько «нет» вместе", "Several together", ""),
    ("poison", "majority.tie", "сразу у двоих или больше", "two or more", "двоих или троих"),
    ("potions", "assemble.cupboard", "Исключение одно", "One exception", ""),
    ("potions", "assemble.under", "на неё — ингредиенты", "its ingredients on it", "with you too"),
    (
        "potions",
        "destruction.own",
        "Чужие разрушать нельзя",
        "can’t destroy other players’",
        "Those of others",
    ),
    ("potions", "element.stack", "сверху", "cards with the same element", "on top of its like"),
    ("potions", "knowledge.take", "например, только что взятую", "perhaps the very one", "хоть бы и"),
    (
        "potions",
        "spell.further",
        "Заклятье, положенное",
        "A spell card laid",
        "Карта, положенная как элемент",
    ),
    (
        "potions",
        "transformation.own",
        "Чужие менять нельзя",
        "can’t change other players’",
        "Those of others",
    ),
    ("potions", "turn.draw", "Отказаться от добора нельзя", "isn’t optional", "Не брать нельзя"),
    ("potions", "turn.play", "{ref:spell.further}", "{ref:spell.further}", "ровно одну"),
    ("wizwar", "card.kinds", "На картах атаки он написан", "Attack cards say so", "назван на ней"),
    ("wizwar", "card.neutral", "{ref:counter.when}", "{ref:counter.when}", "are never played in"),
    ("wizwar", "counter.left", "1) смотрят, увернулась ли цель", "1) see whether", "Наконец каждый"),
    ("wizwar", "create.seam", "построили или сломали", "created or destroyed", ""),
    ("wizwar", "death.home", "не считается украденным", "doesn’t count as stolen", "выбывание по нему"),
    ("wizwar", "door.others", "нарочно оставят открытой для вас", "left open for you", "до конца его хода"),
    ("wizwar", "fight.deal", "любую сделку", "any deal", ""),
    ("wizwar", "fight.loot", "потеряв оба сундука, идут в сброс", "are discarded", "Так же, если"),
    ("wizwar", "fight.speed", "Поэтому в первом раунде", "So in the first round", "лежит в том же"),
    ("wizwar", "maze.broken_edge", "так же лежит", "the matching square", "lies likewise"),
    ("wizwar", "number.duration", "на карте это сказано", "says so on its card", "с цифрой 3 третьего по"),
    ("wizwar", "object.fixed", "призрачная стена держит", "stops only those who", "holds whoever"),
    ("wizwar", "object.forced", "не вырвать", "by force", "wrench"),
    ("wizwar", "series.rounds", "ходит один раз", "has one turn", "это по ходу каждого"),
    ("wizwar", "setup.paper", "есть на сайте", "The site has", "Здесь"),
]

# Game, clarification, and whether the rules settle it: a decision of ours is told even where it is a part.
STATUSES = [
    ("poison", 15, "rulebook"),
    *(("wizwar", number, "ours") for number in (83, 84, 88, 89)),
]
# Game, clarification, whose its answer is, and a piece of what it says as our decision.
PARTLY = [
    ("poison", 25, "rulebook", "делается сам", "happens by itself"),
    ("potions", 19, "rulebook", "брать нечего", "draw none"),
    ("alchemists", 81, "rulebook", "Повторять неудачу", "try again after a failure"),
    ("wizwar", 8, "rulebook", "сбросить лишнее", "discard before that"),
    ("wizwar", 27, "rulebook", "в готовую стену и в дверь", "Standing walls and doors"),
    ("wizwar", 30, "rulebook", "повернув на четверть", "turned by a quarter"),
    ("wizwar", 39, "rulebook", "Другие контрдействия", "No other counteraction"),
    ("wizwar", 41, "rulebook", "Своё отражённое заклинание", "Your own spell"),
    ("wizwar", 42, "author", "лежащие вещи притягивают", "pull in things from the floor"),
    ("wizwar", 59, "rulebook", "Что вы несли", "What you were carrying"),
    (
        "wizwar",
        90,
        "rulebook",
        "до конца его следующего хода",
        "until the end of the named wizard’s next turn",
    ),
]


def clause(game: str, entry: str) -> Clause:
    return load(game).clause_by_id[entry]


def plain(text: Text) -> Text:
    """As its author typed it: the spaces that don’t break are set by the loader."""
    return Text(text.ru.replace("\u00a0", " "), text.en.replace("\u00a0", " "))


def both(text: Text) -> str:
    return f"{text.ru}\n{text.en}"


@pytest.mark.parametrize(("game", "entry", "ru", "en"), OURS)
def test_a_decision_of_ours_stands_apart_from_the_rule(game: str, entry: str, ru: str, en: str) -> None:
    found = clause(game, entry)
    assert found.ours is not None
    ours, text = plain(found.ours), plain(found.text)
    assert ru in ours.ru
    assert en in ours.en
    assert ru not in text.ru
    assert en not in text.en


@pytest.mark.parametrize(("game", "entry", "ru", "en", "false"), SAYS)
def test_a_rule_says_what_its_source_says(game: str, entry: str, ru: str, en: str, false: str) -> None:
    text = plain(clause(game, entry).text)
    assert ru in text.ru
    assert en in text.en
    assert not false or false not in both(text)


@pytest.mark.parametrize(("game", "number", "status"), STATUSES)
def test_a_clarification_says_who_answers(game: str, number: int, status: str) -> None:
    (found,) = [ruling for ruling in load(game).rulings if ruling.number == number]
    assert found.status == status


@pytest.mark.parametrize(("game", "number", "status", "ru", "en"), PARTLY)
def test_what_we_add_to_a_clarification_stands_apart(
    game: str, number: int, status: str, ru: str, en: str
) -> None:
    """«Нет: так говорят и правила, и автор» once stood over «наше решение», for its last sentence."""
    (found,) = [ruling for ruling in load(game).rulings if ruling.number == number]
    assert found.status == status
    assert found.ours is not None
    ours, text, whole = plain(found.ours), plain(found.text), plain(found.whole)
    assert ru in ours.ru
    assert en in ours.en
    assert ru not in text.ru
    assert en not in text.en
    assert f"Наше решение: {ours.ru}" in whole.ru
    assert f"Our decision: {ours.en}" in whole.en


def test_life_points_are_no_extra_lives() -> None:
    """“15 lives” reads as extra lives; the rulebook itself has «4 life-points»."""
    game = load("wizwar")
    texts = [part.text.en for part in (*game.clauses, *game.rulings, *game.terms)]
    texts += [card.rule.en for card in game.cards if card.rule]
    assert not [text for text in texts if re.search(r"\d\}? lives|[Ll]ives of|that life\b", text)]


def test_both_languages_of_a_clarification_say_the_same() -> None:
    """The Russian text of this one once had a sentence more, on Destruction and Transformation."""
    (found,) = [ruling for ruling in load("potions").rulings if ruling.number == 15]
    text = plain(found.text)
    assert "После разрушения и трансформы" in text.ru
    assert "After Destruction and Transformation" in text.en


def test_names_of_cards_have_one_capital() -> None:
    """«Стена огня», as everywhere: the forum’s text writes some names with two capitals."""
    names = [card.name.ru for card in load("wizwar").cards]
    assert not [name for name in names if any(word[:1].isupper() for word in name.split()[1:])]
