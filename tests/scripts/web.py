"""Talks to the engine in a Web Worker of Chromium, without isolation from other origins.

Usage: web.py PACKAGE: the folder that packaging/web.sh writes.
"""

import functools
import http.server
import shutil
import sys
import threading

from playwright.sync_api import sync_playwright

WAIT = 60_000  # ms

PAGE = """() => {
    window.lines = [];
    window.worker = new Worker("worker.mjs", { type: "module" });
    worker.onmessage = (event) => lines.push(event.data);
    worker.onerror = (event) => lines.push(`error: ${event.message}`);
}"""


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *args):
        pass


def until(page, sent, begin):
    """Sends lines; returns all that come up to one that begins so."""
    for line in sent:
        page.evaluate("line => worker.postMessage(line)", line)
    for _ in range(WAIT // 20):
        found = page.evaluate(
            "begin => { const at = lines.findIndex((line) => line.startsWith(begin));"
            " return at < 0 ? null : lines.splice(0, at + 1); }",
            begin,
        )
        if found:
            return found
        page.wait_for_timeout(20)
    raise AssertionError((sent, begin, page.evaluate("lines")))


def conversation(page):
    page.evaluate(PAGE)
    until(page, ["uci"], "uciok")
    until(page, ["isready"], "readyok")
    until(page, ["position startpos", "go depth 6"], "bestmove ")
    until(page, ["go infinite"], "info depth 5 ")
    heard = until(page, ["isready"], "readyok")
    assert not any(line.startswith("bestmove") for line in heard), heard
    until(page, ["stop"], "bestmove ")
    until(page, ["setoption name UCI_Variant value cheskers", "position startpos"], "info string ")
    until(page, ["go movetime 200"], "bestmove ")


def example(page, url):
    page.goto(url + "example.html")
    page.fill("input", "go depth 5")
    page.press("input", "Enter")
    page.locator("pre", has_text="bestmove").wait_for(timeout=WAIT)


def main():
    handler = functools.partial(Handler, directory=sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    names = ("chromium", "chromium-browser", "google-chrome")
    with sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, names)))
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(url + "example.html")
        conversation(page)
        example(page, url)
        assert not errors, errors
        browser.close()
    server.shutdown()


main()
