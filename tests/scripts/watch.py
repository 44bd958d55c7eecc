"""Drives the page of matches in Chromium: games, moves, lists, accessibility.

Usage: watch.py URL [FOLDER]: the address of a page with two matches, the first with 60 games;
pictures go to FOLDER.
"""

import shutil
import sys

from playwright.sync_api import sync_playwright

WAIT = 20_000  # ms


def until(page, script):
    """Waits until a script is true: the page's policy forbids it to wait by itself."""
    for _ in range(WAIT // 20):
        if page.evaluate(script):
            return
        page.wait_for_timeout(20)
    raise AssertionError((script, page.text_content("#message"), page.text_content("#progress")))


def opened(browser, url, errors, **options):
    context = browser.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(url)
    page.wait_for_selector("[data-square]")
    until(page, "document.querySelectorAll('#games tbody tr').length > 0")
    return page


def games(page):
    assert page.locator("#table tbody tr").count() == 2
    assert "60" in page.text_content("#progress")
    assert page.locator("svg.curve").get_attribute("aria-label").startswith("Elo ")
    last = page.text_content("#game-title")
    assert page.locator("#games tbody tr").count() == 50
    page.click("#older")
    until(page, "document.querySelectorAll('#games tbody tr').length === 10")
    page.locator("#games tbody button").last.click()
    until(page, "document.getElementById('game-title').textContent.startsWith('Game 1:')")
    assert page.text_content("#game-title") != last
    assert page.get_attribute("#follow", "aria-pressed") == "false"
    shown = "document.getElementById('status').textContent"
    end = page.evaluate(shown)
    # The keys work beside the list, too, but not in the field of a number.
    page.keyboard.press("ArrowLeft")
    until(page, f"{shown} !== {end!r}")
    page.focus("#number")
    page.keyboard.press("End")
    page.locator("#games tbody button").last.focus()
    page.keyboard.press("End")
    until(page, f"{shown} === {end!r}")
    page.click("#back")
    until(page, f"{shown} !== {end!r}")
    page.click("#first")
    until(page, f"{shown} === ''")
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelectorAll('.turn')[0].classList.contains('present')")
    page.locator(".turn").nth(2).click()
    until(page, "document.querySelectorAll('.turn')[2].classList.contains('present')")
    page.select_option("#match", index=1)
    until(page, "document.querySelectorAll('[data-square]').length === 192")
    page.click("#flip")
    assert page.locator("[data-square]").first.get_attribute("data-square") == "p1"
    page.select_option("#match", index=0)
    until(page, "document.querySelectorAll('[data-square]').length === 64")
    assert page.get_attribute("#follow", "aria-pressed") == "true"
    page.click("#back")
    assert page.get_attribute("#follow", "aria-pressed") == "false", "who reads a game stays in it"


def accessible(page, scheme):
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        print("skipped: axe-playwright-python is not installed")
        return
    found = Axe().run(page).response["violations"]
    words = [(one["id"], [node["target"] for node in one["nodes"]][:4]) for one in found]
    assert not words, (scheme, words)
    print(f"axe-core, {scheme}: no violation")


def main():
    url = sys.argv[1]
    folder = sys.argv[2] if len(sys.argv) > 2 else None
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    errors = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            for name, width, height in (("desktop", 1280, 900), ("phone", 390, 844)):
                size = {"width": width, "height": height}
                page = opened(browser, url, errors, color_scheme=scheme, bypass_csp=True, viewport=size)
                games(page)
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, (name, wide)
                accessible(page, f"{name} {scheme}")
                if folder:
                    page.screenshot(path=f"{folder}/watch-{name}-{scheme}.png", full_page=True)
                page.context.close()
        browser.close()
    assert not errors, errors


main()
