"""Games on the board's page by mouse, touch and keyboard."""

import json
import random

from board_page import Page
from playwright.sync_api import Error

# Moves of each game up to which the longest games are left out.
MANY = 8


def held(page, kind):
    """The button of a kind in the hand of the side to move."""
    position = page.table["position"]
    hand = position["hands"][0 if position["side"] == "white" else 1]
    index = [str(kind) for kind, _ in hand].index(kind)
    return page.page.locator(".hand button:not([disabled])").nth(index)


def steady(action):
    """Does something to an element that may just be drawn anew."""
    for _ in range(4):
        try:
            return action()
        except Error as error:
            if "not attached" not in str(error):
                raise
    return action()


def mouse(page, square):
    if square[0] == "@":
        return steady(lambda: held(page, square[1:]).click())
    steady(lambda: page.cell(square).click(force=True))


def touch(page, square):
    if square[0] == "@":
        return steady(lambda: held(page, square[1:]).tap())
    steady(lambda: page.cell(square).scroll_into_view_if_needed())
    steady(lambda: page.cell(square).tap(force=True))


# Whether the files go from right to left: in one look, as the board may be drawn anew meanwhile.
FLIPPED = """() => {
    const cells = [...document.querySelectorAll("#board [data-square]")];
    const rank = cells.filter(cell => cell.dataset.square.slice(1) === cells[0].dataset.square.slice(1));
    const ordered = rank.sort((one, other) => one.dataset.square < other.dataset.square ? -1 : 1);
    const left = cell => cell.getBoundingClientRect().x;
    return left(ordered[0]) > left(ordered[ordered.length - 1]);
}"""


def keyboard(page, square):
    """Walks to a square by arrow keys alone, and chooses it."""
    if square[0] == "@":
        return held(page, square[1:]).press("Enter")
    at = page.page.evaluate("document.activeElement?.dataset?.square ?? null")
    if at is None:
        for _ in range(60):
            page.page.keyboard.press("Tab")
            at = page.page.evaluate("document.activeElement?.dataset?.square ?? null")
            if at:
                break
        assert at, "the board cannot be reached by Tab"
    flipped = page.page.evaluate(FLIPPED)
    files = ord(square[0]) - ord(at[0])
    ranks = int(square[1:]) - int(at[1:])
    if flipped:
        files, ranks = -files, -ranks
    for key, number in (("ArrowRight", files), ("ArrowLeft", -files), ("ArrowUp", ranks), ("ArrowDown", -ranks)):
        for _ in range(max(0, number)):
            page.page.keyboard.press(key)
    assert page.page.evaluate("document.activeElement.dataset.square") == square
    page.page.keyboard.press("Enter")


def make(page, step, choose):
    """Makes a step square by square, until the server has it."""
    count = page.count
    for number, square in enumerate(step["path"]):
        # The page itself has begun with the square of the piece that places a wall.
        if square[0] == "#":
            continue
        choose(page, square)
        dialog = page.page.locator("#promotion[open]")
        if dialog.count():
            steps = page.table["position"]["steps"]
            alike = [other for other in steps if other["path"] == step["path"] and other["over"] == step["over"]]
            index = next(at for at, other in enumerate(alike) if other["text"] == step["text"])
            page.page.locator("#promotion-choices button").nth(index).click()
        if number and page.changed(count, 150):
            return
    # A chain that may end here, or go on.
    if not page.changed(count, 300):
        choose(page, step["path"][-1])
    assert page.changed(count), (step, page.page.text_content("#message"))


def play(page, game, moves, choose, numbers):
    page.new(game["name"])
    for _ in range(moves):
        position = page.table["position"]
        steps = position["steps"]
        if page.table["result"]:
            return
        if position["may_end"] and (not steps or numbers.random() < 0.5):
            count = page.count
            page.page.click("#end-turn")
            assert page.changed(count)
        elif position.get("pass") and (not steps or numbers.random() < 0.2):
            count = page.count
            page.page.click("#pass")
            assert page.changed(count)
        else:
            make(page, numbers.choice(steps), choose)


def every_game(browser, url, folder, moves, step):
    ways = [(mouse, {}), (touch, {"has_touch": True, "viewport": {"width": 390, "height": 844}}), (keyboard, {})]
    numbers = random.Random(5)
    pages = [(choose, Page(browser, url, folder, **options)) for choose, options in ways]
    games = pages[0][1].events["games"]["games"][step - 1 :: step]
    for index, game in enumerate(games):
        choose, page = pages[index % len(pages)]
        play(page, game, moves, choose, numbers)
        page.shot(game["name"])
    for _, page in pages:
        page.close()
    print(f"{len(games)} games by mouse, touch and keyboard")


def whole_games(browser, url, folder, moves):
    """Games against a beginner by clicks alone, to their end: captures first, otherwise forwards.

    With many moves of each game, also the longest games, on a phone's width too."""
    whole_game(browser, url, folder, ("cheskers", "chesimals"))
    if moves > MANY:
        whole_game(browser, url, folder, ("chesimals2", "pacific", "janggi"))
        phone = {"has_touch": True, "viewport": {"width": 390, "height": 844}}
        whole_game(browser, url, folder, ("chesimals2", "pacific"), touch, "-390", **phone)
    print("whole games by clicks")


def whole_game(browser, url, folder, names, choose=mouse, suffix="", **options):
    page = Page(browser, url, folder, **options)
    numbers = random.Random(3)
    for name in names:
        page.new(name, side="black")
        while not page.table["result"]:
            table = page.table
            position, count = table["position"], page.count
            if position["side"] == "black" or table["thinking"]:
                page.page.wait_for_timeout(10)
                continue
            if position["may_end"] and (not position["steps"] or len(table["steps"]) > 1):
                page.page.click("#end-turn")
                assert page.changed(count)
                continue
            if not position["steps"]:
                page.page.click("#pass")
                assert page.changed(count)
                continue
            rank = lambda square: int(square[1:]) if square[0].isalpha() else 0
            ahead = lambda step: rank(step["path"][-1]) - rank(step["path"][0])
            gain = lambda step: (step["takes"], len(step["path"]), ahead(step), numbers.random())
            make(page, max(position["steps"], key=gain), choose)
            assert page.table["turns"] < 800, name
            if table["turns"] in (20, 21):
                page.shot(f"{name}-middle{suffix}")
        words = page.table["result"][1].split()[0].lower()
        page.until(f"document.getElementById('status').textContent.toLowerCase().includes({json.dumps(words)})")
        page.shot(f"{name}-end{suffix}")
    page.close()
    print("whole games against the engine")
