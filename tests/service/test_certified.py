"""Signing in by a provider of OpenID Connect that is not our own: ``oidc-provider``, certified."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

import httpx2
import pytest

from grader.service.auth.external_accounts import AccountProvider
from grader.service.auth.oidc import BACK
from grader.service.web.app import make_app
from grader.service.web.server_settings import ServerSettings
from tests.service.ports import free_port
from tests.service.scene import Scene
from tests.service.site import URL, Browser, words

pytestmark = pytest.mark.slow

CLIENT, SECRET = "grades", "between us: 100 % + more"
_FOLDER = Path(__file__).parent / "certified"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the provider and what it needs."""
    if shutil.which("npm") is None:
        assert not os.environ.get("CI"), "npm has to be there (scripts/install-node)."
        pytest.skip("There is no npm (scripts/install-node).")
    folder = tmp_path_factory.mktemp("certified")
    for file in _FOLDER.iterdir():
        shutil.copy(file, folder)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return folder


@contextmanager
def _provider(installed: Path, where: str) -> Iterator[AccountProvider]:
    """The accounts of one that says mail addresses there."""
    port = free_port()
    command = ["node", "server.mjs", str(port), URL + BACK, CLIENT, SECRET, where]
    with subprocess.Popen(
        command, cwd=installed, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert any(line == "listening\n" for line in process.stdout)
            domains = frozenset({"example.edu"})
            yield AccountProvider(f"http://127.0.0.1:{port}", CLIENT, SECRET, "Example", domains)
        finally:
            process.kill()


@pytest.mark.parametrize("where", ["apart", "token"])
def test_people_sign_in_by_their_account(scene: Scene, installed: Path, where: str) -> None:
    scene.person("ada")
    with _provider(installed, where) as known:
        scene.server = make_app(scene.database, ServerSettings.at(URL, known))
        for _ in range(2):  # the first time by the address, then by the account
            browser = Browser(scene)
            answer = browser.get(_back(browser, "ada"))
            assert (answer.status_code, answer.headers["location"]) == (303, "/"), answer.text
            assert "Account of ada" in words(browser.get("/account").text)


def test_nobody_else_does(scene: Scene, installed: Path) -> None:
    scene.person("ada")
    scene.person("unverified")
    with _provider(installed, "apart") as known:
        scene.server = make_app(scene.database, ServerSettings.at(URL, known))
        for login, sentence in (
            ("unverified", "does not say that a mail address is yours"),
            ("stranger", "Nobody here has the login 'stranger'"),
        ):
            browser = Browser(scene)
            answer = browser.get(_back(browser, login))
            assert answer.status_code == 403
            assert sentence in words(answer.text)
            assert browser.get("/account").status_code == 303
        # The code of somebody else's way back, who has not used it yet.
        theirs, browser = _back(Browser(scene), "ada"), Browser(scene)
        code = re.compile(r"(?<=[?&]code=)[^&]+")
        mine = code.sub(code.findall(theirs)[0], _back(browser, "stranger"))
        assert browser.get(mine).status_code == 403
        assert browser.get("/account").status_code == 303


def _back(browser: Browser, login: str) -> str:
    """Where somebody is sent back to who signs in at the provider, as its pages want it."""
    away = browser.get("/sign-in/provider")
    assert away.status_code == 303, away.text
    with httpx2.Client() as person:
        answer = person.get(away.headers["location"])
        for _ in range(20):
            if answer.is_redirect:
                where = urljoin(str(answer.url), answer.headers["location"])
                if where.startswith(URL):
                    return where.removeprefix(URL)
                answer = person.get(where)
            else:
                assert answer.status_code == 200, answer.text
                action, values = _filled_in(answer.text, login)
                answer = person.post(action, data=values)
    raise AssertionError("The provider does not send anybody back.")


def _filled_in(page: str, login: str) -> tuple[str, dict[str, str]]:
    """Where the form of a page goes, and with what."""
    action = re.search(r'<form[^>]* action="([^"]+)"', page)
    assert action is not None, page
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)"', page)
    return unescape(action[1]), {**dict(hidden), "login": login, "password": "any"}
