"""Who plays: files of students, and reference agents by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

from grader import intake
from grader.assignment import Assignment, modules
from grader.intake.refusal import shown
from grader.jobs.pairs import Player

AGENTS = "agents"
"""Package of an assignment's reference. Its ``NAMES`` can be played against; ``source_of(name)`` is
the text of such an agent, as if a student had handed it in."""


def entrants(assignment: Assignment, asked: Sequence[str]) -> list[Player]:
    """The players that are asked for, each the path of a submission or a reference agent's name.

    Of the same name there are ``alice``, ``alice (2)``, and so on.

    Raises:
        IntakeError: if one of them is neither.
    """
    known = reference_agents(assignment)
    taken: dict[str, int] = {}
    players = []
    for one in asked:
        player = _entrant(assignment, one, known)
        number = taken[player.name] = taken.get(player.name, 0) + 1
        name = player.name if number == 1 else f"{player.name} ({number})"
        players.append(Player(name, player.submission))
    return players


def reference_agents(assignment: Assignment) -> tuple[str, ...]:
    """Names of the agents that the assignment comes with."""
    agents = _agents(assignment)
    return () if agents is None else tuple(agents.NAMES)


def _entrant(assignment: Assignment, asked: str, known: Sequence[str]) -> Player:
    path = Path(asked)
    if asked in known and not path.exists():
        return reference_agent(assignment, asked)
    if not path.exists():
        raise intake.IntakeError(
            f"{shown(asked)} is neither a file nor a reference agent; check the path, or choose "
            f"one of {', '.join(known) or 'no agents: this assignment has none'}."
        )
    return Player(shown(path.stem), intake.read(path, assignment.given))


def reference_agent(assignment: Assignment, name: str) -> Player:
    """The agent of that name, which is one of :func:`reference_agents`."""
    agents = _agents(assignment)
    assert agents is not None
    source_of: Callable[[str], str] = agents.source_of
    return Player(name, intake.of_contents(Path(name), [(f"{name}.py", source_of(name).encode())]))


def _agents(assignment: Assignment) -> ModuleType | None:
    if not (assignment.reference / AGENTS).is_dir():
        return None
    return modules.imported(assignment, AGENTS)
