"""The board's page while its program is away, and when it is started again, at the same address or another.

Usage: restart.py PROGRAM FOLDER: the games are kept in FOLDER.
"""

import pathlib
import re
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

WAIT = 60_000  # ms


def started(program, folder, *options):
    """Starts the program; returns it with the address of its page."""
    command = [program, "play", "chess", "--no-open", "--engine", "none", "--hash", "4", "--games", folder, *options]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return child, re.search(r"http://\S+", child.stdout.readline()).group()


def until(page, script):
    for _ in range(WAIT // 50):
        if page.evaluate(script):
            return
        page.wait_for_timeout(50)
    raise AssertionError((script, page.text_content("#offline"), page.text_content("#message")))


def main():
    program, folder = sys.argv[1:3]
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    children = []
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            child, url = started(program, folder)
            children.append(child)
            page = browser.new_page()
            page.goto(url)
            page.wait_for_selector("[data-square]")
            child.kill()
            child.wait()
            words = "document.getElementById('offline').textContent"
            until(page, "!document.getElementById('offline').hidden")
            # A move that is typed meanwhile is not lost.
            page.fill("#typed-move", "e4")
            page.press("#typed-move", "Enter")
            assert page.input_value("#typed-move") == "e4"
            assert "does not answer" in page.text_content("#message")
            until(page, f"{words}.includes('start it again')")
            child, again = started(program, folder)
            children.append(child)
            assert again == url
            until(page, "document.getElementById('offline').hidden")
            child.kill()
            child.wait()
            # Another program at the same port.
            pathlib.Path(folder, "address.json").unlink()
            child, again = started(program, folder, "--port", url.split(":")[2].split("/")[0])
            children.append(child)
            assert again != url
            until(page, f"{words}.includes('was started again')")
            # The address without its last character works, too.
            page.goto(again.rstrip("/"))
            page.wait_for_selector("[data-square]")
            assert page.url == again and page.evaluate("document.getElementById('offline').hidden")
            browser.close()
    finally:
        for child in children:
            child.kill()
    print("a page of another run says so")


main()
