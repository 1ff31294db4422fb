"""Runs one container, and carries the wire over its attached standard streams."""

from __future__ import annotations

import contextlib
import logging
import socket
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from grader.sandbox.docker import engine_client
from grader.sandbox.zygote_client import BackendLimits

KEPT_COMPLAINTS = 4000
"""Bytes of the interpreter's standard error that are kept, the last ones."""

_log = logging.getLogger(__name__)

_PATIENCE = 20.0
_CHUNK = 1 << 18
_STDERR = 2


@dataclass(slots=True)
class AttachedStreamParser:
    """A parser of the one stream in which an engine sends both outputs of a container.

    Each piece is led by its kind (one byte, three of padding) and its length (32 bits,
    big-endian); see "Attach to a container" in the Docker Engine API.
    """

    complaints: bytearray = field(default_factory=bytearray)
    _waiting: bytearray = field(default_factory=bytearray)

    def feed(self, data: bytes) -> bytes:
        """Take in ``data``, and return the part of it that was standard output."""
        self._waiting += data
        output = bytearray()
        at = 0
        while len(self._waiting) >= at + _HEAD.size:
            kind, length = _HEAD.unpack_from(self._waiting, at)
            end = at + _HEAD.size + length
            if len(self._waiting) < end:
                break
            piece = self._waiting[at + _HEAD.size : end]
            if kind == _STDERR:
                self.complaints = (self.complaints + piece)[-KEPT_COMPLAINTS:]
            else:
                output += piece
            at = end
        del self._waiting[:at]
        return bytes(output)


_HEAD = struct.Struct(">BxxxI")


@dataclass(slots=True)
class Container:
    """A started container; see :class:`grader.sandbox.zygote_client.Channel`.

    Attributes:
        id: as the engine knows it.
        memory_bytes: what it may take in all.
    """

    id: str
    memory_bytes: int
    confinement: BackendLimits
    _attached: Any
    """What the SDK gave for the connection, which lives as long as this is kept."""
    _streams: AttachedStreamParser = field(default_factory=AttachedStreamParser)

    @classmethod
    def start(
        cls,
        configuration: Mapping[str, Any],
        confinement: BackendLimits,
        files: Mapping[str, bytes] = MappingProxyType({}),
    ) -> Container:
        """Create a container, connect to it and start it.

        Args:
            files: tar archives that are unpacked before that, by folder.

        Raises:
            OSError: if the engine refuses; nothing is left of it then.
        """
        made = engine_client.create(configuration)
        attached = None
        try:
            for folder, archive in files.items():
                engine_client.upload_archive(made, folder, archive)
            # First, or what it says would be lost.
            attached = engine_client.attach(made)
            engine_client.start(made)
        except BaseException:
            if attached is not None:
                _disconnect(attached)
            with contextlib.suppress(OSError):
                engine_client.remove(made)
            raise
        _log.info("a sandbox begins", extra={"backend": "docker", "container": made})
        container = cls(made, configuration["HostConfig"]["Memory"], confinement, attached)
        container._socket.settimeout(_PATIENCE)
        return container

    def fileno(self) -> int:
        """See :class:`grader.sandbox.zygote_client.Channel`."""
        return self._socket.fileno()

    def read(self) -> bytes:
        """See :class:`grader.sandbox.zygote_client.Channel`."""
        data = self._socket.recv(_CHUNK)
        if not data:
            raise EOFError(self._ending())
        # What an encrypted connection has decrypted already cannot be waited for.
        pending = getattr(self._socket, "pending", None)
        while pending is not None and (more := pending()):
            data += self._socket.recv(more)
        return self._streams.feed(data)

    def write(self, data: memoryview) -> int:
        """See :class:`grader.sandbox.zygote_client.Channel`."""
        return self._socket.send(data)

    def confine(self) -> None:
        """See :class:`grader.sandbox.zygote_client.Channel`; a container is confined already."""

    def close(self) -> str:
        """See :class:`grader.sandbox.zygote_client.Channel`. Returns when the container is gone.

        If the engine does not answer any more, only the connection is closed, and the container
        ends itself when it notices.
        """
        with contextlib.suppress(OSError):
            engine_client.remove(self.id)
            self._socket.settimeout(1.0)
            while data := self._socket.recv(_CHUNK):
                self._streams.feed(data)
        self.leave()
        return self._streams.complaints.decode("utf-8", "backslashreplace")

    def leave(self) -> None:
        """Close this process's end of the connection, without ending the container.

        When a process has taken a container and forked, one of the two uses it and the other
        leaves it. The container ends as soon as nobody is connected.
        """
        _disconnect(self._attached)

    @property
    def _socket(self) -> socket.socket:
        # The SDK wraps a plain connection in a file object, and an encrypted one in nothing.
        inner: socket.socket = getattr(self._attached, "_sock", self._attached)
        return inner

    def _ending(self) -> str:
        """Return why the container sends nothing any more, as the rest of a sentence."""
        try:
            death = engine_client.container_end(self.id)
        except OSError as problem:
            return str(problem)
        if death is None:
            return "the Docker engine closed the connection"
        if death.out_of_memory:
            return f"the container was killed for taking more than {self.memory_bytes >> 20} MiB"
        return f"the container ended with status {death.status}"


def _disconnect(attached: Any) -> None:
    # The response that the connection came with has a share in it; it goes first.
    for end in (getattr(attached, "_response", None), attached):
        if end is not None:
            with contextlib.suppress(OSError):
                end.close()
