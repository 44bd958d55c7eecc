"""Answers of the board's page: to taps that open a picker, to castling, and to what cannot be done."""

OPEN = "document.getElementById('promotion').open"
CLOSED = f"!{OPEN}"
PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}

PASTE = """(text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def tap(page, square):
    """Taps a square as a finger does: the click of the tap comes after the board has answered it."""
    page.cell(square).scroll_into_view_if_needed()
    box = page.cell(square).bounding_box()
    page.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def click(page, *squares):
    for square in squares:
        page.cell(square).click(force=True)


def says(page, words):
    page.until(f"document.getElementById('message').textContent.includes({words!r})")


def taps(start):
    """A tap on the target opens the picker, and chooses nothing in it."""
    page = start(**PHONE)
    for name, fen, origin, target, answer in (
        ("chess", "8/P7/8/1k6/8/8/8/4K3 w - - 0 1", "a7", "a8", "queen"),
        ("chess", "8/4P3/8/1k6/8/8/8/4K3 w - - 0 1", "e7", "e8", "rook"),
        ("chess", "8/7P/8/1k6/8/8/8/4K3 w - - 0 1", "h7", "h8", "knight"),
        ("chess", "6k1/4P3/8/8/8/8/7p/2K5 b - - 0 1", "h2", "h1", "bishop"),
        ("seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1", "b1", "c3", "elephant on b1"),
        ("shogi", "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1", "b2", "h8", "stay a bishop"),
        ("sittuyin", "7k/8/8/3PP3/8/8/8/K7[] w - - 0 1", "d5", "d5", "general"),
    ):
        page.new(name, fen=fen)
        count = page.count
        tap(page, origin)
        tap(page, target)
        page.until(OPEN)
        page.page.wait_for_timeout(300)
        assert page.page.evaluate(OPEN) and page.count == count, (name, target, page.table["last"])
        page.shot(f"picker-{name}-{target}-390")
        page.page.locator(f"#promotion button[aria-label={answer!r}]").tap()
        assert page.changed(count), (name, answer)
        page.until(CLOSED)
    # A tap leaves no button as if a mouse were over it.
    page.new("chess")
    page.page.locator("#hint").tap()
    page.page.wait_for_timeout(100)
    colors = "['hint', 'resign'].map((id) => getComputedStyle(document.getElementById(id)).borderTopColor)"
    tapped, other = page.page.evaluate(colors)
    assert tapped == other, (tapped, other)
    # A long press shows the piece; the finger that is lifted does not close it.
    page.new("chess")
    client = page.context.new_cdp_session(page.page)
    box = page.cell("g1").bounding_box()
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.until("document.getElementById('piece-dialog').open")
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.page.wait_for_timeout(300)
    assert page.page.evaluate("document.getElementById('piece-dialog').open")
    page.page.locator("#piece-dialog button[value=close]").tap()
    page.until("!document.getElementById('piece-dialog').open")
    page.close()
    print("taps that open a picker choose nothing in it")


def castling(start):
    """By the king's target or the rook, wherever they stand; a king's step goes before castling."""
    page = start()
    shuffled = "bqrkrnnb/pppppppp/8/8/8/8/PPPPPPPP/BQRKR2B w KQkq - 0 1"
    for name, fen, squares, text in (
        ("fischerandom", shuffled, ("d1", "g1"), "d1e1"),
        ("fischerandom", shuffled, ("d1", "e1"), "d1e1"),
        ("chess", "4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1", ("f1", "c1"), "f1b1"),
        ("chess", "4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1", ("f1", "g1"), "f1g1"),
        ("chess", "4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1", ("f1", "h1"), "f1h1"),
        ("caparandom", "4k5/p9/10/10/10/10/P9/R3K4R w KQ - 0 1", ("e1", "i1"), "e1j1"),
        # The king's choice among several targets.
        ("wildebeest", "5k5/p10/11/11/11/11/11/11/P10/5K4R w K - 0 1", ("f1", "i1"), "f1i1"),
        ("wildebeest", "5k5/p10/11/11/11/11/11/11/P10/5K4R w K - 0 1", ("f1", "g1"), "f1g1"),
        ("wildebeest", "5k5/p10/11/11/11/11/11/11/P10/5K4R w K - 0 1", ("f1", "k1", "h1"), "f1h1"),
    ):
        page.new(name, fen=fen)
        count = page.count
        click(page, *squares)
        assert page.changed(count, 5000), (name, squares, page.page.text_content("#message"))
        assert page.table["last"]["text"] == text, (name, squares, page.table["last"])
    page.new("fischerandom", fen=shuffled)
    click(page, "d1")
    assert "can castle with the king" in page.cell("e1").get_attribute("aria-label")
    assert "can be reached" in page.cell("g1").get_attribute("aria-label")
    page.shot("castling-960")
    click(page, "f1")
    says(page, "cannot go to f1")
    # After castling a piece in hand has two squares to go to.
    page.new("seirawan", fen="4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1")
    count = page.count
    click(page, "e1", "g1")
    page.until(OPEN)
    dialog = page.page.get_by_role("dialog", name="From the hand to e1 or h1")
    words = dialog.locator("#promotion-choices button span").all_inner_texts()
    gates = [f"{name} on {square}" for name in ("elephant", "hawk") for square in ("e1", "h1")]
    assert sorted(words) == [*gates, "nothing from the hand"], words
    page.shot("picker-castling")
    dialog.get_by_role("button", name="hawk on h1").click()
    assert page.changed(count) and "h1" in str(page.table["last"]), page.table["last"]
    page.close()
    print("castling by the king's target and by the rook, with its gates")


def staying(start):
    """A piece that need not be promoted is offered as it is, in words and as a picture, also to keys."""
    for options in (PHONE, {}):
        page = start(**options)
        for name, fen, origin, target, piece, kinds in (
            ("shogi", "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1", "a6", "a7", "pawn", ["promoted pawn"]),
            ("grand", "4k5/10/10/P9/10/10/10/10/10/4K5 w - - 0 1", "a7", "a8", "pawn",
             ["bishop", "cardinal", "knight", "marshal", "queen", "rook"]),
        ):
            page.new(name, fen=fen)
            count, stays = page.count, f"stay a {piece}"
            click(page, origin, target)
            page.until(OPEN)
            dialog = page.page.get_by_role("dialog", name=f"Promote the {piece}?")
            texts = dialog.locator("#promotion-choices button span").all_inner_texts()
            assert sorted(texts) == [*kinds, stays], texts
            button = dialog.get_by_role("button", name=stays)
            assert button.locator("svg").count() == 1
            page.shot(f"staying-{name}-{page.page.viewport_size['width']}")
            box, width = dialog.bounding_box(), page.page.viewport_size["width"]
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, box
            for _ in range(9):
                if page.page.evaluate("document.activeElement.getAttribute('aria-label')") == stays:
                    break
                page.page.keyboard.press("Tab")
            page.page.keyboard.press("Enter")
            assert page.changed(count) and page.table["last"]["text"] == origin + target, page.table["last"]
        page.close()
    print("pieces that need not be promoted stay by their name")


def reasons(start):
    """Nothing that is tried stays without an answer."""
    page = start()
    page.new("shogi", fen="4k4/9/9/9/9/9/PPPPPPPPP/9/4K4[P] w - - 0 1")
    page.page.locator("#lower-hand button").click()
    says(page, "The pawn cannot be dropped now: a1, b1, c1 and 59 more: there is already a pawn of yours")
    page.shot("no-drop")
    # With a piece that is chosen, and in a variation.
    click(page, "e1")
    page.page.locator("#lower-hand button").click()
    says(page, "The pawn cannot be dropped now")
    page.new("chess")
    page.page.fill("#typed-move", "e4")
    count = page.count
    page.page.press("#typed-move", "Enter")
    assert page.changed(count)
    page.page.click("#first")
    page.until("document.getElementById('status').textContent.includes('after 0')")
    click(page, "b1", "b5")
    says(page, "The knight on b1 cannot go to b5")
    click(page, "b1", "a1")
    says(page, "Your own piece is on a1")
    for text, words in (("x" * 70_000, "71 kB, and 64 kB is the most"), ("[Event \"a\"]\n" + "x" * 70_000, "too long"), ("x" * 50_000, "xxx")):
        page.page.evaluate(PASTE, text)
        says(page, words)
        # A text that cannot be loaded stays in its dialog.
        page.page.keyboard.press("Escape")
        page.page.click("#last")
        page.until("document.getElementById('message').textContent === ''")
    page.close()
    print("reasons for drops, moves and long texts")


def run(start):
    """All of it; `start` opens a page."""
    for part in (taps, castling, staying, reasons):
        part(start)
