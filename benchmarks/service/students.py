"""Students in a browser, for Locust: each comes once, hands in, and looks what came of it.

Runs in an environment of its own that has Locust and nothing of ours. What it has to know stands
in the file that ``CROWD`` names: cookies and form tokens, the seconds in which everybody hands in,
what is handed in, and where.
"""

from __future__ import annotations

import itertools
import json
import os
import random
from pathlib import Path
from typing import Any

import gevent
from locust import FastHttpUser, task
from locust.exception import StopUser

_KNOWN: dict[str, Any] = json.loads(Path(os.environ["CROWD"]).read_text("utf-8"))
_PAGE = "/c/" + _KNOWN["course"]
_LOOKS = 3
"""How often a student looks at the page of the submission, and then at the course's."""
_BETWEEN = 10.0
"""Seconds between two looks."""
_numbers = itertools.count()


class Student(FastHttpUser):
    """One student. A seed decides when they come, so that two runs are alike."""

    network_timeout = 60.0

    def on_start(self) -> None:
        """Sign in, and wait until it is one's time."""
        self.number = next(_numbers)
        self.client.cookiejar.clear()
        self.chance = random.Random(self.number)
        gevent.sleep(self.chance.uniform(0, _KNOWN["seconds"]))

    @task
    def hand_in(self) -> None:
        """Look at the courses, hand in a file of one's own, and look at it now and then."""
        who = _KNOWN["people"][self.number]
        headers = {"Cookie": f"session={who['cookie']}", "Origin": self.host}
        self.client.get("/", headers=headers, name="page: courses")
        self.client.get(_PAGE, headers=headers, name="page: course")
        source = f"{_KNOWN['source']}\n# number {self.number}\n"
        with self.client.post(
            f"{_PAGE}/{_KNOWN['assignment']}/submissions",
            data={"csrf": who["csrf"], "key": f"crowd {self.number}", "code": source},
            headers=headers, name="hand in", allow_redirects=False, catch_response=True,
        ) as answer:  # fmt: skip
            own = answer.headers.get("location", "") if answer.headers else ""
            if answer.status_code != 303 or not own.startswith("/s/"):
                answer.failure(f"status {answer.status_code}")
                raise StopUser
            answer.success()
        watching = gevent.spawn(self._watch, f"{own}/events", headers)
        for _ in range(_LOOKS):
            self.client.get(own, headers=headers, name="page: submission")
            gevent.sleep(_BETWEEN)
        self.client.get(_PAGE, headers=headers, name="page: course")
        watching.kill()
        raise StopUser

    def _watch(self, path: str, headers: dict[str, str]) -> None:
        """Read what is sent about the submission, as the page's script does."""
        with self.client.get(path, headers=headers, name="events", stream=True) as answer:
            while answer.stream.read(1):
                pass
