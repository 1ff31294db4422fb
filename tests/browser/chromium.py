"""A real browser, where there is one, and the pages to be looked at in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome")


def missing() -> str | None:
    """Why there is no browser to be had here, in one sentence, or None."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed (make browser)."
    if _program() is None:
        return "There is no Chromium here (scripts/install-browser)."
    return None


@contextmanager
def started() -> Iterator[Browser]:
    """A browser without a window; ends with the block."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Its own sandbox needs more than a container's root has. The pages are ours.
        browser = playwright.chromium.launch(executable_path=_program(), chromium_sandbox=False)
        try:
            yield browser
        finally:
            browser.close()


def _program() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)
