"""Sends to the sandbox's other processes and receives from them, with bounded patience."""

from __future__ import annotations

import select
import time
from _socket import SCM_RIGHTS, SOL_SOCKET, socket
from array import array
from collections.abc import Sequence

PATIENCE = 10.0
"""Seconds after which a process that takes or says nothing counts as gone."""


class Breach(Exception):
    """The error of a message that breaks the protocol of the untrusted side."""


class Gone(Exception):
    """The error of a process that has ended: its end of the socket was closed."""


class LentServerLost(Exception):
    """The error of a lent server that ended before it said what it had been asked."""


def send(to: socket, data: bytes | memoryview, passed: Sequence[socket] = ()) -> None:
    """Send all of ``data``, together with the sockets ``passed``.

    Raises:
        Gone: if nobody takes it in time.
    """
    give_up = time.monotonic() + PATIENCE
    rights = []
    if passed:
        rights = [(SOL_SOCKET, SCM_RIGHTS, array("i", [end.fileno() for end in passed]))]
    sent = 0
    while sent < len(data):
        try:
            # No view outlives its turn: an exception would keep it, and with it the memory below.
            with memoryview(data)[sent:] as rest:
                sent += to.sendmsg([rest], rights)
            rights = []
        except BlockingIOError:
            patience = give_up - time.monotonic()
            if patience < 0:
                raise Gone from None
            select.select([], [to], [], patience)
        except OSError:
            raise Gone from None


def receive(end: socket, size: int) -> bytes:
    """Return the next ``size`` bytes.

    Raises:
        Gone: if they do not come in time.
    """
    give_up = time.monotonic() + PATIENCE
    data = b""
    while len(data) < size:
        patience = give_up - time.monotonic()
        if patience < 0 or not select.select([end], [], [], patience)[0]:
            raise Gone
        try:
            chunk = end.recv(size - len(data))
        except OSError:
            chunk = b""
        if not chunk:
            raise Gone
        data += chunk
    return data
