"""What puzzles of «Алхимики» ask, by the themes that `engine.riddles` finds."""

from collections.abc import Mapping

from rulebook.content.entries import Text
from simulator.game import PuzzleTheme

THEMES: Mapping[str, PuzzleTheme] = {
    "known": PuzzleTheme(
        "notebook.chain",
        Text(
            "Знаешь это — значит, знаешь то. Какую пару вы не смешивали, но уже знаете её зелье?",
            "Know this and you know that. Which pair did you never mix, and yet know its potion?",
        ),
        Text(
            "Эту пару вы уже смешивали, или выйти может разное.",
            "You have mixed this pair, or it may make different potions.",
        ),
    ),
    "decides": PuzzleTheme(
        "notebook.chances",
        Text(
            "Какой опыт, что бы ни вышло, оставит неясному ингредиенту одну формулу?",
            "Which experiment leaves an unknown ingredient one alchemical, whatever comes out?",
        ),
        Text(
            "Может выйти и так, что ни одной новой формулы вы не узнаете.",
            "It may turn out so that you learn no new alchemical.",
        ),
    ),
    "student": PuzzleTheme(
        "student.price",
        Text(
            "Студент пока доволен. Какая пара точно не даст зелья с минусом?",
            "The student is still content. Which pair surely makes no potion with a minus?",
        ),
        Text("Тут может выйти и минус.", "This may well be a minus."),
    ),
    "drink": PuzzleTheme(
        "drink.effects",
        Text(
            "Пить вам. Какая пара точно не даст зелья с минусом?",
            "You drink it yourself. Which pair surely makes no potion with a minus?",
        ),
        Text("Тут может выйти и минус.", "This may well be a minus."),
    ),
    "order": PuzzleTheme(
        "sell.guarantee",
        Text(
            "Одно зелье из заказов выйдет наверняка. Продайте его с лучшей гарантией.",
            "One potion of the orders is sure to come out. Sell it with the best guarantee.",
        ),
        Text("Так точное зелье выйдет не наверняка.", "That way the exact potion isn’t sure."),
    ),
    "show": PuzzleTheme(
        "exhibition.promise",
        Text(
            "Покажите зелье, которое выйдет наверняка.",
            "Show the potion that is sure to come out.",
        ),
        Text("Так показ может и сорваться.", "That way the exhibit may fail."),
    ),
    "theory": PuzzleTheme(
        "publish.new",
        Text(
            "Одна теория верна наверняка. Опубликуйте её, а если она уже есть, согласитесь с ней.",
            "One theory is right for sure. Publish it, or endorse it if it lies there already.",
        ),
        Text("Наверняка эта теория не верна.", "This theory isn’t sure to be right."),
    ),
    "hedge": PuzzleTheme(
        "debunk.hedge",
        Text(
            "У одной теории неясен лишь один круг. Опубликуйте её или согласитесь, подстраховав его.",
            "One theory may be wrong in one circle only. Publish or endorse it, under a seal against that.",
        ),
        Text(
            "Так от ошибки не застраховаться: неверен может быть и другой круг.",
            "That doesn’t insure you: another circle may be wrong as well.",
        ),
    ),
    "debunk": PuzzleTheme(
        "debunk.when",
        Text("Какое опровержение удастся наверняка?", "Which debunk is sure to succeed?"),
        Text("Так опровержение может и не удаться.", "That debunk may fail."),
    ),
}
