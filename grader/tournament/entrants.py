"""Finds who plays: files of students, and reference agents by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from grader import intake
from grader.assignment import Assignment, course_assignments
from grader.batch import handin as handins
from grader.batch.collect_handins import collect_handins
from grader.intake.intake_errors import printable_name
from grader.jobs.bindings_toml import bindings_path, read_bindings
from grader.jobs.work_order import Player
from grader.tournament.standings import Refusal

AGENTS = "agents"
"""Package of an assignment's reference. Its ``NAMES`` can be played against; ``source_of(name)`` is
the text of such an agent, as if a student had handed it in."""


def find_players(assignment: Assignment, asked: Sequence[str]) -> list[Player]:
    """Return the named players, each a submission's path or a reference agent's name.

    What a file of bindings beside a submission says of it counts. Players with equal names get
    their folders in front: ``week1/alice``, ``week2/alice``.

    Raises:
        IntakeError: if one of them is neither.
        BindingsError: if a file of bindings cannot be used.
    """
    known = list_reference_agents(assignment)
    return _make_names_unique([(_entrant(assignment, one, known), Path(one)) for one in asked])


def collect_players(
    assignment: Assignment, paths: Sequence[str], names: Sequence[str], apart: Path
) -> tuple[list[Player], list[Refusal]]:
    """Return players for all hand-ins at ``paths`` and for reference agents by name.

    What a file of bindings beside a hand-in says of it counts.

    Args:
        apart: a folder that is not looked into, because the games may be kept there.

    Returns:
        The players, and who does not play, because their hand-in cannot be read.

    Raises:
        NothingToGrade: if there are paths and none of them leads to a hand-in.
        BindingsError: if a file of bindings cannot be used.
    """
    players: list[tuple[Player, Path]] = []
    refusals: list[Refusal] = []
    for handin in collect_handins(paths, None, apart, assignment.given) if paths else ():
        try:
            submission = handins.read_submission(handin, assignment.file_rules)
        except intake.IntakeError as refusal:
            refusals.append((handin.id, str(refusal)))
            continue
        said = () if handin.download else _bindings_beside(handin.path, assignment)
        players.append((Player(handin.id, submission, said), handin.path))
    players += [(load_reference_agent(assignment, name), Path(name)) for name in names]
    return _make_names_unique(players), refusals


def group_identical_programs(players: Iterable[Player]) -> list[list[str]]:
    """Return names of players whose programs are the same, character by character."""
    found: dict[tuple[str, ...], list[str]] = {}
    for player in players:
        sources = tuple(cell.source for cell in player.submission.code)
        found.setdefault(sources, []).append(player.name)
    return [names for names in found.values() if len(names) > 1]


def _make_names_unique(players: Sequence[tuple[Player, Path]]) -> list[Player]:
    """Return the players with unique names, by folders in front or numbers behind.

    Args:
        players: each with its path.
    """
    often = Counter(player.name for player, _ in players)
    taken: Counter[str] = Counter()
    found = []
    for bare, path in players:
        folder = printable_name(path.absolute().parent.name)
        alike = often[bare.name] > 1 and len(path.parts) > 1
        player = replace(bare, name=f"{folder}/{bare.name}") if alike else bare
        taken[player.name] += 1
        number = taken[player.name]
        found.append(player if number == 1 else replace(player, name=f"{player.name} ({number})"))
    return found


def list_reference_agents(assignment: Assignment) -> tuple[str, ...]:
    """Return the names of the reference agents of the assignment."""
    agents = _agents(assignment)
    return () if agents is None else tuple(agents.NAMES)


def _entrant(assignment: Assignment, asked: str, known: Sequence[str]) -> Player:
    path = Path(asked)
    if asked in known and not path.exists():
        return load_reference_agent(assignment, asked)
    if not path.exists():
        raise intake.IntakeError(
            f"{printable_name(asked)} is neither a file nor a reference agent; check the path, or "
            f"choose one of {', '.join(known) or 'no agents: this assignment has none'}."
        )
    return Player(
        printable_name(path.stem),
        intake.read_submission(path, assignment.file_rules),
        _bindings_beside(path, assignment),
    )


def _bindings_beside(path: Path, assignment: Assignment) -> tuple[tuple[str, str], ...]:
    beside = bindings_path(path)
    return tuple(read_bindings(beside, assignment).items()) if beside.is_file() else ()


def load_reference_agent(assignment: Assignment, name: str) -> Player:
    """Return the reference agent with a name from :func:`list_reference_agents`."""
    agents = _agents(assignment)
    assert agents is not None
    source_of: Callable[[str], str] = agents.source_of
    return Player(
        name, intake.make_submission(Path(name), [(f"{name}.py", source_of(name).encode())])
    )


def _agents(assignment: Assignment) -> ModuleType | None:
    if not (assignment.reference / AGENTS).is_dir():
        return None
    return course_assignments.import_course_module(assignment, AGENTS)
