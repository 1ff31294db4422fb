"""Records when a request came: with its first byte, however long its body takes."""

from __future__ import annotations

import time
from collections.abc import Callable

import h11
from fastapi import Request
from uvicorn.protocols.http.h11_impl import H11Protocol

_AT = "arrived_at"
LONGEST_UPLOAD = 900.0
"""Seconds that an upload may take without being later for it: 65 MiB at 600 kbit/s. Who sent a
first byte and then took a day would have a day more than others."""


class ArrivalProtocol(H11Protocol):
    """A protocol that records when the first byte of each request came."""

    clock: Callable[[], float] = staticmethod(time.time)

    def data_received(self, data: bytes) -> None:
        """Record the time if a request begins, and pass the bytes on."""
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            # A copy of this goes along with the request as its state.
            self.app_state = {**self.app_state, _AT: self.clock()}
        super().data_received(data)


def arrived_at(request: Request) -> float:
    """Return when a request came, in seconds since 1970, at most 15 minutes ago."""
    now = ArrivalProtocol.clock()
    at = float(request.scope.get("state", {}).get(_AT, now))
    return max(at, now - LONGEST_UPLOAD)
