"""Reads the kernel's accounts of the sandbox from its control group, where there is one."""

from __future__ import annotations

import os
from collections.abc import Sequence


class CgroupFile:
    """A file of a control group, of either version, that can be read repeatedly."""

    def __init__(self, sources: Sequence[int | str]) -> None:
        """Open the first of ``sources`` (descriptors or paths) that can be read."""
        self._fd: int | None = None
        self._text = b""
        self._read: dict[str, int] = {}
        for source in sources:
            try:
                self._fd = source if isinstance(source, int) else os.open(source, os.O_RDONLY)
                os.pread(self._fd, 1, 0)
            except OSError:
                self._fd = None
                continue
            break

    def __bool__(self) -> bool:
        """Return whether there is such a file."""
        return self._fd is not None

    def killed(self) -> int:
        """Return how many processes the kernel has killed for lack of memory; 0 without a file."""
        return int(self._numbers().get("oom_kill", 0))

    def cpu_seconds(self) -> float:
        """Return the CPU time of all processes that are or were in the group.

        Raises:
            ValueError: if the kernel's file is not as its documentation says.
        """
        numbers = self._numbers()
        if "usage_usec" in numbers:
            return numbers["usage_usec"] / 1e6
        if "" in numbers:
            return numbers[""] / 1e9
        raise ValueError(f"no CPU time among {sorted(numbers)}")

    def _numbers(self) -> dict[str, int]:
        """Return the numbers in the file by name; a number alone has an empty name."""
        if self._fd is None:
            return {}
        text = os.pread(self._fd, 4096, 0)
        if text != self._text:  # most often nothing has happened
            self._text, self._read = text, _read(text.decode("ascii").split())
        return self._read


def _read(words: Sequence[str]) -> dict[str, int]:
    if len(words) == 1:
        return {"": int(words[0])}
    return {name: int(number) for name, number in zip(words[::2], words[1::2], strict=True)}
