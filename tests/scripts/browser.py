"""Drives the board's page in Chromium: games by mouse, touch and keyboard, dialogs, accessibility.

Usage: browser.py URL NUMBER [FOLDER]: with NUMBER moves of each game; pictures go to FOLDER.
"""

import json
import random
import shutil
import sys

import board_answers
import board_habits
from board_click import CLICK
from playwright.sync_api import Error, sync_playwright

WAIT = 20_000  # ms
# Moves of each game up to which the longest games are left out.
MANY = 8


class Page:
    """The page, with what the server has sent to it."""

    def __init__(self, browser, url, folder, **options):
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.folder = folder
        self.errors = []
        self.events = {}
        self.count = 0
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.hear(message))
        self.page.on("websocket", lambda socket: socket.on("framereceived", self.receive))
        self.page.goto(url)
        self.page.wait_for_selector("[data-square]")

    def hear(self, message):
        if message.type == "error":
            self.errors.append(message.text)

    def receive(self, frame):
        event = json.loads(frame if isinstance(frame, str) else frame.decode())
        self.events[event["type"]] = event
        if event["type"] == "table":
            self.count += 1

    @property
    def table(self):
        return self.events["table"]

    def changed(self, count, ms=WAIT):
        """Waits for another table than the `count`th, and until the page shows it."""
        for _ in range(ms // 10):
            if self.count > count:
                break
            self.page.wait_for_timeout(10)
        else:
            return False
        self.shown()
        return True

    def shown(self):
        """Waits until the page shows the last table."""
        script = "[document.getElementById('fen').value, document.getElementById('board').dataset.table]"
        for _ in range(WAIT // 10):
            shown = self.page.evaluate(script)
            if shown == [self.table["position"]["fen"], str(self.table["id"])]:
                break
            self.page.wait_for_timeout(10)

    def until(self, script, ms=WAIT):
        """Waits until a script is true: its policy forbids the page to wait by itself."""
        for _ in range(ms // 20):
            if self.page.evaluate(script):
                return
            self.page.wait_for_timeout(20)
        self.shot('failed')
        words = [self.page.text_content(f'#{name}') for name in ('status', 'message', 'upper', 'lower')]
        raise AssertionError((script, words))

    def new(self, name, side="none", fen="", level="1"):
        before = self.events["table"]["id"] if "table" in self.events else None
        self.page.click("#new")
        self.page.fill("#filter", "")
        self.page.select_option("#variants", name)
        self.page.select_option("#side", side)
        self.page.select_option("#new-level", level)
        self.page.fill("#new-fen", fen)
        self.page.click("#start")
        # Tables of games that other pages have played may still be on their way to this one.
        for _ in range(WAIT // 10):
            table = self.events.get("table")
            if table and table["id"] != before and table["setup"]["variant"] == name:
                return self.shown()
            self.page.wait_for_timeout(10)
        raise AssertionError(self.page.text_content("#new-error"))

    def loaded(self):
        """Loads the text of the dialog."""
        count = self.count
        self.page.click("#load-dialog button[value=load]")
        assert self.changed(count)

    def cell(self, square):
        return self.page.locator(f'[data-square="{square}"]')

    def shot(self, name):
        if self.folder:
            self.page.screenshot(path=f"{self.folder}/{name}.png")

    def close(self):
        assert not self.errors, self.errors
        self.context.close()


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


def every_game(browser, url, folder, moves):
    ways = [(mouse, {}), (touch, {"has_touch": True, "viewport": {"width": 390, "height": 844}}), (keyboard, {})]
    numbers = random.Random(5)
    pages = [(choose, Page(browser, url, folder, **options)) for choose, options in ways]
    games = pages[0][1].events["games"]["games"]
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
    for scheme in ("light", "dark"):
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
            found = Axe().run(page.page).response["violations"]
            page.shot(f"{name}-{scheme}")
            words = [(one["id"], [node["target"] for node in one["nodes"]][:4]) for one in found]
            assert not words, (scheme, name, words)
        page.close()
    print("axe-core: no violation")


def main():
    url, moves = sys.argv[1], int(sys.argv[2])
    folder = sys.argv[3] if len(sys.argv) > 3 else None
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        kinds_of_moves(browser, url, folder)
        whole_games(browser, url, folder, moves)
        elements_that_stay(browser, url, folder)
        drops(browser, url, folder)
        variations(browser, url, folder)
        reload_and_tabs(browser, url, folder)
        small_screen(browser, url, folder)
        speed(browser, url, folder)
        for habits in (board_habits, board_answers):
            habits.run(lambda **options: Page(browser, url, folder, **options))
        accessible(browser, url, folder)
        every_game(browser, url, folder, moves)
        browser.close()


main()
