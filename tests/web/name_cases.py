"""Names and what the one rule says of them: for `web.names` and for its twin in the browser."""

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
NIKUD = "שָׂרָה"

# A name, how many signs a reader counts, what is wrong with it.
CASES = [
    ("Оля", 3, ""),
    ("Анна-Мария О’Нил №2", 19, ""),
    ("И" + "\u0306" + "ван", 4, ""),  # a decomposed «Й»
    ("👩\u200d🚀", 1, ""),
    ("🧙\u200d♂\ufe0f Коля", 6, ""),
    ("🏳\ufe0f\u200d🌈", 1, ""),
    ("❤\ufe0f\u200d🔥", 1, ""),
    ("🙂\u200d↔\ufe0f", 1, ""),
    ("👍🏽", 1, ""),
    ("🇷🇸🇰🇿", 2, ""),
    ("1\ufe0f\u20e3", 1, ""),
    ("🐸", 1, ""),
    (FAMILY, 1, ""),
    (FAMILY * 40, 40, ""),
    (SCOTLAND, 1, ""),
    ("علی\u200cرضا", 6, ""),
    ("שרה (1)", 7, ""),
    (NIKUD, 3, ""),
    ("محمد 3", 6, ""),
    ("中文", 2, ""),
    ("ﷺ", 1, ""),
    ("ᄒ\u1161\u11ab국", 2, ""),
    ("สมชาย", 5, ""),
    ("र\u094d\u200dय", 2, ""),  # a joiner behind a mark: Hindi and Sinhala write so
    ("র\u200d\u09cdয", 2, ""),  # and before one: Bengali
    ("Ж" * 40, 40, ""),
    ("Ж" * 41, 41, "long"),
    ("Ж" * 10_000, 321, "long"),
    ("👩\u200d🚀" * 41, 41, "long"),
    ("\u200f" * 5_000, 321, "long"),
    ("Z" + "\u0300" * 5_000, 1, "heaped"),
    ("Z" + "\u0300" * 16, 1, "heaped"),
    ("Z" + "\u0300" * 15, 1, ""),
    (("Z" + "\u0300" * 10) * 30, 30, "heaped"),
    ("", 0, "unseen"),
    (" ", 1, "unseen"),
    ("\u200d\u200d", 1, "unseen"),
    ("\u200c", 1, "unseen"),
    ("\u200f\u200f", 2, "unseen"),
    ("\u200eОля", 4, "unseen"),
    ("Оля\u202e", 4, "unseen"),
    ("\u202aОля\u202c", 5, "unseen"),
    ("\u2066Оля", 4, "unseen"),
    ("\u2068Оля\u2069", 5, "unseen"),
    ("Оля\u200d", 3, "unseen"),
    ("О\u200d\u200dля", 3, "unseen"),
    ("Оля \u200cК", 5, "unseen"),
    ("Оля\U000e0061", 3, "unseen"),
    ("\u0301Оля", 4, "unseen"),
    ("Оля \u0301", 4, "unseen"),
    ("\ufe0f", 1, "unseen"),
    ("О\u00adля", 4, "unseen"),
    ("\u3164", 1, "unseen"),
    ("\u2800\u2800", 2, "unseen"),
    ("Оля\nСаша", 8, "unseen"),
    ("Оля\u2028", 4, "unseen"),
    ("Оля\x00", 4, "unseen"),
    ("Оля\ue000", 4, "unseen"),
    ("Оля\ufeff", 4, "unseen"),
    ("Оля\uffff", 4, "unseen"),
]

# Pairs of names: whether they are one.
PAIRS = [
    ("Оля", "Оля", True),
    ("Йен", "И\u0306ен", True),
    ("❤\ufe0f", "❤", True),
    ("علی\u200cرضا", "علیرضا", True),
    ("Оля", "оля", False),
    (SCOTLAND, SCOTLAND.replace("\U000e0073\U000e0063\U000e0074", "\U000e0065\U000e006e\U000e0067"), False),
    ("👩\u200d🚀", "👨\u200d🚀", False),
]

# A name as it stands in a text.
IN_A_TEXT = [
    ("Оля (1)", "Оля (1)"),
    ("👩\u200d🚀", "👩\u200d🚀"),
    ("中文", "中文"),
    ("שרה (1)", "\u2068שרה (1)\u2069"),
    ("محمد 3", "\u2068محمد 3\u2069"),
    ("Оля שרה", "\u2068Оля שרה\u2069"),
]

# What forms are sent: names to be taken as they are, and others with the sentence that refuses them.
GOOD = ["👩\u200d🚀", "🧙\u200d♂\ufe0f Коля", "🐸", SCOTLAND, FAMILY * 40, "علی\u200cرضا", NIKUD, "中文"]
BAD = {
    "Ж" * 10_000: "long",
    FAMILY * 41: "long",
    "Z" + "\u0300" * 10_000: "heaped",
    "\u200f\u200f": "unseen",
    "Оля\u202e": "unseen",
    "\u2066Оля": "unseen",
    "\u200d\u200d": "unseen",
    "Оля\nСаша": "unseen",
}


def bare(page: str, name: str) -> list[str]:
    """What stands before a name where nothing shuts it in; fields and data hold it as it was typed."""
    rest = page.replace(f"<bdi>{name}</bdi>", "").replace(f"\u2068{name}\u2069", "")
    assert rest != page, "nobody is named"
    return [before[-60:] for before in rest.split(name)[:-1] if not before.endswith(('value="', "&quot;"))]
