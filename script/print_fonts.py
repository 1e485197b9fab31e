#!/usr/bin/env python3
"""Makes the fonts of the PDFs in static/fonts/print from the web subsets in static/fonts.

One static file for each style, Latin and Cyrillic together: with several subset files under one family
WeasyPrint draws wrong digits and quotes. Figures are lining and tabular by default, so no PDF
depends on a font feature. Run it after changing the web fonts; its output is committed.

`script/print_fonts.py NotoEmoji-Regular.ttf` also makes the font of emoji in people's names out of that file,
and the list of what it draws in rulebook/printing/emoji.py.
"""

import sys
from pathlib import Path

from fontTools.merge import Merger, Options
from fontTools.subset import Options as SubsetOptions
from fontTools.subset import Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FONTS = Path(__file__).resolve().parent.parent / "static" / "fonts"
SUBSETS = ("latin", "cyrillic", "latin-ext")
LISTED = FONTS.parent.parent / "rulebook" / "printing" / "emoji.py"
LINE = 96  # letters
PLAIN = 0x100  # digits, © and the like, which names take from the font of their letters
KEYCAP, PRIVATE = 0x20E3, range(0xFE000, 0xFF000)
SOURCE_DATE = 3_786_912_000  # 2024-01-01, in seconds since 1904: the same bytes on every run
# hyphen and no-break hyphen; thin and narrow no-break spaces
ALIASES = {0x2010: 0x2D, 0x2011: 0x2D, 0x2009: 0x20, 0x202F: 0xA0}

# file name -> (family, style, pattern of the subset files, weight axis or None)
STYLES = {
    "serif-regular": ("Grimoire Serif", "Regular", "alegreya-{}-wght-normal.woff2", 400),
    "serif-bold": ("Grimoire SerifBold", "Regular", "alegreya-{}-wght-normal.woff2", 700),
    "serif-italic": ("Grimoire SerifItalic", "Regular", "alegreya-{}-wght-italic.woff2", 400),
    "sans-regular": ("Grimoire Sans", "Regular", "alegreya-sans-{}-400-normal.woff2", None),
    "sans-bold": ("Grimoire SansBold", "Regular", "alegreya-sans-{}-700-normal.woff2", None),
}


def subset(path: Path, weight: int | None, work: Path) -> Path:
    """The subset as a static TrueType file without hinting programs, which can't be merged."""
    font = TTFont(path)
    if weight is not None:
        font = instantiateVariableFont(font, {"wght": weight})
    for table in ("STAT", "fpgm", "prep", "cvt ", "gasp", "HVAR", "avar"):
        if table in font:
            del font[table]
    for glyph in font["glyf"].glyphs.values():
        glyph.expand(font["glyf"])
        if hasattr(glyph, "program"):
            glyph.removeHinting()
    font.flavor = None
    plain = work / f"{path.stem}-{weight}.ttf"
    font.save(plain)
    return plain


def substitutions(font: TTFont, feature: str) -> dict[str, str]:
    """Glyph -> glyph of the single substitutions of a feature."""
    table = font["GSUB"].table
    found: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == feature:
            for index in record.Feature.LookupListIndex:
                for lookup in table.LookupList.Lookup[index].SubTable:
                    found.update(getattr(lookup, "mapping", {}))
    return found


def bake_figures(font: TTFont) -> None:
    """Digits mean lining tabular glyphs from now on."""
    lining, tabular = substitutions(font, "lnum"), substitutions(font, "tnum")
    for table in font["cmap"].tables:
        for code in range(ord("0"), ord("9") + 1):
            if code in table.cmap:
                glyph = lining.get(table.cmap[code], table.cmap[code])
                table.cmap[code] = tabular.get(glyph, glyph)


def add_aliases(font: TTFont) -> None:
    """Characters that the subsets lack and a plain one draws as well; WeasyPrint hyphenates with U+2010."""
    for table in font["cmap"].tables:
        for code, same in ALIASES.items():
            if same in table.cmap:
                table.cmap.setdefault(code, table.cmap[same])


def rename(font: TTFont, family: str, style: str) -> None:
    postscript = f"{family}-{style}".replace(" ", "")
    for record in list(font["name"].names):
        if record.nameID not in (0, 13, 14):
            font["name"].removeNames(nameID=record.nameID)
    for name_id, text in (
        (1, family),
        (2, style),
        (3, postscript),
        (4, f"{family} {style}"),
        (6, postscript),
    ):
        font["name"].setName(text, name_id, 3, 1, 0x409)
    font["OS/2"].usWeightClass, font["OS/2"].fsSelection = 400, 0x40
    font["head"].macStyle = 0


def build(name: str, work: Path) -> Path:
    family, style, pattern, weight = STYLES[name]
    files = [str(subset(FONTS / pattern.format(part), weight, work)) for part in SUBSETS]
    font = Merger(options=Options(drop_tables=["DSIG", "meta"])).merge(files)
    bake_figures(font)
    add_aliases(font)
    rename(font, family, style)
    font["head"].created = font["head"].modified = SOURCE_DATE
    font.recalcTimestamp = False
    target = FONTS / "print" / f"{name}.ttf"
    font.save(target)
    return target


def build_emoji(source: Path) -> Path:
    """All that is outlined in Noto Emoji, joined ones with it."""
    font = TTFont(source)
    codes = {code for code in font.getBestCmap() if code >= PLAIN and code != KEYCAP and code not in PRIVATE}
    subsetter = Subsetter(SubsetOptions(hinting=False, name_IDs=["*"], notdef_outline=True))
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    rename(font, "Grimoire Emoji", "Regular")
    font["head"].created = font["head"].modified = SOURCE_DATE
    font.recalcTimestamp = False
    target = FONTS / "print" / "emoji.ttf"
    font.save(target)
    LISTED.write_text(listed(sorted(codes)), encoding="utf-8")
    return target


def listed(codes: list[int]) -> str:
    """The codes as the inside of a pattern's brackets, in a module of their own."""
    spans: list[list[int]] = []
    for code in codes:
        if spans and spans[-1][-1] == code - 1:
            spans[-1] = [spans[-1][0], code]
        else:
            spans.append([code])
    lines = [""]
    for span in spans:
        part = "-".join(f"\\U{code:08x}" if code > 0xFFFF else f"\\u{code:04x}" for code in span)
        if len(lines[-1]) + len(part) > LINE:
            lines.append("")
        lines[-1] += part
    body = "\n".join(f'    "{line}"' for line in lines)
    return (
        f'"""What the print font of emoji draws. Made by script/print_fonts.py."""\n\nEMOJI = (\n{body}\n)\n'
    )


def main() -> None:
    import tempfile

    for source in sys.argv[1:]:
        target = build_emoji(Path(source))
        print(f"{target.name}: {target.stat().st_size // 1024} kB")

    with tempfile.TemporaryDirectory() as work:
        for name in STYLES:
            target = build(name, Path(work))
            print(f"{target.name}: {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
