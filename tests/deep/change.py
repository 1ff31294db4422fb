"""What the commit at hand changes, as far as a clone can know.

The change is what lies between a base and ``HEAD``. The base is, whichever is there first:

1. the commit that ``$CI_BASE`` names;
2. where ``HEAD`` has left ``origin/main``, the commit at which it did;
3. on the main branch itself, of which a fresh clone does not know what has been tested: the newest
   commit on its first-parent line that is older than ``HEAD`` by more than :data:`HOURS`.

Where there is none, as in a shallow clone or a folder without git, the change is not known.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

HOURS = 6
"""Of work on the main branch that are taken for one change."""


@dataclass(frozen=True, slots=True)
class Change:
    """What was changed.

    Attributes:
        base: the commit before.
        paths: files that were added, changed or removed, from the root of the repository.
    """

    base: str
    paths: tuple[str, ...]


def head(root: Path) -> str | None:
    """The hash of the commit at hand; ``None`` where git does not know."""
    return _git(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")


def change(root: Path) -> Change | None:
    """The change that ``HEAD`` is the end of; ``None`` if it is not known."""
    base = _base(root)
    if base is None:
        return None
    # A file that is renamed counts under both names.
    listed = _git(root, "diff", "--name-only", "--no-renames", "-z", base, "HEAD")
    return None if listed is None else Change(base, tuple(filter(None, listed.split("\0"))))


def _base(root: Path) -> str | None:
    if named := os.environ.get("CI_BASE"):
        return _git(root, "rev-parse", "--verify", "--quiet", f"{named}^{{commit}}")
    here = head(root)
    if here is None:
        return None
    fork = _git(root, "merge-base", "origin/main", "HEAD")
    return fork if fork not in {None, here} else _before(root)


def _before(root: Path) -> str | None:
    """The newest first-parent ancestor that is old enough."""
    line = _git(root, "log", "--first-parent", "--format=%H %ct", "HEAD") or ""
    commits = [entry.split() for entry in line.splitlines()]
    return next((name for name, at in commits if int(at) < int(commits[0][1]) - 3600 * HOURS), None)


def _git(root: Path, *arguments: str) -> str | None:
    """What git says, or ``None`` if it fails."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, encoding="utf-8", check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip("\n")
