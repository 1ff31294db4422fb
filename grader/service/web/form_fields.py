"""Reads and checks the fields of forms; all that is wrong is said at once."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import tzinfo

from grader.model.escape import escape_to_one_line
from grader.model.formatting import format_number
from grader.service import ServiceProblem
from grader.service.course_time import UTC, TimeDoesNotExist, parse_local_time
from grader.service.text_input import LONGEST_ADDRESS, split_web_address

_LATEST = 7_258_118_400.0
"""The year 2200, so that days can be added to whatever is given."""


@dataclass(slots=True)
class FormReader:
    """A reader of the fields of one form, which collects their problems.

    Attributes:
        problems: a sentence for each field that cannot be read.
    """

    problems: list[str] = field(default_factory=list)

    def require_no_problems(self) -> None:
        """Raise ServiceProblem with all problems if there are any."""
        if self.problems:
            raise ServiceProblem(" ".join(self.problems))

    def whole(self, what: str, text: str, least: int, most: int) -> int:
        """Return a whole number between two bounds; note a problem if it is none."""
        digits = text.strip()
        if digits.isascii() and digits.isdigit() and len(digits) < 10:
            value = int(digits)
            if least <= value <= most:
                return value
        self.problems.append(
            f"{what}: expected a whole number from {least} to {most}, not {_shown(text)}."
        )
        return least

    def percent(self, what: str, text: str) -> float:
        """Return a share between 0 and 1 that is given in percent."""
        try:
            value = float(text.strip().replace(",", "."))
        except ValueError:
            value = math.nan
        if 0 <= value <= 100:
            return round(value / 100, 6)
        self.problems.append(f"{what}: expected a number from 0 to 100, not {_shown(text)}.")
        return 0.0

    def moment(self, what: str, text: str, zone: tzinfo = UTC) -> float:
        """Return the seconds since 1970 of a date and time in a zone; 0 if the field is empty."""
        given = text.strip()
        if not given:
            return 0.0
        try:
            value = parse_local_time(given[:16], zone)
        except TimeDoesNotExist as problem:
            self.problems.append(f"{what}: {problem}.")
            return 0.0
        except (ValueError, OverflowError):
            value = 0.0
        if 0 < value < _LATEST and given[16:] in {"", ":00"}:
            return value
        self.problems.append(
            f"{what}: expected a date and a time like 2026-11-30T23:59, not {_shown(text)}."
        )
        return 0.0

    def web_address(self, what: str, text: str) -> str:
        """Return the address of a web page, with its scheme; empty if the field is empty."""
        given = text.strip()
        parts = split_web_address(given, ("https", "http"))
        if not given or (parts is not None and parts.username is None):
            return given
        self.problems.append(
            f"{what}: expected an address like https://HOST/PATH without a password, of at most "
            f"{LONGEST_ADDRESS} plain characters, not {_shown(text)}."
        )
        return ""


def format_percent_field(value: float) -> str:
    """Return the text for a share in a form's field, in percent."""
    return format_number(100 * value)


def _shown(text: str) -> str:
    return repr(escape_to_one_line(text, 30))
