"""The board's page in Chromium, with what the server has sent to it."""

import json

WAIT = 20_000  # ms


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
            position = self.table["position"]
            if shown == [position.get("pdn", position["fen"]), str(self.table["id"])]:
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
