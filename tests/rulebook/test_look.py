"""The look: readable colours, icons that match their files, tags, the frame of every page, error pages."""

import re
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation
from fontTools.ttLib import TTFont

from games.poison.rulebook.drawing import value_cards
from games.potions.rulebook.drawing import recipe_cards
from games.potions.rulebook.printing import recipe_cards as cards_recipe_cards
from rulebook import finder
from rulebook.content.entries import Kind
from rulebook.content.reading import game_ids, load
from rulebook.content.typography import typeset
from rulebook.drawing import icons, small
from rulebook.printing.cards import paint
from rulebook.templatetags import look

STATIC = settings.BASE_DIR / "static"
CSS = STATIC / "css"
TOKENS = (CSS / "tokens.css").read_text()
OWN_TOKENS = {game_id: Path(finders.find(f"{game_id}/game.css")).read_text() for game_id in game_ids()}
DECLARATION = re.compile(r"(--[\w-]+):\s*([^;]+);")
GAMES = tuple(game_ids())
# What pages are drawn with; what is printed has tokens of its own.
STYLES = [
    sheet
    for folder in (STATIC, *finder.folders("static"))
    for sheet in folder.rglob("*.css")
    if "print" not in sheet.parent.parts
]
GROUNDS = ("paper", "sheet")
TINTS = ("teal", "ochre", "plum")
COLOURED_TEXT = (
    "ink",
    "muted",
    "good",
    "bad",
    "note",
    "accent",
    "red",
    "blue",
    "purple",
    "green",
    *TINTS,
    *GAMES,
)


def tokens_after(marker: str) -> dict[str, str]:
    """Custom properties of the first blocks behind `marker` in tokens.css and the games' style sheets."""
    found = {}
    for text in (TOKENS, *OWN_TOKENS.values()):
        start = text.index("{", text.index(marker))
        found |= dict(DECLARATION.findall(text[start : text.index("}", start)]))
    return found


LIGHT = tokens_after(":root {")
DARK = tokens_after(':root[data-theme="dark"]')
THEMES = {"light": LIGHT, "dark": LIGHT | DARK}


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def render(source: str, **context: object) -> str:
    return Template("{% load look %}" + source).render(Context({"game": load("poison")} | context))


@pytest.mark.parametrize("theme", THEMES)
def test_every_text_colour_stands_out_from_its_ground(theme: str) -> None:
    tokens = THEMES[theme]
    for colour, ground in product(COLOURED_TEXT, GROUNDS):
        assert contrast(tokens[f"--{colour}"], tokens[f"--{ground}"]) >= 4.5, (colour, ground)


SOFT = re.compile(r"--([\w]+)-soft: color-mix\(in srgb, var\(--\1\) (\d+)%, var\(--sheet\)\)")


def mixed(colour: str, share: int, ground: str) -> str:
    """CSS's `color-mix(in srgb, …)` of two colours."""
    parts = [[int(each[at : at + 2], 16) for at in (1, 3, 5)] for each in (colour, ground)]
    channels = (round((one * share + other * (100 - share)) / 100) for one, other in zip(*parts, strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in channels)


@pytest.mark.parametrize(("theme", "tint"), list(product(THEMES, SOFT.findall(TOKENS))))
def test_a_colour_stands_out_from_its_own_soft_ground(theme: str, tint: tuple[str, str]) -> None:
    (name, share), tokens = tint, THEMES[theme]
    for colour in ("accent", *GAMES) if name == "accent" else (name,):
        ground = mixed(tokens[f"--{colour}"], int(share), tokens["--sheet"])
        assert contrast(tokens[f"--{colour}"], ground) >= 4.5, colour


@pytest.mark.parametrize("theme", THEMES)
def test_words_on_a_button_of_any_accent_can_be_read(theme: str) -> None:
    tokens = THEMES[theme]
    for accent in ("accent", *GAMES):
        assert contrast(tokens["--on-accent"], tokens[f"--{accent}"]) >= 4.5, accent


@pytest.mark.parametrize("theme", THEMES)
def test_edges_and_focus_can_be_seen(theme: str) -> None:
    tokens = THEMES[theme]
    for part, ground in product(("edge", "focus"), GROUNDS):
        assert contrast(tokens[f"--{part}"], tokens[f"--{ground}"]) >= 3, (part, ground)


def test_the_chosen_and_the_system_dark_theme_are_one() -> None:
    assert tokens_after(':root:not([data-theme="light"])') == DARK


def test_style_sheets_use_only_tokens_that_exist() -> None:
    defined = {name for name, _ in DECLARATION.findall(TOKENS)}
    for sheet in STYLES:
        text = sheet.read_text()
        own = {name for name, _ in DECLARATION.findall(text)}
        used = set(re.findall(r"var\((--[\w-]+)\)", text))
        assert used <= defined | own, sheet.name


def test_the_guide_names_only_classes_that_exist() -> None:
    styles = "".join(sheet.read_text() for sheet in STYLES)
    guide = (settings.BASE_DIR / "docs" / "look.md").read_text()
    table = guide.split("## Classes")[1].split("## Scripts")[0]
    quoted = re.findall(r"`([^`]+)`", table)
    named = {name for text in quoted for name in re.findall(r"(?<![\w/])\.([a-z][\w-]+)", text)}
    assert [name for name in sorted(named) if f".{name}" not in styles] == []


def test_the_sprite_is_built_from_the_single_files() -> None:
    for each in icons.icon_sets():
        assert each.sprite.read_text(encoding="utf-8") == icons.sprite(each), each.address
    assert len(icons.icon_names()) >= 45


def test_an_icon_of_a_game_lies_in_its_folder_alone() -> None:
    """What two boxes of a game both need stands in both, for either may be missing, and is one drawing."""
    homes: dict[str, list[icons.IconSet]] = {}
    for each in icons.icon_sets():
        for name in each.names:
            homes.setdefault(name, []).append(each)
    for name, found in homes.items():
        assert len(found) == 1 or all("boxes" in each.folder.parts for each in found), name
        assert len({(each.folder / f"{name}.svg").read_text() for each in found}) == 1, name
    assert '"/static/img/icons.svg#book"' in render('{% icon "book" %}')
    assert '"/static/potions/icons.svg#el-mandrake"' in render('{% icon "el-mandrake" %}')


def test_an_icon_that_no_sprite_has_is_drawn_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's folder may hold icons without a sprite."""
    monkeypatch.setattr(icons, "sprite_of", lambda name: "")
    drawn = look.drawn("el-mandrake")
    assert "<use" not in drawn
    assert icons.icon_parts("el-mandrake")[1] in drawn


def test_a_game_without_an_emblem_has_a_plain_one() -> None:
    assert icons.emblem("poison") == "emblem-poison"
    assert icons.emblem("solitaire") == icons.PLAIN_EMBLEM


def test_a_page_links_the_colours_of_its_game_and_lists_those_of_all() -> None:
    """Another game, a stranger's, changes no page of ours."""
    links = re.findall(r'href="/static/(\w+)/game\.css"', page(game=load("poison"), door="rules"))
    assert links == ["poison"]
    assert set(re.findall(r'href="/static/(\w+)/game\.css"', page())) == set(GAMES)


def test_an_icon_keeps_to_the_grid_and_to_one_colour() -> None:
    for name in icons.icon_names():
        view_box, body = icons.icon_parts(name)
        assert view_box == ("0 0 96 96" if name.startswith("emblem-") else "0 0 24 24"), name
        assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', body)) <= {"none", "currentColor"}, name
        assert "style=" not in body, name
        assert "<script" not in body, name


def test_an_icon_for_print_carries_a_real_colour_and_its_name() -> None:
    svg = icons.icon_svg("skull", colour="#47761f", title="Яд & дым", width=12)
    assert "currentColor" not in svg
    assert 'width="12"' in svg
    assert 'aria-label="Яд &amp; дым"' in svg


def test_an_unknown_icon_is_an_error_at_once() -> None:
    with pytest.raises(icons.UnknownDrawing):
        render('{% icon "no-such-icon" %}')


def test_every_colour_of_the_game_has_its_shape_among_the_icons_and_its_class() -> None:
    for colour in load("poison").colours:
        assert colour.shape in icons.icon_names()
        assert f".k-{colour.id}" in TOKENS + OWN_TOKENS["poison"]


@pytest.mark.parametrize("size", ["hand", "row", "big"])
def test_a_card_shows_value_and_letter_and_reads_as_its_name(size: str) -> None:
    for card in load("poison").cards:
        svg = render("{% card_face code size=size %}", code=card.code, size=size)
        letter = value_cards.colour_of(load("poison"), card).letter.ru
        for words in (f'aria-label="{card.name.ru}"', f">{card.value}</text>", f">{letter}</text>"):
            assert words in svg, card.code
        assert "Grimoire" not in svg, card.code
        assert " style=" not in svg, card.code


POTIONS = load("potions")


def test_every_element_and_kind_has_a_drawing_of_its_own() -> None:
    names = [icons.element_icon(element.id) for element in POTIONS.elements]
    names += [icons.kind_icon(kind.id) for kind in POTIONS.kinds]
    assert len(names) == 16 + 9
    assert set(names) <= set(icons.icon_names())
    assert len({icons.icon_parts(name) for name in names}) == len(names)


@pytest.mark.parametrize("kind", POTIONS.kinds, ids=lambda kind: kind.id)
def test_a_kind_has_the_same_colour_on_pages_and_in_print(kind: Kind) -> None:
    rule = re.search(
        rf"\.k-{kind.id.replace('_', '-')}\b[^{{]*{{ --k: var\(--([a-z]+)\); }}", OWN_TOKENS["potions"]
    )
    assert rule
    assert cards_recipe_cards.KIND_INKS[kind.id] == LIGHT[f"--{rule[1]}"]


@pytest.mark.parametrize("size", ["hand", "row", "big"])
def test_a_recipe_card_shows_points_kind_and_elements_and_reads_as_both_halves(size: str) -> None:
    """components.halves: a card is a recipe and an element."""
    for code, (card, copies) in POTIONS.copies_by_code.items():
        with translation.override("en"):
            svg = render("{% card_face code size=size game=potions %}", code=code, size=size, potions=POTIONS)
        label = re.search(r'aria-label="([^"]+)"', svg)
        assert label, code
        assert label[1].startswith(f"{card.name.en} (")
        assert all(POTIONS.element_by_id[element].name.en in label[1] for element in copies.elements)
        assert (f">{card.points}</text>" in svg) == bool(card.points), code
        shown = [icons.kind_icon(card.kind), *map(icons.element_icon, copies.elements)]
        assert all(icons.icon_parts(name)[1] in with_current_colour(svg) for name in shown), code
        assert "Grimoire" not in svg, code
        assert " style=" not in svg, code


def with_current_colour(svg: str) -> str:
    """Icons of a large card carry real colours; here they are as in their files."""
    return re.sub(r'="var\(--[a-z]+\)"', '="currentColor"', svg)


def test_a_card_whose_copies_differ_reads_as_either() -> None:
    svg = small.card_svg(POTIONS, "elixir_of_wisdom", "ru")
    assert 'aria-label="Эликсир мудрости (Астральная энергия или Квинтэссенция воли)"' in svg
    svg = small.card_svg(POTIONS, "elixir_of_wisdom:astral_energy", "ru")
    assert 'aria-label="Эликсир мудрости (Астральная энергия)"' in svg


def test_spells_are_told_apart_by_a_drawing_of_what_they_do() -> None:
    spells = [card for card in POTIONS.cards if card.kind == "spell"]
    signs = {recipe_cards.sign_of(card) for card in spells}
    assert len(signs) == len(spells) == 3
    assert recipe_cards.sign_of(POTIONS.card_by_id["dragon"]) == "kind-creature"


@pytest.mark.parametrize(("game", "code"), [("poison", "R4"), ("potions", "dragon")])
def test_a_large_card_on_a_page_follows_the_theme(game: str, code: str) -> None:
    svg = render("{% card_face code size='big' %}", code=code, game=load(game))
    inks = {paint.INK, paint.MUTED, paint.PAPER, *paint.INKS.values()}
    assert not [ink for ink in inks if ink in svg]
    assert 'fill="var(--sheet)"' in svg


def test_games_have_backs_of_their_own() -> None:
    drawn = {
        render("{% card_back size=size %}", size="hand", game=load(game)) for game in ("poison", "potions")
    }
    assert len(drawn) == 2


def test_a_card_is_found_by_code_and_by_id() -> None:
    assert render('{% card_face "R4" %}') == render('{% card_face "red-4" game=game %}')
    with pytest.raises(icons.UnknownDrawing):
        render('{% card_face "R3" %}')


def test_a_card_lying_face_down_says_so() -> None:
    assert 'aria-label="Карта лицом вниз"' in render("{% card_back %}")
    assert 'aria-label="Карта Оли"' in render('{% card_back size="big" label="Карта Оли" %}')


def test_a_potion_mark_has_a_shape_and_a_word() -> None:
    assert "#drop" in render('{% colour_mark "red" %}')
    assert '<span class="sr-only">красное зелье</span>' in render('{% colour_mark "red" %}')
    assert '<span class="">яд</span>' in render('{% colour_mark "poison" word=True %}')
    assert "красное" not in render('{% colour_mark "red" bare=True %}')


def page(**context: object) -> str:
    return render_to_string("base.html", context, RequestFactory().get("/rules/poison"))


def test_a_page_has_neither_inline_scripts_nor_inline_styles() -> None:
    html = page(game=load("poison"), door="rules")
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)
    assert "<style" not in html
    assert not re.search(r"\son\w+=|\sstyle=", html)


def test_a_page_of_a_game_has_four_doors_and_marks_the_open_one() -> None:
    html = page(game=load("poison"), door="score")
    doors = re.findall(r'<a class="door"[^>]*>', html)
    assert len(doors) == 4
    assert [("score/poison" in door, "aria-current" in door) for door in doors].count((True, True)) == 1
    assert "game-poison" in html
    assert 'class="door"' not in page()


def test_every_page_says_whose_the_games_are() -> None:
    assert typeset("Игры принадлежат их авторам и издателям; тексты и рисунки здесь наши.") in page()


def test_htmx_swaps_refusals_in_and_needs_no_eval() -> None:
    html = page()
    assert '"allowEval":false' in html
    assert '"includeIndicatorStyles":false' in html
    assert "400|403|404|409|410|422" in html


@pytest.mark.parametrize("code", ["400", "403", "404", "500", "offline"])
def test_an_error_page_has_a_heading_a_way_on_and_one_part_to_swap_in(code: str) -> None:
    html = render_to_string(f"{code}.html", {}, RequestFactory().get("/nowhere"))
    assert html.count("<h1") == 1
    assert html.count('id="page-error"') == 1
    assert 'class="btn"' in html
    assert "<style" not in html
    assert " style=" not in html


def test_a_page_that_is_not_there_answers_in_the_readers_language(client: Client) -> None:
    assert client.get("/no/such/page").status_code == 404
    assert 'lang="ru"' in client.get("/no/such/page").content.decode()
    assert 'lang="en"' in client.get("/en/no/such/page").content.decode()


def font_files(pattern: str) -> list[Path]:
    return sorted((STATIC / "fonts").glob(pattern))


def test_the_fonts_have_the_letters_and_signs_that_the_texts_need() -> None:
    for family in ("alegreya-[cl]*-wght-normal", "alegreya-sans-*-400-normal", "alegreya-sans-*-700-normal"):
        letters = set().union(*(TTFont(file).getBestCmap() for file in font_files(f"{family}.woff2")))
        assert {ord(sign) for sign in "ЯдЁё0123456789½№«»„“–—…×±−\u00a0"} <= letters, family


def test_each_font_file_is_used_and_comes_with_its_licence() -> None:
    styles = (CSS / "fonts.css").read_text()
    assert all(file.name in styles for file in font_files("*.woff2"))
    assert len(font_files("*-OFL.txt")) == 2
    assert all("SIL OPEN FONT LICENSE" in file.read_text() for file in font_files("*-OFL.txt"))
