"""The frozen files of the hidden tests, and what would be written into them now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reference.ps2.generate import instances, pools, positions

_GENERATORS = (positions, instances, pools)


@dataclass(frozen=True, slots=True)
class Frozen:
    """One file, and the text that belongs into it."""

    path: Path
    text: str

    @property
    def name(self) -> str:
        """What people call it: folder and file."""
        return f"{self.path.parent.name}/{self.path.name}"

    @property
    def stale(self) -> bool:
        """Whether the file holds something else, or is missing."""
        return not self.path.is_file() or self.path.read_text(encoding="utf-8") != self.text


def files() -> Iterator[Frozen]:
    """Every file, one after the other; each takes its time."""
    for generator in _GENERATORS:
        yield Frozen(generator.PATH, generator.render())
