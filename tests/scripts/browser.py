"""Drives the board's page in Chromium: games by mouse, touch and keyboard, dialogs, accessibility.

Usage: browser.py URL games NUMBER STEP [FOLDER], with NUMBER moves of each STEPth game, or
browser.py URL habits [FOLDER]: dialogs and accessibility; pictures go to FOLDER.
"""

import shutil
import sys

import board_answers
import board_habits
import board_players
from board_click import CLICK
from board_games import every_game, make, mouse, whole_games
from board_page import Page
from playwright.sync_api import sync_playwright


def kinds_of_moves(browser, url, folder):
    page = Page(browser, url, folder)
    text = lambda: page.table["last"]["text"]
    page.new("chess", fen="4k3/P7/8/3pP3/8/8/8/R3K2R w KQ d6 0 1")
    count = page.count
    mouse(page, "e1"), mouse(page, "h1")
    assert page.changed(count) and text() == "e1g1", text()
    page.page.click("#takeback")
    page.changed(count + 1)
    mouse(page, "e5"), mouse(page, "d6")
    assert page.changed(count + 2) and text() == "e5d6"
    page.page.click("#takeback")
    page.changed(count + 3)
    # By dragging, and a promotion by its picker.
    boxes = [page.cell(square).bounding_box() for square in ("a7", "a8")]
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.page.mouse.move(*centres[0])
    page.page.mouse.down()
    page.page.mouse.move(*centres[1], steps=6)
    page.page.mouse.up()
    page.page.click("#promotion button[aria-label=knight]")
    assert page.changed(count + 4) and text() == "a7a8n"
    # An impossible try says why.
    page.new("chess")
    mouse(page, "b1"), mouse(page, "b5")
    page.until("document.getElementById('message').textContent.includes('knight')")
    page.page.fill("#typed-move", "Nc3")
    page.page.press("#typed-move", "Enter")
    page.until("document.querySelectorAll('.turn').length === 1")
    # Chains by the victim and by the last square; forks wait for a choice.
    fork = "8/8/1m1m4/8/1m1m4/2M5/8/8 w - - 0 1"
    page.new("english-draughts", fen=fork)
    count = page.count
    mouse(page, "c3"), mouse(page, "d4")
    assert page.changed(count), "a victim stands for its jump"
    # Armies: a step is taken back, the turn is ended.
    page.new("chesimals", fen="16/16/16/16/3k12/16/16/16/16/16/1KNP12/16 w - - 0 1")
    count = page.count
    mouse(page, "d2"), mouse(page, "d3")
    assert page.changed(count) and page.table["steps"] == ["d2d3"]
    page.shot("turn-in-progress")
    page.page.click("#undo-step")
    assert page.changed(count + 1) and page.table["steps"] == []
    mouse(page, "d2"), mouse(page, "d3")
    assert page.changed(count + 2)
    page.page.click("#end-turn")
    assert page.changed(count + 3) and text() == "d2d3"
    # Against the engine, with a premove, and back in the list of moves.
    page.new("chess", side="black")
    mouse(page, "e2"), mouse(page, "e4"), mouse(page, "d2"), mouse(page, "d4")
    page.until("document.querySelectorAll('.turn').length >= 4")
    page.page.click("#first")
    page.until("document.getElementById('status').textContent.includes('after 0')")
    page.page.click("#last")
    page.page.click("#analyse")
    page.page.wait_for_selector("#analysis li")
    page.shot("analysis")
    # A move of a line, by mouse and by keyboard.
    page.page.wait_for_selector("#analysis [data-turns='3']")
    turns = page.page.locator("#moves .turn").count()
    page.page.locator("#analysis [data-turns='2']").first.click()
    page.until(f"document.querySelectorAll('#moves .turn').length === {turns + 2}")
    page.until("[...document.querySelectorAll('#moves .turn')].at(-1).classList.contains('present')")
    page.page.wait_for_selector("#analysis [data-turns='2']")
    page.page.locator("#analysis [data-turns='1']").first.focus()
    page.page.keyboard.press("ArrowRight")
    page.until("document.activeElement.dataset.turns === '2'")
    page.page.keyboard.press("Enter")
    page.until(f"document.querySelectorAll('#moves .turn').length === {turns + 4}")
    page.page.click("#analyse")
    page.close()
    print("castling, en passant, promotion, chains, armies, premoves, analysis")


def elements_that_stay(browser, url, folder):
    """What did not change stays in the page, and a drag survives an event of the program."""
    page = Page(browser, url, folder)
    page.new("chess")
    marked = "['#board [data-square=e1]', '#board [data-square=e4]', '[data-at=e1]', '[data-at=b1]', '#moves li']"
    page.page.evaluate(f"{marked}.slice(0, 4).forEach((at) => (document.querySelector(at).marked = true))")
    mouse(page, "e2"), mouse(page, "e4")
    page.until("document.querySelectorAll('.turn').length === 1")
    page.page.evaluate("document.querySelector('#moves li').marked = true")
    for squares in (("e7", "e5"), ("d2", "d3"), ("d7", "d6")):
        count = page.count
        mouse(page, squares[0]), mouse(page, squares[1])
        assert page.changed(count)
    page.until("document.querySelectorAll('.turn').length === 4")
    stay = page.page.evaluate(f"{marked}.map((at) => document.querySelector(at).marked === true)")
    assert stay == [True, True, True, True, False], stay
    # Another game of the same rules is shown by the same squares.
    page.new("chess")
    assert page.page.evaluate(f"{marked}.slice(0, 4).every((at) => document.querySelector(at).marked)")
    boxes = [page.cell(square).bounding_box() for square in ("b1", "c3")]
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.page.mouse.move(*centres[0])
    page.page.mouse.down()
    page.page.mouse.move(*centres[1], steps=3)
    count = page.count
    page.page.evaluate("""() => {
        document.getElementById("level").value = "2";
        document.getElementById("level").dispatchEvent(new Event("change"));
    }""")
    assert page.changed(count) and page.page.locator(".ghost").count() == 1
    page.page.mouse.up()
    assert page.changed(count + 1) and page.table["last"]["text"] == "b1c3"
    page.close()
    print("elements stay, and so does what is dragged")


def drops(browser, url, folder):
    page = Page(browser, url, folder)
    page.new("crazyhouse", fen="4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1")
    count = page.count
    box, to = page.page.locator("#lower-hand button").bounding_box(), page.cell("e4").bounding_box()
    page.page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.page.mouse.down()
    page.page.mouse.move(to["x"] + 10, to["y"] + 10, steps=5)
    page.page.mouse.up()
    assert page.changed(count) and page.table["last"]["text"] == "N@e4"
    bottom = page.page.evaluate("document.getElementById('status').getBoundingClientRect().bottom")
    assert bottom < 720, bottom
    page.close()
    print("pieces in hand are dragged")


def variations(browser, url, folder):
    page = Page(browser, url, folder)
    page.new("chess")
    for text in ("e4", "e5", "Nf3", "Nc6"):
        count = page.count
        page.page.fill("#typed-move", text)
        page.page.press("#typed-move", "Enter")
        assert page.changed(count)
    page.page.locator("#moves-title").click()
    labels = lambda: page.page.eval_on_selector_all(".turn", "all => all.map((one) => one.textContent).join(' ')")
    shown = "document.querySelector('.turn.present')?.textContent"
    for _ in range(3):
        page.page.keyboard.press("ArrowLeft")
    page.until(f"{shown} === 'e4' && document.getElementById('status').textContent.includes('after 1')")
    mouse(page, "c7"), mouse(page, "c5")
    page.until(f"{shown} === 'c5'")
    assert labels() == "e4 e5 c5 Nf3 Nc6" and page.table["turns"] == 4, labels()
    page.page.fill("#comment", "the Sicilian")
    page.page.click("#marks button:text-is('!?')")
    page.until("document.querySelector('#moves .variation .comment')?.textContent === 'the Sicilian'")
    page.until(f"{shown} === 'c5!?'")
    page.shot("variations")
    # Neighbours by the arrow keys, and back to the game.
    page.page.locator("#moves-title").click()
    page.page.keyboard.press("ArrowUp")
    page.until(f"{shown} === 'e5'")
    page.page.keyboard.press("ArrowDown")
    page.until(f"{shown} === 'c5!?'")
    page.page.keyboard.press("End")
    page.until(f"{shown} === 'Nc6'")
    page.page.locator(".variation .turn").click()
    page.until(f"{shown} === 'c5!?'")
    count = page.count
    page.page.click("#play-on")
    assert page.changed(count) and page.table["turns"] == 2
    page.page.click("#load")
    page.page.fill("#load-text", "1. d4 {closed} d5 (1... f5 2. c4) 2. c4 *")
    page.loaded()
    page.until("document.querySelectorAll('.turn').length === 5")
    page.page.locator(".variation .turn").first.click()
    page.until(f"{shown} === 'f5'")
    page.page.click("#remove")
    page.until("document.querySelectorAll('.turn').length === 3")
    # A text that cannot be loaded stays, with the reason.
    page.page.click("#load")
    page.page.fill("#load-text", "1. e4 $22 {[%clk 0:10:00]} e5 (1... Ke5) 2. d4 *")
    page.page.click("#load-dialog button[value=load]")
    page.until("document.getElementById('load-error').textContent.includes('move 1 of black, in a variation')")
    assert page.page.is_visible("#load-dialog") and "Ke5" in page.page.input_value("#load-text")
    page.page.fill("#load-text", "1. e4 $22 {[%clk 0:10:00]} e5 (1... c5) 2. d4 *")
    page.loaded()
    page.until("document.querySelector('.turn').textContent === 'e4 \u2a00'")
    assert page.page.locator("#moves .comment").count() == 0
    page.close()
    print("variations, comments and marks")


def reload_and_tabs(browser, url, folder):
    one, two = Page(browser, url, folder), Page(browser, url, folder)
    one.new("cheskers")
    make(one, one.table["position"]["steps"][0], mouse)
    two.until("document.querySelectorAll('.turn').length === 1")
    one.page.reload()
    one.until("document.querySelectorAll('.turn').length === 1")
    assert one.table["position"]["fen"] == two.table["position"]["fen"]
    one.close()
    two.close()
    print("reload and two tabs")


def small_screen(browser, url, folder):
    options = {"has_touch": True, "viewport": {"width": 390, "height": 844}}
    page = Page(browser, url, folder, **options)
    page.new("chesimals")
    width = page.page.evaluate("document.documentElement.scrollWidth")
    box = page.cell("h6").bounding_box()
    assert width == 390 and box["width"] >= 24, (width, box)
    page.shot("chesimals-390")
    page.close()
    print("16x12 on 390 pixels")


def speed(browser, url, folder):
    page = Page(browser, url, folder)
    page.new("chesimals")
    square = page.table["position"]["steps"][0]["path"][0]
    ms, _, dots = page.page.evaluate(CLICK, square)
    print(f"a click to its dots: {ms:.1f} ms")
    assert dots > 0 and ms < 500, (ms, dots)
    page.close()


def accessible(browser, url, folder):
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        print("skipped: axe-playwright-python is not installed")
        return
    # All but colours is the same in both schemes.
    colours = {"options": {"runOnly": {"type": "rule", "values": ["color-contrast"]}}}
    for scheme, rules in (("light", {}), ("dark", colours)):
        page = Page(browser, url, folder, color_scheme=scheme, bypass_csp=True)
        page.new("chess")
        views = {
            "board": lambda: None,
            "new game": lambda: page.page.click("#new"),
            "piece": lambda: (page.page.keyboard.press("Escape"), page.page.locator(".kind").first.click()),
            "rules": lambda: (page.page.keyboard.press("Escape"), page.page.click("#rules"), page.page.wait_for_selector("#rules-text h2")),
            "load": lambda: (page.page.keyboard.press("Escape"), page.page.click("#load")),
            "variation": lambda: (page.page.fill("#load-text", "1. e4 {best} e5 (1... c5! 2. Nf3) 2. Nf3"),
                                  page.loaded(),
                                  page.page.locator(".variation .turn").first.click(),
                                  page.page.click("#analyse"), page.page.wait_for_selector("#analysis li")),
            "promotion": lambda: (page.page.click("#analyse"), page.new("chess", fen="4k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
                                  mouse(page, "a7"), mouse(page, "a8"), page.page.wait_for_selector("#promotion[open]")),
            "armies": lambda: (page.page.keyboard.press("Escape"), page.new("chesimals")),
            "hands": lambda: page.new("crazyhouse", fen="4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1"),
        }
        for name, show in views.items():
            show()
            found = Axe().run(page.page, **rules).response["violations"]
            page.shot(f"{name}-{scheme}")
            words = [(one["id"], [node["target"] for node in one["nodes"]][:4]) for one in found]
            assert not words, (scheme, name, words)
        page.close()
    print("axe-core: no violation")


def games(browser, url, folder, moves, step):
    kinds_of_moves(browser, url, folder)
    whole_games(browser, url, folder, moves)
    elements_that_stay(browser, url, folder)
    drops(browser, url, folder)
    variations(browser, url, folder)
    reload_and_tabs(browser, url, folder)
    small_screen(browser, url, folder)
    speed(browser, url, folder)
    every_game(browser, url, folder, moves, step)


def habits(browser, url, folder):
    for part in (board_habits, board_answers, board_players):
        part.run(lambda **options: Page(browser, url, folder, **options))
    accessible(browser, url, folder)


def main():
    url, part, *rest = sys.argv[1:]
    numbers = [int(number) for number in rest[:2]] if part == "games" else []
    folder = next(iter(rest[len(numbers):]), None)
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        (games if part == "games" else habits)(browser, url, folder, *numbers)
        browser.close()


main()
