"""Measures the board in the browser: start, size, clicks, traffic, and what the page costs the engine.

Usage: board.py ENGINE [PAIRS]: with PAIRS of searches of 8 s, one with the page and one without.
"""

import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

from board_click import CLICK
from playwright.sync_api import sync_playwright

SEARCH = 8  # s
SHOWN = "document.querySelectorAll('[data-at]').length > 0"


class Board:
    """A server with a page, and what it was sent."""

    def __init__(self, browser, engine, *args):
        self.folder = tempfile.TemporaryDirectory()
        words = [engine, "play", *args, "--no-open", "--games", self.folder.name]
        self.begin = time.perf_counter()
        self.server = subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        self.url = next(word for word in self.server.stdout.readline().split() if word.startswith("http"))
        self.listens = time.perf_counter() - self.begin
        self.events, self.tables, self.bytes = {}, 0, 0
        self.page = browser.new_page()
        self.page.on("websocket", lambda socket: socket.on("framereceived", self.receive))

    def receive(self, frame):
        event = json.loads(frame)
        self.bytes += len(frame.encode())
        self.tables += event["type"] == "table"
        self.events[event["type"]] = event

    def open(self):
        self.page.goto(self.url)
        self.until(lambda: self.page.evaluate(SHOWN))

    def until(self, holds):
        for _ in range(10_000):
            if holds():
                return
            self.page.wait_for_timeout(2)
        raise AssertionError(self.page.text_content("#message"))

    def close(self):
        self.page.close()
        self.server.kill()
        self.server.wait()
        self.folder.cleanup()


def start(browser, engine):
    """Seconds from the command to the address, and to the first board, in a browser that runs."""
    times = []
    for _ in range(7):
        board = Board(browser, engine, "chess")
        board.open()
        times.append((board.listens, time.perf_counter() - board.begin))
        board.close()
    listens, shown = zip(*times)
    print(f"start: address {statistics.median(listens):.2f} s, first board {statistics.median(shown):.2f} s ({min(shown):.2f} to {max(shown):.2f})")


def size(browser, engine):
    board = Board(browser, engine, "chess")
    names, total = ["", "style.css", "icon.svg"], 0
    board.page.on("response", lambda response: names.append(response.url.rsplit("/", 1)[1]))
    board.open()
    for name in sorted(set(names)):
        with urllib.request.urlopen(urllib.parse.urljoin(board.url, name)) as answer:
            total += len(answer.read())
    first = board.bytes
    board.close()
    print(f"size: files {total / 1000:.0f} kB, first messages {first / 1000:.0f} kB")


def clicks(browser, engine):
    board = Board(browser, engine, "chesimals", "--engine", "none")
    board.open()
    squares = sorted({step["path"][0] for step in board.events["table"]["position"]["steps"]})
    times = []
    for square in squares:
        _, ms, dots = board.page.evaluate(CLICK, square)
        assert dots > 0, square
        times.append(ms)
        board.page.keyboard.press("Escape")
        board.page.evaluate("document.getElementById('board').querySelector('[tabindex=\"0\"]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))")
    board.close()
    print(f"click to dots on 16x12: median {statistics.median(times):.1f} ms, most {max(times):.1f} ms, {len(times)} units")


def traffic(browser, engine):
    """Bytes of each turn in a game of 400 plies, without captures where there is a choice."""
    board = Board(browser, engine, "shogi", "--engine", "none")
    board.open()
    numbers, sent = random.Random(3), []
    for _ in range(400):
        table = board.events["table"]
        if table["result"]:
            break
        steps = table["position"]["steps"]
        quiet = [step for step in steps if not step["takes"]] or steps
        tables, before = board.tables, board.bytes
        board.page.fill("#typed-move", numbers.choice(quiet)["text"])
        board.page.press("#typed-move", "Enter")
        board.until(lambda: board.tables > tables)
        sent.append(board.bytes - before)
    board.close()
    part = lambda values: statistics.mean(values) / 1000
    print(f"traffic: {len(sent)} plies, first 20 {part(sent[:20]):.1f} kB a ply, last 20 {part(sent[-20:]):.1f} kB, all {sum(sent) / 1e6:.1f} MB")


def speed(browser, engine, pairs):
    """Nodes of an analysis with the page open, and with the page closed: by the clock, and by the
    processor time of the program, which does not depend on what else the machine does."""
    board = Board(browser, engine, "pacific", "--engine", "none")

    def busy():
        with open(f"/proc/{board.server.pid}/stat") as stat:
            words = stat.read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def search(is_open):
        board.open()
        board.page.select_option("#lines", "1")
        if board.page.get_attribute("#analyse", "aria-pressed") == "false":
            board.page.click("#analyse")
        tables = board.tables
        board.page.evaluate("document.getElementById('new').click()")
        board.page.select_option("#side", "none")
        board.page.click("#start")
        board.until(lambda: board.tables > tables)
        begin, worked = time.perf_counter(), busy()
        if not is_open:
            board.page.goto("about:blank")
        left = SEARCH - (time.perf_counter() - begin)
        (board.page.wait_for_timeout(left * 1000) if is_open else time.sleep(left))
        if not is_open:
            board.open()
        board.events.pop("info", None)
        board.until(lambda: "info" in board.events)
        info = board.events["info"]
        return {"by the clock": info["nps"], "by processor time": info["nodes"] / (busy() - worked)}

    search(True)
    found = []
    for pair in range(pairs):
        order = (True, False) if pair % 2 else (False, True)
        found.append({is_open: search(is_open) for is_open in order})
    board.close()
    for what in ("by the clock", "by processor time"):
        ratios = [pair[True][what] / pair[False][what] for pair in found]
        margin = 1.96 * statistics.stdev(ratios) / len(ratios) ** 0.5
        speed = statistics.mean(pair[True][what] for pair in found) / 1e6
        print(f"speed {what}: {speed:.2f} million nodes/s; with the page {100 * statistics.mean(ratios):.1f} % (± {100 * margin:.1f}) of without, {pairs} pairs")


def main():
    engine, pairs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 6
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        start(browser, engine)
        size(browser, engine)
        clicks(browser, engine)
        traffic(browser, engine)
        speed(browser, engine, pairs)
        browser.close()


main()
