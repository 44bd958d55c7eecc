"""The board's page under the hands of people: phones on their side, keys, screen readers, premoves."""

def swipe(page, square):
    """Swipes upwards, as Chromium takes it from a finger; returns how far the page is scrolled then."""
    box = page.cell(square).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    client = page.context.new_cdp_session(page.page)
    touch = lambda kind, points: client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch("touchStart", [{"x": x, "y": y}])
    for step in range(1, 9):
        touch("touchMove", [{"x": x, "y": y - 15 * step}])
        page.page.wait_for_timeout(20)
    touch("touchEnd", [])
    return at_rest(page)


def at_rest(page):
    """Returns how far the page is scrolled, once it stands still."""
    seen = []
    while len(seen) < 200 and (len(seen) < 5 or len(set(seen[-5:])) > 1):
        page.page.wait_for_timeout(50)
        seen.append(page.page.evaluate("scrollY"))
    return seen[-1]


BOX = """(() => {
    const box = document.querySelector("svg.board").getBoundingClientRect();
    return [box.width, box.height, document.documentElement.scrollWidth];
})()"""

# Positions with all kinds in both hands, and how far down they and the board go.
HANDS = {
    "crazyhouse": "4k3/8/8/8/8/8/8/4K3[PNBRQpnbrq] w - - 0 1",
    "shogi": "4k4/9/9/9/9/9/9/9/4K4[PLNSGBRplnsgbr] w - - 0 1",
    "capahouse": "4k5/10/10/10/10/10/10/4K5[PNBRQACpnbrqac] w - - 0 1",
}
BOTTOMS = """[...document.querySelectorAll(".hand button, svg.board")]
    .map((one) => one.getBoundingClientRect().bottom + scrollY)"""

PLAYED = """[...document.querySelectorAll("svg.board, #lower, #status, #message")]
    .map((one) => one.getBoundingClientRect().bottom + scrollY)"""

# Premoves: a move, and a drag of another piece before the program can have answered.
DRAG = """([from, to]) => {
    const svg = document.querySelector("svg.board");
    const at = (square) => {
        const box = document.querySelector(`[data-square="${square}"] rect`).getBoundingClientRect();
        return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, pointerId: 1, button: 0 };
    };
    svg.setPointerCapture = () => {};
    svg.dispatchEvent(new PointerEvent("pointerdown", at(from)));
    svg.dispatchEvent(new PointerEvent("pointermove", at(to)));
    svg.dispatchEvent(new PointerEvent("pointerup", at(to)));
}"""

FOCUSED = "document.activeElement?.dataset?.square ?? document.activeElement?.id"


def small_heights(start):
    for width, height in ((844, 390), (640, 400)):
        page = start(has_touch=True, viewport={"width": width, "height": height})
        for name in ("chess", "chesimals", "xiangqi"):
            page.new(name)
            board = page.page.evaluate(BOX)
            assert board[1] <= height and board[2] <= width, (name, board)
            bottoms = page.page.evaluate(PLAYED)
            assert max(bottoms) <= height, (name, "the whole board, clocks and words without a swipe", bottoms)
            page.shot(f"{name}-{width}x{height}")
        for name in ("crazyhouse", "shogi", "capahouse"):
            page.new(name, fen=HANDS[name])
            bottoms = page.page.evaluate(BOTTOMS)
            assert bottoms and max(bottoms) <= height, (name, "both hands and the board without a swipe", bottoms)
            page.shot(f"{name}-{width}x{height}")
        page.new("chess")
        assert swipe(page, "e7") > 50, "a swipe over squares scrolls"
        page.page.evaluate("scrollTo(0, document.querySelector('svg.board').getBoundingClientRect().top + scrollY)")
        before = at_rest(page)
        assert swipe(page, "d2") == before, "a swipe on an own piece drags it"
        page.close()
    print("phones on their side")


def dialogs(start):
    page = start()
    page.page.click("#new")
    page.page.fill("#filter", "minixiangqi")
    count = page.count
    page.page.press("#filter", "Enter")
    assert page.changed(count) and page.table["setup"]["variant"] == "minixiangqi"
    assert page.page.text_content("#title") == "Minixiangqi"
    page.page.click("#new")
    page.page.click("#new-dialog [data-close]")
    assert not page.page.evaluate("document.getElementById('new-dialog').open") and page.count == count + 1
    # What is typed counts for more than the game on the board, in whose description it stands too.
    page.new("atomic")
    page.page.click("#new")
    page.page.locator("#filter").press_sequentially("chess")
    assert page.page.input_value("#variants") == "chess"
    page.page.click("#new-dialog [data-close]")
    page.page.click("#load")
    page.page.fill("#load-text", " ")
    page.page.click("#load-dialog button[value=load]")
    page.until("document.getElementById('load-error').textContent.startsWith('There is no game to load')")
    page.page.click("#load-dialog [data-close]")
    page.new("cheskers")
    page.page.click("#rules")
    page.page.wait_for_selector("#rules-text h2")
    shown = "[document.getElementById('rules-dialog').scrollTop, document.activeElement.id]"
    assert page.page.evaluate(shown) == [0, "rules-text"]
    assert "marks what the sources" in page.page.text_content("#rules-text")
    page.page.keyboard.press("Escape")
    page.new("chess")
    page.page.locator(".kind", has_text="knight").click()
    assert "a leap of 1 by 2 squares in any direction" in page.page.text_content("#piece-text")
    page.shot("piece-in-words")
    page.close()
    print("dialogs: Enter starts, long rules begin at their top, moves in words")


def keys(start):
    page = start()
    page.new("chesimals", fen="16/16/16/16/3k12/16/16/16/16/16/1KNP12/16 w - - 0 1")
    label = lambda square: page.cell(square).get_attribute("aria-label")
    assert "army, can move" in label("d2"), label("d2")
    count = page.count
    page.cell("d2").click(force=True), page.cell("d3").click(force=True)
    assert page.changed(count) and "has moved" in label("d3"), label("d3")
    page.page.focus("#undo-step")
    page.page.keyboard.press("Enter")
    assert page.changed(count + 1) and len(page.page.evaluate(FOCUSED)) < 4
    page.cell("d2").click(force=True), page.cell("d3").click(force=True)
    assert page.changed(count + 2)
    page.page.focus("#end-turn")
    page.page.keyboard.press("Enter")
    assert page.changed(count + 3)
    page.until("document.getElementById('end-turn').hidden")
    assert len(page.page.evaluate(FOCUSED)) < 4, "the focus is on the board"
    # The list of moves is one stop of the Tab key, and the board is another.
    page.new("chess")
    for number, square in enumerate(("e2", "e4", "e7", "e5", "g1", "f3", "b8", "c6")):
        count = page.count
        page.cell(square).click(force=True)
        assert number % 2 == 0 or page.changed(count)
    page.until("document.querySelectorAll('.turn').length === 4")
    page.page.evaluate("document.activeElement.blur()")
    stops = []
    for _ in range(60):
        page.page.keyboard.press("Tab")
        stops.append(page.page.evaluate("document.activeElement.closest('svg, #moves')?.id ?? ''"))
        name = page.page.evaluate("document.activeElement.tagName.toLowerCase()")
        assert name != "svg", "the picture is no stop"
        if name == "body":
            break
    assert stops.count("moves") == 1, stops
    page.page.focus(".turn.present")
    page.page.keyboard.press("ArrowLeft")
    page.until("document.activeElement.textContent === 'Nf3'")
    page.close()
    print("keys: the focus stays, and the list of moves is one stop")


def words(start):
    text = lambda page, name: page.page.text_content(f"#{name}")
    page = start()
    page.new("chess", fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    page.page.click("#hint")
    page.until("document.getElementById('note').textContent.startsWith('Hint')")
    assert text(page, "message") == ""
    count = page.count
    page.cell("e2").click(force=True), page.cell("e3").click(force=True)
    assert page.changed(count)
    page.until("document.getElementById('note').textContent === ''")
    page.page.click("#flip")
    page.page.reload()
    page.page.wait_for_selector("[data-square]")
    assert page.cell("a1").bounding_box()["x"] > page.cell("b1").bounding_box()["x"], "a turned board stays turned"
    page.new("international-draughts")
    assert page.page.locator(".label.number").count() == 50
    page.cell("a1").click(force=True)
    # The server says why a piece cannot move.
    page.until("document.getElementById('message').textContent.includes('These can move: 31, 32')")
    page.shot("numbers")
    # Labels of ranks on squares that the board lacks have the colour of the page around them.
    page.new("tamerlane")
    assert page.page.locator(".label.rank").count() == 10
    assert page.page.locator(".label.rank.on-hole").count() == 9
    page.new("duck", fen="4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1")
    count = page.count
    page.cell("e2").click(force=True), page.cell("e8").click(force=True)
    assert page.changed(count) and page.table["result"][0] == "1-0", "the king is taken, wherever the duck goes"
    assert page.table["result"][1] == "White wins: Black has no king left", page.table["result"]
    page.new("chesimals")
    cut = "[...document.querySelectorAll('.kind')].filter((one) => one.scrollWidth > one.clientWidth).length"
    assert page.page.evaluate(cut) == 0
    page.page.click("#load")
    page.page.fill("#load-text", '[Event "a"]\n\n1. e4 (1. d4) (1. c4) *\n\n[Event "b"]\n\n1. d4 *\n')
    assert page.page.locator("#load-game option").all_text_contents() == ["1. a", "2. b"]
    page.loaded()
    for number, may in ((0, False), (1, True)):
        page.page.locator(".variation .turn").nth(number).click()
        page.until(f"document.querySelectorAll('.variation .turn')[{number}].classList.contains('present')")
        assert page.page.is_enabled("#promote") == may, number
    # The games that were left are kept, the last one foremost.
    page.page.click("#load")
    page.page.click("#load-earlier")
    page.until("document.querySelectorAll('#load-game option').length > 1")
    assert '[Variant "duck"]' in page.page.input_value("#load-text")
    assert page.page.evaluate("document.getElementById('load-game').selectedIndex === 0")
    first = page.page.evaluate("document.getElementById('load-game').selectedOptions[0].textContent")
    assert "duck" in first and "round" not in first, first
    page.page.click("#load-dialog [data-close]")
    # Brackets in comments begin no game.
    page.page.click("#load")
    page.page.fill("#load-text", '[White "a"]\n[Black "b"]\n\n1. e4 {\n[Event "no"] } *\n\n[Event "c"]\n\n1. d4 d5 *\n')
    assert page.page.locator("#load-game option").all_text_contents() == ["1. a – b", "2. c"]
    page.page.select_option("#load-game", "1")
    page.loaded()
    page.until("document.querySelectorAll('#moves .turn').length == 2")
    page.close()
    print("words: hints and faults apart, numbers of squares, ends")


def chains(start):
    """A jump with two ways is shown as far as it is chosen."""
    page = start()
    page.new("international-draughts", fen="W:WK46:B37,38,22,15,5")
    page.cell("a1").click(force=True), page.cell("e5").click(force=True)
    shown = "[...document.querySelectorAll('.pieces .piece:not(.dimmed)')].map((one) => one.dataset.at)"
    squares = page.page.evaluate(shown)
    assert "e5" in squares and "a1" not in squares and "c3" not in squares, squares
    assert "The move goes on after 46–28" in page.page.text_content("#status"), page.page.text_content("#status")
    assert page.page.input_value("#fen").startswith("W:W"), "other programs read it"
    page.shot("chain")
    page.page.evaluate("document.activeElement.blur()")
    page.page.keyboard.press("Escape")
    assert "a1" in page.page.evaluate(shown)
    page.close()
    print("chains are shown on the way, and begin again with Escape")


def watched(start):
    """A game of the engine with itself takes a second for each move, and can be stopped."""
    page = start()
    page.new("breakthrough", side="both")
    page.until("!document.getElementById('pause').hidden")
    page.until("document.querySelectorAll('.turn').length >= 2")
    page.page.click("#pause")
    page.until("document.getElementById('status').textContent.includes('paused')")
    turns = page.table["turns"]
    page.page.wait_for_timeout(1500)
    assert page.table["turns"] == turns < 20
    page.page.click("#pause")
    page.until(f"document.querySelectorAll('.turn').length > {turns}")
    page.new("chesimals")
    page.page.click("#hint")
    page.until("document.getElementById('note').textContent.startsWith('Hint')")
    hint = page.events["hint"]
    assert len(hint["paths"]) == hint["text"].count(",") + 1, hint
    page.until(f"document.querySelectorAll('.arrow').length === {len(hint['paths'])}")
    page.close()
    print("watched games can be stopped; a hint shows all its steps")


def premoves(start):
    page = start()
    page.new("chess", side="black", fen="4k3/P7/8/8/8/8/P7/4K3 w - - 0 1")
    count = page.count
    page.page.evaluate(f"(squares) => {{ const drag = {DRAG}; drag(squares.slice(0, 2)); drag(squares.slice(2)); }}",
                       ["a2", "a3", "a7", "a8"])
    assert page.changed(count)
    # The promotion is asked for, once it is White's turn.
    page.page.click("#promotion button[aria-label=rook]")
    page.until("[...document.querySelectorAll('.turn')].some((turn) => turn.textContent.startsWith('a8=R'))")
    page.new("crazyhouse", side="black", fen="4k3/8/8/8/8/8/P7/4K3[N] w - - 0 1")
    page.page.evaluate(f"""() => {{
        const drag = {DRAG};
        drag(["a2", "a3"]);
        document.querySelector("#lower-hand button").click();
        drag(["e5", "e5"]);
    }}""")
    page.until("[...document.querySelectorAll('.turn')].some((turn) => turn.textContent.startsWith('N@e5'))")
    page.close()
    print("premoves are dragged and dropped, and their promotion is chosen")


def run(start):
    """All of it; `start` opens a page."""
    for part in (small_heights, dialogs, keys, words, chains, watched, premoves):
        part(start)
