"""Reads files of settings: TOML, in which every key is known."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Set
from pathlib import Path
from typing import Any

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem


def read_settings_file(file: Path, keys: Set[str]) -> dict[str, Any]:
    """Return the settings in a TOML file, in which every key has to be known.

    Raises:
        ServiceProblem: if the file cannot be read, or sets anything but ``keys``.
    """
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as problem:
        raise ServiceProblem(
            f"{file} cannot be read: {escape_to_one_line(str(problem), 200)}"
        ) from None
    if unknown := sorted(found.keys() - keys):
        raise ServiceProblem(
            f"{file}: the key {unknown[0]!r} is not known; known keys are {sorted(keys)}."
        )
    return found


def required_text(file: Path, found: Mapping[str, Any], key: str, otherwise: str = "") -> str:
    """Return the text that ``file`` sets for ``key``, without spaces around it.

    Args:
        otherwise: where else it may be set, for the sentence.

    Raises:
        ServiceProblem: if there is none.
    """
    value = found.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ServiceProblem(f"{file}: {key} is missing{otherwise}.")
    return value.strip()
