"""What can be wrong in content files: where it stands, and the sentence that says so. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rulebook.content.entries import Text


class Fault(NamedTuple):
    """One thing wrong: `file` from the folder of the content, the line where the key or else the entry begins
    (0: the file as a whole), what the entry is called, and the key («title.en»).
    """

    file: str
    line: int
    entry: str
    key: str
    code: str
    params: Mapping[str, Any]


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """By file and line; what is wrong at one place in the same way is said once."""
    by_place = {(*fault[:5], str(fault.params)): fault for fault in faults}
    return tuple(fault for _, fault in sorted(by_place.items(), key=lambda pair: pair[0]))


class ContentError(Exception):
    """Content that can't be used, with all its faults, in the order of files and lines."""

    def __init__(self, faults: tuple[Fault, ...]):
        self.faults = faults
        super().__init__("\n".join(say(fault, "en") for fault in faults))


def say(fault: Fault, lang: str) -> str:
    """A fault in one line: «<game>/rules.toml:34: clause overflow.take, en: no text»."""
    place = f"{fault.file}:{fault.line}" if fault.line else fault.file
    entry = ", ".join(filter(None, (fault.entry, fault.key)))
    sentence = MESSAGES[fault.code].in_(lang).format(**fault.params)
    return ": ".join(filter(None, (place, entry, sentence)))


MESSAGES: Mapping[str, Text] = {
    # The file
    "no_file": Text("файла нет", "the file is missing"),
    "encoding": Text("не UTF-8, байт {n}", "not UTF-8 at byte {n}"),
    "syntax": Text("не разобрать: {what}", "syntax: {what}"),
    "syntax_quote": Text("кавычка не закрыта в этой строке", "syntax: a quote isn’t closed in this line"),
    "syntax_equals": Text("после ключа нет знака =", "syntax: no = after the key"),
    "syntax_value": Text(
        "значение не разобрать: тексту нужны кавычки", "syntax: no value; a text needs quotes"
    ),
    "syntax_after": Text(
        "после значения что-то лишнее: возможно, прямая кавычка внутри текста",
        "syntax: something stands after the value, perhaps a straight quote inside the text",
    ),
    "syntax_list": Text(
        'скобка {bracket} здесь открыта и нигде не закрыта. Например: ["…", "…"]',
        'syntax: the {bracket} that opens here is never closed. For example: ["…", "…"]',
    ),
    "syntax_twice": Text("такой ключ здесь уже есть", "syntax: duplicate key"),
    "stray_file": Text("этого файла никто не читает", "nobody reads this file"),
    "stray_table": Text(
        "«{name}» здесь никто не читает, есть только [[{known}]]", "“{name}” is no [[{known}]]"
    ),
    "not_tables": Text("нужен список таблиц [[{name}]]", "must be an array of tables [[{name}]]"),
    # A game as a whole: `what` is its package, or what was raised
    "game_id": Text(
        "так игру назвать нельзя ({what}): имя пишут строчными латинскими буквами, и адресам оно не нужно",
        "no name for a game ({what}): small Latin letters, and none of the names that addresses need",
    ),
    "game_twice": Text("такая игра уже есть ({what})", "there is such a game already ({what})"),
    "game_missing": Text(
        "нет пакета {what} или его rulebook/content/game.toml (PYTHONPATH называет папку, где он лежит)",
        "there is no package {what}, or it has no rulebook/content/game.toml (PYTHONPATH names its folder)",
    ),
    "game_module": Text(
        "модуль Python с таким именем уже есть: назовите игру иначе",
        "there is a Python module of this name already: choose another one",
    ),
    "game_content": Text("файлы с правилами негодны: {what}", "its content can’t be used: {what}"),
    "game_broken": Text("игра не загрузилась: {what}", "the game can’t be loaded: {what}"),
    "game_table": Text(
        "осталась без стола: пробная случайная партия сломалась: {what}; нужно, чтобы она доигрывалась",
        "left without its table: a random game to try it broke: {what}; it must play to its end",
    ),
    "other_id": Text("папка называется иначе: «{id}»", "the folder has another name: “{id}”"),
    # A value
    "no_key": Text("ключа нет", "the key is missing"),
    "no_key_so": Text(
        "ключа нет; он говорит: {ru}. Например: {example}",
        "the key is missing; it says: {en}. For example: {example}",
    ),
    "not_text": Text("нужен текст в кавычках", "must be a text"),
    "not_whole": Text("нужно целое число", "must be a whole number"),
    "not_flag": Text("нужно true или false", "must be true or false"),
    "not_date": Text("нужен день, как 2026-07-30", "must be a day such as 2026-07-30"),
    "not_texts": Text("нужен список текстов", "must be a list of texts"),
    "not_wholes": Text("нужен список целых чисел", "must be a list of whole numbers"),
    "not_table": Text("нужна таблица {{ … }}", "must be a table {{ … }}"),
    "no_pair": Text("нужны ru и en", "must have ru and en"),
    "no_words": Text("текста нет", "no text"),
    "not_one_of": Text("«{value}» не годится, можно: {allowed}", "“{value}” is not one of {allowed}"),
    "unknown_constant": Text("числа «{name}» в [constants] нет", "unknown constant {name}"),
    "bad_series": Text(
        "{name}: нужно целое число от 1; goal может быть и списком из {n}, по числу на каждое число игроков:"
        " goal = [7, 5, 4]",
        "{name}: must be a whole number from 1; goal may be a list of {n}, one for each number of players:"
        " goal = [7, 5, 4]",
    ),
    "unknown_key": Text("такого ключа не бывает", "unknown key"),
    # An entry among others
    "duplicate": Text("такой id уже есть", "duplicate id"),
    "other_constant": Text(
        "число {name} в другой коробке другое", "constant {name} has another value in another box"
    ),
    "box_differs": Text("в коробке {box} об этом сказано иначе", "box {box} says something else of it"),
    "unknown_box": Text("коробки «{id}» нет", "unknown box {id}"),
    "apart": Text("на столе только {boxes}: {ru}", "with {boxes} alone on the table: {en}"),
    "no_dot": Text("в id правила нужна точка", "a clause id needs a dot"),
    "unknown_chapter": Text("главы «{id}» нет", "unknown chapter {id}"),
    "not_ingredient": Text("«{text}» — не ингредиент", "“{text}” is no ingredient"),
    "unknown_reference": Text("ссылка в никуда: {{{kind}:{id}}}", "unknown reference {{{kind}:{id}}}"),
    "markup": Text("непонятные фигурные скобки: «{text}»", "unknown markup “{text}”"),
    "unknown_clause": Text("правила «{id}» нет", "unknown clause {id}"),
    "unknown_icon": Text(
        "значка «{id}» нет, похожие: {near}. Все покажет manage.py tryout ID --icons",
        "unknown icon {id}, like it: {near}. All are shown by manage.py tryout ID --icons",
    ),
    "unknown_shared": Text(
        "общего правила «{id}» нет, есть: {known}", "there is no shared clause {id}, only: {known}"
    ),
    "not_icon": Text(
        'это не значок: нужен файл <svg viewBox="0 0 24 24">…</svg>',
        'no icon: it must be a file <svg viewBox="0 0 24 24">…</svg>',
    ),
    "too_large": Text(
        "{size} КБ, а можно не больше {most}: страницу открывают с телефона",
        "{size} kB, at most {most}: pages are opened on phones",
    ),
    "too_many": Text(
        "правил в игре больше {most}: столько на страницах не показать, разделите игру или слейте правила",
        "more than {most} clauses in a game: pages can’t show so many, part the game or join clauses",
    ),
    "unknown_card": Text("карты «{id}» нет", "unknown card {id}"),
    "unknown_option": Text("настройки «{id}» нет", "unknown option {id}"),
    "unknown_ruling": Text("разъяснения «{id}» нет", "unknown ruling {id}"),
    "unknown_scenario": Text("примера «{id}» нет", "unknown scenario {id}"),
    "unknown_heading": Text(
        "раздела «{heading}» нет среди headings в game.toml", "unknown heading “{heading}”: not in game.toml"
    ),
    "attached_to_nothing": Text("ни к чему не относится: нужны clauses или cards", "needs clauses or cards"),
    "says_nowhere": Text(
        "ответ из правил должен назвать их раздел (source)",
        "from the rulebook: needs a heading as its source",
    ),
    "said_nowhere": Text(
        "ответ автора: нужен адрес, где он это сказал",
        "the author’s answer: needs the address where it was said",
    ),
    "not_address": Text("нужен адрес, как https://…", "must be an address such as https://…"),
    "ours_in_ours": Text(
        "весь ответ и так наш: ours не нужен", "the whole of it is ours: ours says nothing new"
    ),
    "whose": Text(
        "«{words}» — так говорят не о том, чей это ответ по status: решённое нами стоит в ours",
        "“{words}” says another owner than the status: what is our decision stands in ours",
    ),
    "bad_default": Text("значения по умолчанию нет среди choices", "the default is not among the choices"),
    "bad_retired": Text(
        "старый id {old} должен вести к правилу или разъяснению и сам ничего не значить",
        "retired id {old} must lead to a clause or a ruling and be none itself",
    ),
    "shown_by_nothing": Text(
        "решает программа, но shown_by пуст", "decided by the engine, but nothing shows it"
    ),
    "edition_named": Text(
        "текст другого издания должен его назвать, и только он",
        "text of another edition must name it, and no other text",
    ),
    "mark_constant": Text("числа {name} нет в [constants]", "unknown constant {name}"),
    "mark_words": Text("для {mark} нет слов", "{mark} has no words"),
    "reserved": Text("это имя занято страницей", "the name is taken by a page"),
    "no_clauses": Text("в главе нет правил", "the chapter has no clauses"),
    "few_asks": Text(
        "вопросов игроков ({lang}): {n}, нужно не меньше {least}", "{n} questions in {lang}, {least} at least"
    ),
    "no_group": Text(
        "«{group}»: это не список из двух слов или больше", "{group} is no list of two words or more"
    ),
    "asks_of_nothing": Text("записи «{name}» нет", "unknown entry {name}"),
    # Figures
    "figure_or_reason": Text(
        "нужен или figure, или no_figure, но не вместе", "needs figure or no_figure, not both"
    ),
    "unknown_figure": Text("рисунка «{id}» нет", "unknown figure {id}"),
    "unknown_drawing": Text("рисовать «{id}» игра не умеет", "the game has no drawing {id}"),
    "figure_alone": Text("рисунок ни у одного правила не стоит", "no clause has this figure"),
    "figure_broken": Text("рисунок не нарисовать: {what}", "the figure can’t be drawn: {what}"),
    "no_figure_example": Text(
        "«example»: у правила нет примера (scenario)", "“example”: the clause has no scenario"
    ),
    "no_figure_card": Text("«card»: в правиле не названа карта", "“card”: the clause names no card"),
    "no_figure_nearby": Text(
        "«nearby»: в этой главе рисунков нет", "“nearby”: no clause of this chapter has a figure"
    ),
    # Passages of the rulebook
    "covered_or_silent": Text(
        "нужны или clauses, или silent, но не вместе",
        "needs clauses or a reason why it states no rule, not both",
    ),
    "passage_order": Text("номера должны идти подряд с 1", "numbers must run from 1 without gaps"),
    "no_passage": Text(
        "источник — правила игры, но ни один абзац passages.toml его не называет",
        "its source is the rulebook, but no passage names it",
    ),
    "passage_text": Text("в книге правил здесь другой текст", "has another text in the rulebook"),
    "passage_count": Text(
        "в книге правил {found}, в passages.toml {listed}", "the rulebook has {found}, passages.toml {listed}"
    ),
    "heading_not_in_seed": Text(
        "раздела «{heading}» в книге правил нет", "heading “{heading}” isn’t in the rulebook"
    ),
    # Numbers
    "bare_number": Text(
        "число {n} — это {{n:{name}}}: запишите так, а если здесь оно другое, добавьте bare = [{n}]",
        "{n} is {{n:{name}}}: write it so, or add bare = [{n}] if it means something else here",
    ),
    "numbers_differ": Text(
        "числа в ru и en разные: {ru} и {en} (если так и надо, numbers_differ = true)",
        "the numbers of ru and en differ: {ru} and {en} (numbers_differ = true if that is right)",
    ),
    "bare_not_there": Text("в bare стоит {n}, а в тексте его нет", "bare has {n}, which the text hasn’t"),
    "straight_quote": Text(
        "прямая кавычка или апостроф: по-русски пишут «так», по-английски “так” и ’",
        "a straight quote or apostrophe: write “these” and ’, in Russian «these»",
    ),
    # Cards and recipes
    "two_codes": Text("такой code у двух карт", "two cards have one code"),
    "copies_alike": Text("у двух копий один code", "two copies have one code"),
    "unknown_colour": Text("цвета «{id}» нет", "unknown colour {id}"),
    "no_copies": Text("ни одной копии", "no copies"),
    "unknown_kind": Text("вида «{id}» нет", "unknown kind {id}"),
    "unknown_element": Text("элемента «{id}» нет", "unknown element {id}"),
    "unknown_ingredient": Text("ингредиента {id} нет", "unknown ingredient {id}"),
    "card_and_element": Text("и у карты такой id", "a card has the same id"),
    "needs_itself": Text("собирается из самой себя", "needs itself"),
    "recipe_points": Text(
        "у вида {kind} рецепт и очки бывают только вместе",
        "a {kind} has a recipe and points, or neither",
    ),
    "of_game": Text("{ru}", "{en}"),  # what only its game minds
    "kind_points": Text("{n} очков, а вид {kind} даёт {points}", "{n} points, a {kind} gives {points}"),
    # What changed
    "unrecorded": Text(
        "текст изменился после редакции от {date}, а history.toml о том молчит: manage.py rules changed",
        "changed since the edition of {date}, and history.toml is silent: manage.py rules changed",
    ),
    "unrecorded_new": Text(
        "появилось после редакции от {date}, а history.toml о том молчит: manage.py rules changed",
        "new since the edition of {date}, and history.toml is silent: manage.py rules changed",
    ),
    "unrecorded_gone": Text(
        "пропало после редакции от {date}, а history.toml о том молчит: manage.py rules changed",
        "gone since the edition of {date}, and history.toml is silent: manage.py rules changed",
    ),
    "history_half": Text(
        "файла нет или в нём нет ни одной редакции, а истории нужны editions.toml и history.toml",
        "missing, or without an edition; a history needs both editions.toml and history.toml",
    ),
    "edition_order": Text("редакции должны идти по дням", "editions must stand in the order of their days"),
    "edition_digest": Text(
        "отпечаток не тот, что у editions.toml: manage.py rules changed",
        "not the digest of editions.toml: manage.py rules changed",
    ),
    "future_date": Text("день {date} ещё не настал", "{date} has not come yet"),
    "no_edition": Text("редакции от {date} нет", "there is no edition of {date}"),
    "two_texts": Text("об этой записи за {date} уже сказано", "another change of this entry on {date}"),
    "no_reason": Text(
        "не сказано, почему изменилось: нужны ru и en", "no reason why it changed: must have ru and en"
    ),
    "no_was": Text("нет прежнего текста: нужны ru и en", "no former text: must have ru and en"),
}
