"""Launches by LTI in a browser: out of a frame of another site, in a window of their own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from tests.service import lti_platform
from tests.service.lti_platform import register
from tests.service.running import running
from tests.service.scene import Scene

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_a_launch_in_a_frame_goes_on_in_a_window_with_a_cookie(
    scene: Scene, browser: Browser
) -> None:
    with running(scene) as service, lti_platform.running() as platform, _site() as (site, pages):
        register(scene, platform, issuer=site, auth_url=f"{site}/auth")
        begin = f"{service}/lti/login?iss={site}&login_hint=x&target_link_uri={service}/lti/launch"
        pages["/"] = f'<iframe src="{begin}" width="600" height="400"></iframe>'
        context = browser.new_context()
        page = context.new_page()
        page.goto(site)
        link = page.frame_locator("iframe").get_by_role("link", name="in a new window")
        link.wait_for(timeout=10_000)
        assert context.cookies(service) == []
        with context.expect_page() as opened:
            link.click()
        opened.value.wait_for_url(f"{site}/auth?*")
        (cookie,) = context.cookies(service)
        assert cookie["name"] == "launch"
        context.close()


@contextmanager
def _site() -> Iterator[tuple[str, dict[str, str]]]:
    """Another site than the service's, which is at 127.0.0.1, and its pages by their paths."""
    pages: dict[str, str] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content = pages.get(self.path, "<title>A platform</title>").encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Nobody listens."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://localhost:{server.server_address[1]}", pages
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
