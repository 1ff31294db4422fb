"""What a fuzz target is, and where its randomness comes from."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Case:
    """One hostile input. ``kind`` says how the target takes it: a file name, for example."""

    kind: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one case may take before that alone is a finding."""

    cpu_seconds: float
    memory_bytes: int
    """Address space beyond what the worker had when it began."""


class Draw(random.Random):
    """Random choices. ``randrange`` and ``choice`` are exact but three times as slow as these."""

    def begin(self, seed: int, number: int) -> None:
        """Start the sequence of case ``number``, the same in every run with ``seed``."""
        self.seed((seed << 64) + number)

    def below(self, limit: int) -> int:
        """An integer from 0 to ``limit`` - 1."""
        return int(self.random() * limit)

    def chance(self, probability: float) -> bool:
        """True so often."""
        return self.random() < probability

    def pick(self, options: Sequence[T]) -> T:
        """One of ``options``."""
        return options[int(self.random() * len(options))]

    def few(self, most: int) -> int:
        """An integer from 1 to ``most``, as likely below 10 as between 10 and 100."""
        return int(most ** self.random())


class Target(Protocol):
    """Something that must stand any input."""

    @property
    def name(self) -> str:
        """What the command line calls it."""

    @property
    def bounds(self) -> Bounds:
        """What one case may take."""

    def prepare(self, place: Path) -> None:
        """Called in each worker before its first case; ``place`` is a folder of its own."""

    def case(self, draw: Draw) -> Case:
        """An input, made of nothing but ``draw``."""

    def run(self, case: Case) -> str:
        """Do with ``case`` what the grader does and check what must hold.

        Returns:
            What became of it, in a word for the statistics. Every exception is a finding.
        """
