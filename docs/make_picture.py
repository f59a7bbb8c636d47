"""Draw the picture of the README: the lab with the table of nDCG and the curve, as `docs/lab.png`.

Run it from the root of the project: `python -m docs.make_picture`. It needs Chromium, as the browser tests do.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.conftest import make_app
from tests.serving import running

PICTURE = Path(__file__).parent / "lab.png"
ADDRESS = "/lab?labels=101003000200003&unretrieved=32211&scale=3&k=10&show=nDCG@10&chart=pr&conventions=lillis"
SIZE = {"width": 1280, "height": 840}
#: So many colours are enough for a page in a few, and halve the file.
COLOURS = 128


def main() -> None:
    """Draw it, and say how large the file is."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with running(make_app()) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")  # type: ignore[arg-type]
        page.goto(server + ADDRESS, wait_until="networkidle")
        page.evaluate("document.fonts.ready")
        page.screenshot(path=PICTURE)
        browser.close()
    with Image.open(PICTURE) as drawn:
        drawn.convert("RGB").quantize(COLOURS).save(PICTURE, optimize=True)
    print(f"{PICTURE.name}: {PICTURE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
