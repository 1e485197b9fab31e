#!/usr/bin/env python3
"""Makes the icons of the installed site in static/img/app from its own drawing, static/img/favicon.svg.

A browser draws them, the one that the tests use. Run it after changing the drawing; its
output is committed. `any` is the drawing as it is; `maskable` and the one for Apple fill the square, because
the system cuts corners by itself, and what is drawn keeps to the middle that no system cuts.
"""

import re
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "static" / "img" / "favicon.svg"
PLACE = ROOT / "static" / "img" / "app"
CHROMIUMS = [Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")]
# name -> (pixels, how much of the side what is drawn takes; None for the drawing as it is)
ICONS = {
    "any-192": (192, None),
    "any-512": (512, None),
    "maskable-512": (512, 0.72),
    "apple-touch-icon": (180, 0.86),
}


def drawn(svg: str, share: float | None) -> str:
    """The drawing, or what is on it smaller on a ground without corners."""
    if share is None:
        return svg
    ground = re.search(r"<rect[^>]*/>", svg)
    assert ground, "the drawing has a ground"
    before, after = svg[: ground.start()], svg[ground.end() :]
    edge = 16 * (1 - share)
    inner = after.replace("</svg>", "</g></svg>")
    square = re.sub(r'rx="[^"]*"', 'rx="0"', ground[0])
    return f'{before}{square}<g transform="translate({edge:g} {edge:g}) scale({share:g})">{inner}'


def save(page: Page, name: str, size: int, svg: str) -> None:
    page.set_viewport_size({"width": size, "height": size})
    sized = svg.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
    page.set_content(f"<body style='margin:0;background:transparent'>{sized}</body>")
    page.screenshot(path=PLACE / f"{name}.png", omit_background=True)


def main() -> None:
    PLACE.mkdir(exist_ok=True)
    svg = DRAWING.read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        executable = next(path for path in CHROMIUMS if path.exists())
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        page = browser.new_page()
        for name, (size, share) in ICONS.items():
            save(page, name, size, drawn(svg, share))
        browser.close()


if __name__ == "__main__":
    main()
