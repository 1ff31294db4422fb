"""Sends scores and reads rosters beside the gradings of a worker."""

from __future__ import annotations

import contextlib

from grader.service.background_loop import repeat_in_thread
from grader.service.data.database import Database
from grader.service.lti.platform_client import PlatformClient
from grader.service.lti.roster_sync import read_due_roster
from grader.service.lti.score_sender import send_next

_EVERY = 5.0
"""Seconds between two looks whether something is due."""


def serve_platforms(database: Database) -> contextlib.AbstractContextManager[None]:
    """Send scores and read rosters that are due in a thread until the context ends."""
    client = PlatformClient(database)
    return repeat_in_thread(lambda: send_next(client) or read_due_roster(client), "LTI", _EVERY)
