"""Hostile agents, and what is expected of each: read from the files under ``data/agents``.

Behind their docstrings they have lines ``#: key = value``, which together are TOML:

    first     what becomes of an agent's first move of a game: a kind of fault, or "none", or a list
              where a race of the kernel decides; "none" if it is not said
    then      the same for its further moves; as the first if it is not said
    says      texts that must stand somewhere in the record of the games
    moves     how many moves each side makes, about; 3 if it is not said
    cpu       seconds that a move may take, for agents that need longer to get where they want
    itself    true if it is to play against itself as well, and no move of either may fail

Every agent answers what ``naive`` would, or has its moves replaced by those, so that each game is
the one that ``naive`` plays against itself.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader import intake
from grader.jobs.work_order import Player
from grader.model.game_record import GameRecord, MoveFault

DATA = Path(__file__).parent / "data"
HONEST = (DATA / "honest_agent.py").read_text("utf-8")

SECONDS = 0.1
"""Of CPU time for each move, where an agent does not need more."""

_HEADER = re.compile(r"^#: ?(.*)$", re.MULTILINE)
_KEYS = {"first", "then", "says", "moves", "cpu", "itself"}

Faults = frozenset[MoveFault | None]


@dataclass(frozen=True, slots=True)
class HostileAgent:
    """A hostile agent and its expectations; see the module's docstring."""

    id: str
    source: str
    first: Faults
    then: Faults
    says: tuple[str, ...]
    moves: int
    cpu: float
    itself: bool

    def player(self, folder: Path, surroundings: Mapping[str, str]) -> Player:
        """The agent as it is handed in, with ``@NAME@`` replaced by what is really there."""
        text = self.source
        for name, value in surroundings.items():
            text = text.replace(f"@{name}@", value)
        path = folder / f"{self.id}.py"
        path.write_text(text, "utf-8")
        return Player(self.id, intake.read_submission(path))

    def mistakes(self, record: GameRecord, side: int) -> list[str]:
        """What is not as it should be with the moves of ``side``, as sentences."""
        found = []
        for number, ply in enumerate(record.of(side)):
            allowed = self.then if number else self.first
            if ply.fault not in allowed:
                found.append(f"move {number + 1}: {ply.fault}, not {allowed}; {ply.detail}")
        texts = "\n".join(ply.detail + ply.printed for ply in record.of(side))
        found += [f"{text!r} is said nowhere" for text in self.says if text not in texts]
        return found


def read(path: Path) -> HostileAgent:
    """The agent in the file ``path``.

    Raises:
        ValueError: if its header cannot be used.
    """
    text = path.read_text("utf-8")
    header: dict[str, Any] = tomllib.loads("\n".join(_HEADER.findall(text)))
    if unknown := set(header) - _KEYS:
        raise ValueError(f"{path}: unknown keys {unknown}")
    first = header.get("first", "none")
    says = header.get("says", ())
    return HostileAgent(
        id=path.stem,
        source=HONEST + text,
        first=_faults(first),
        then=_faults(header.get("then", first)),
        says=(says,) if isinstance(says, str) else tuple(says),
        moves=header.get("moves", 3),
        cpu=header.get("cpu", SECONDS),
        itself=header.get("itself", False),
    )


def _faults(value: str | list[str]) -> Faults:
    words = value if isinstance(value, list) else [value]
    return frozenset(None if word == "none" else MoveFault(word) for word in words)


AGENTS = [read(path) for path in sorted((DATA / "agents").glob("*.py"))]
