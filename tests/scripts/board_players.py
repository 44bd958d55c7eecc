"""Players on the board's page: of loaded games, and of games against the engine."""

PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
LONG = "Maria Alexandra Konstantinopolskaya-Featherstonehaugh of Rome"
COPIED = "() => { navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }; }"


def rows(page):
    """The rows above and below the board."""
    return [page.page.text_content(f"#{row} .who") for row in ("upper", "lower")]


def load(page, pgn):
    page.page.click("#load")
    page.page.fill("#load-text", pgn)
    page.loaded()


def names(start):
    page = start()
    load(page, '[White "Ada \\"A\\" X"]\n[Black "Bo"]\n[Result "1/2-1/2"]\n\n1. e4 e5 1/2-1/2')
    assert rows(page) == ["Black: Bo", 'White: Ada "A" X'], rows(page)
    assert page.page.text_content("#status").startswith("This game ended ½–½."), page.page.text_content("#status")
    page.shot("players")
    page.page.click("#flip")
    assert rows(page) == ['White: Ada "A" X', "Black: Bo"], rows(page)
    page.page.evaluate(COPIED)
    page.page.click("#copy-pgn")
    page.until("window.copied?.includes('[Black \"Bo\"]')")
    # Two people at one board have no names; a person against the engine may have one.
    page.new("chess")
    assert rows(page) == ["Black", "White"], rows(page)
    page.new("chess", side="white")
    assert rows(page) == ["White: Menagerie, level 1 (beginner)", "Black: You"], rows(page)
    page.page.click("#new")
    page.page.fill("#name", "Eve")
    page.page.keyboard.press("Escape")
    page.page.click("#new")
    page.page.fill("#name", "Eve")
    page.page.select_option("#side", "black")
    count = page.count
    page.page.click("#start")
    assert page.changed(count)
    assert rows(page) == ["Black: Menagerie, level 1 (beginner)", "White: Eve"], rows(page)
    page.page.evaluate("window.copied = null")
    page.page.click("#copy-pgn")
    page.until("window.copied?.includes('[White \"Eve\"]') && window.copied.includes('[Black \"Menagerie level 1\"]')")
    # The next game has the same name.
    page.page.click("#new")
    assert page.page.input_value("#name") == "Eve"
    page.page.fill("#name", "")
    page.page.click("#start")
    page.close()
    for options in (PHONE, {"viewport": {"width": 844, "height": 390}}):
        page = start(**options)
        load(page, f'[White "{LONG}"]\n[Black "{LONG}"]\n\n1. e4 e5 *')
        height = page.page.evaluate("document.getElementById('lower').getBoundingClientRect().height")
        width = page.page.evaluate("document.documentElement.scrollWidth")
        assert height < 40 and width == page.page.viewport_size["width"], (height, width)
        page.shot(f"players-{width}")
        page.close()
    print("players of loaded games and against the engine")


def run(start):
    """All of it; `start` opens a page."""
    names(start)
