"""What puzzles of «Маго-бой» ask, by the themes that `engine.riddles` finds."""

from collections.abc import Mapping

from rulebook.content.entries import Text
from simulator.game import PuzzleTheme

THEMES: Mapping[str, PuzzleTheme] = {
    "home": PuzzleTheme(
        "move.steps",
        Text(
            "Сундук у вас, и до дома хватит одних шагов. Куда шагнуть?",
            "You have the treasure, and steps alone will take you home. Where do you step?",
        ),
        Text(
            "Ищите шаг, после которого до дома ещё хватит шагов.",
            "Look for the step that leaves enough steps for the way home.",
        ),
    ),
    "two_turns": PuzzleTheme(
        "move.steps",
        Text(
            "Два хода до дома, одними шагами, если никто не помешает. Куда шагнуть?",
            "Two turns home, by steps alone, if nobody hinders you. Where do you step?",
        ),
        Text(
            "Ищите шаг, после которого до дома дойдёте в следующий ход.",
            "Look for the step after which the next turn takes you home.",
        ),
    ),
    "home_card": PuzzleTheme(
        "move.number",
        Text(
            "Шагами в этот ход домой не дойти. После какой одной карты дойдёте?",
            "Steps alone don’t take you home this turn. After which one card do they?",
        ),
        Text(
            "Ищите карту, после которой до дома хватит одних шагов.",
            "Look for the card after which steps alone take you home.",
        ),
    ),
    "chest": PuzzleTheme(
        "object.pick",
        Text(
            "До чужого сундука в этот ход хватит одних шагов. Куда шагнуть?",
            "Steps alone take you to a rival’s treasure this turn. Where do you step?",
        ),
        Text(
            "Ищите шаг, после которого до сундука ещё хватит шагов.",
            "Look for the step that leaves enough steps to the treasure.",
        ),
    ),
    "chest_card": PuzzleTheme(
        "move.number",
        Text(
            "Шагами в этот ход до чужого сундука не дойти. После какой одной карты дойдёте?",
            "Steps alone don’t reach a rival’s treasure this turn. After which one card do they?",
        ),
        Text(
            "Ищите карту, после которой до чужого сундука хватит одних шагов.",
            "Look for the card after which steps alone take you to a rival’s treasure.",
        ),
    ),
    "sight": PuzzleTheme(
        "sight.line",
        Text(
            "Отсюда не видно никого. Куда шагнуть, чтобы одними шагами в этот ход увидеть соперника?",
            "You see nobody from here. Where do you step to see an opponent this turn, by steps alone?",
        ),
        Text(
            "Ищите шаг, после которого ещё успеете встать на прямую с соперником.",
            "Look for the step after which you can still come in line with an opponent.",
        ),
    ),
    "hide": PuzzleTheme(
        "sight.line",
        Text(
            "Вас видят. Куда шагнуть, чтобы одними шагами в этот ход скрыться от всех соперников?",
            "You are seen. Where do you step so that steps alone hide you from every opponent this turn?",
        ),
        Text(
            "Ищите шаг, после которого ещё успеете встать там, где вас не видит никто.",
            "Look for the step after which you can still get where nobody sees you.",
        ),
    ),
    "kill": PuzzleTheme(
        "fight.life",
        Text(
            "У соперника мало жизней. Какая атака с этого места выбьет его, если он не ответит?",
            "An opponent has few lives left. Which attack from here kills, if it goes unanswered?",
        ),
        Text("Этот ход сам никого не выбьет.", "This move by itself kills nobody."),
    ),
    "blow": PuzzleTheme(
        "fight.points",
        Text(
            "Какая атака с этого места отнимет у соперника больше всего жизней, если он не ответит?",
            "Which attack from here costs an opponent most lives, if it goes unanswered?",
        ),
        Text("Другая атака отнимет больше.", "Another attack costs more."),
    ),
    "unharmed": PuzzleTheme(
        "counter.when",
        Text(
            "Вас атакуют. После какого одного ответа вам ничего не будет, если больше никто не ответит?",
            "You are attacked. After which one answer does nothing befall you, if nobody answers more?",
        ),
        Text("Так атака вам что-нибудь да сделает.", "That way the attack does something to you."),
    ),
    "survive": PuzzleTheme(
        "counter.when",
        Text(
            "Этот удар смертелен. С каким одним ответом выживете, если больше никто не ответит?",
            "This blow is deadly. Which one answer keeps you alive, if nobody answers any more?",
        ),
        Text("С этим не выжить.", "You don’t survive with this."),
    ),
}
