"""Boards of all shapes in windows of all sizes, endless hands, and the bar of the engine's chances.

Usage: board_sizes.py URL [FOLDER]: the program's games are `tall`, `tiny`, `wide` and `endless`; pictures go to FOLDER.
"""

import shutil
import sys

from board_page import Page
from playwright.sync_api import sync_playwright

WINDOWS = ((1280, 800), (390, 844), (844, 390))

# The lower ends of what a player looks at, the widths of the page and of what is typed, and the sizes of labels in pixels.
MEASURES = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const svg = document.querySelector("svg.board");
    const pixels = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    return {
        bottoms: ["svg.board", "#lower", "#status", "#typed"].map((name) => box(name).bottom + scrollY),
        width: document.documentElement.scrollWidth,
        typed: box("#typed").width,
        labels: [...svg.querySelectorAll(".label")].map((label) => parseFloat(label.style.fontSize) * pixels),
    };
}"""
PARTS = """() => ["bar-black", "bar-white"].map((id) => document.getElementById(id).getBoundingClientRect().top)"""


def sizes(start):
    for width, height in WINDOWS:
        page = start(viewport={"width": width, "height": height})
        for name in ("tall", "tiny", "wide", "endless", "chess", "chesimals"):
            page.new(name)
            # Labels follow the board's size.
            page.page.wait_for_timeout(100)
            page.shot(f"size-{name}-{width}")
            found = page.page.evaluate(MEASURES)
            where = (name, width, found)
            assert max(found["bottoms"]) <= height, where
            assert found["width"] == width and found["typed"] >= 280, where
            assert min(found["labels"]) > 7.9 and max(found["labels"]) < 13.1, where
        page.close()
    print("sizes of boards and labels")


def endless(start):
    page = start()
    page.new("endless")
    held = page.page.get_by_label("stone, any number in white's hand")
    assert held.locator(".count").text_content() == "∞"
    page.new("tiny")
    assert page.page.locator("#lower-hand .count").first.text_content() == "1"
    page.close()
    print("endless hands")


def bar(start):
    page = start()
    page.new("chess")
    page.page.click("#analyse")
    page.page.wait_for_selector("#analysis li")
    black, white = page.page.evaluate(PARTS)
    assert black < white, "White below"
    page.page.click("#flip")
    black, white = page.page.evaluate(PARTS)
    assert white < black, "White above, as its pieces"
    page.shot("bar")
    page.page.click("#flip")
    page.page.click("#analyse")
    page.close()
    print("the bar turns with the board")


def main():
    url, folder = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        start = lambda **options: Page(browser, url, folder, **options)
        sizes(start)
        endless(start)
        bar(start)
        browser.close()


main()
