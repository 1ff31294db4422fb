"""Matches students to files by the names that learning platforms give what they download."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from grader.intake.accepted_files import SIZE_LIMITS, name_without_suffix, suffix_of
from grader.intake.csv_reader import month_number

FilenamePatterns = tuple[re.Pattern[str], ...]
"""Patterns of whole names.

Groups: ``id`` of the student; ``file``, the student's own name for it; ``attempt``, when it was
handed in; ``receipt``, where it is the platform's own note about an attempt.
"""

_UNMISTAKABLE: FilenamePatterns = (
    # Gradescope: submission_123456/…
    re.compile(r"submission_(?P<id>\d+)"),
    # Moodle, in folders or not: Jane Doe_123456_assignsubmission_file_/…
    re.compile(r".+?_(?P<id>\d+)_assignsubmission_[a-z]+(_(?P<file>.*))?", re.DOTALL),
)

_CANVAS = re.compile(r"[^_]+_(LATE_)?(?P<id>\d{3,})_\d{3,}_(?P<file>.+)", re.DOTALL)
"""With ``LATE_`` before the numbers or not: ``doejane_1234_567890_tour.py``."""

_BLACKBOARD_END = r"_attempt_(?P<attempt>\d{4}(-\d\d){5})(_(?P<file>.+)|(?P<receipt>\.txt))"
_BLACKBOARD = re.compile(rf"(?P<head>.+?){_BLACKBOARD_END}", re.DOTALL)
"""``Problem Set 2_jdoe_attempt_2026-10-01-12-00-00_tour.py``, and a receipt ending in ``.txt``."""

_BRIGHTSPACE = re.compile(
    r"(?P<id>(?P<person>\d+)-\d+) - (?P<name>.+?) - "
    r"(?P<attempt>[^-]*\d{4}[^-]*|\d{4}-\d\d-\d\d[^-]*?)( - (?P<file>.+))?",
    re.DOTALL,
)
"""``12345-67890 - Jane Doe - Oct 1, 2026 1200 PM/…``: numbers of person and folder."""

_SAKAI = re.compile(r".+\((?P<id>[^()]+)\)", re.DOTALL)
"""``Doe, Jane(jdoe)/Submission attachment(s)/…``."""
_SAKAI_ATTACHMENTS = "Submission attachment(s)"
"""Beside it are what staff have written: comments, marks, attachments of their own."""

_TEAMS_VERSION = re.compile(r"[^/]+/Ver[^\W\d_]+ (?P<number>\d{1,6})")
"""``Jane Doe/Problem Set 2/Version 2/…``."""
TEAMS_FOLDER, _TEAMS_DRAFTS = "Submitted files", "Working files"

_REPOSITORY = {".git", ".github"}

_LONGEST = 300
"""Characters of a name that is looked at; members of archives may have thousands."""

_DATES = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)[ -](?P<time>.*)"),
    re.compile(r"(?P<month>[^\W\d_]{3,12})\.? (?P<day>\d{1,2}),? (?P<year>\d{4}),? (?P<time>.*)"),
    re.compile(
        r"(?P<day>\d{1,2})\.? (?P<month>[^\W\d_]{3,12})\.?,? (?P<year>\d{4}),? (?P<time>.*)"
    ),
)
_TIME = re.compile(
    r"(?P<hour>\d{1,2})\D?(?P<minute>\d\d)(\D?(?P<second>\d\d))? ?(?P<half>[AP]M)?", re.IGNORECASE
)

AttemptTime = tuple[int, ...]
"""A key to sort attempts by; empty if it cannot be told when they were made."""


@dataclass(frozen=True, slots=True)
class FileOwner:
    """The owner of a file or folder, as its name tells.

    Attributes:
        id: of the student.
        file: the student's own name for it.
        known: whether the name follows a pattern; then all with the same id are one hand-in.
        attempt: when it was handed in, as the name has it; empty if the name does not.
        receipt: whether it is the platform's own note about an attempt.
    """

    id: str
    file: str
    known: bool
    attempt: str = ""
    receipt: bool = False


def recognise_patterns(
    code: Iterable[str], folders: Mapping[str, Collection[str]]
) -> FilenamePatterns:
    """Return the naming patterns that fit the names in a folder or archive.

    Args:
        code: the names of the files with code in it.
        folders: the folders in it, each with the folders in them and in these.
    """
    files = [name for name in code if len(name) <= _LONGEST]
    both = [*files, *folders]
    shapes = list(_UNMISTAKABLE)
    # A date looks like Canvas's numbers. Canvas itself gives no file another name. Where names are
    # the students' own, one could pretend to be another student's, so all have to fit.
    if all(map(_CANVAS.fullmatch, files)):
        shapes.append(_CANVAS)
    heads = [match["head"] for match in map(_BLACKBOARD.fullmatch, files) if match]
    if heads and len(heads) == len(files):
        shapes.append(
            re.compile(
                _common_prefix_pattern(heads, "_") + "(?P<id>.+?)" + _BLACKBOARD_END, re.DOTALL
            )
        )
    if both and all(len(name) <= _LONGEST and _BRIGHTSPACE.fullmatch(name) for name in both):
        shapes.append(_brightspace_pattern(both))
    attached = any(_SAKAI_ATTACHMENTS in inside for inside in folders.values())
    if attached and all(map(_SAKAI.fullmatch, folders)):
        shapes.append(_SAKAI)
    cloned = any(not _REPOSITORY.isdisjoint(inside) for inside in folders.values())
    if (
        cloned
        and not files
        and len(folders) > 1
        and (prefix := _common_prefix_pattern(list(folders), "-"))
    ):
        # GitHub Classroom: ps2-janedoe/…, with the name of the assignment in front.
        shapes.append(re.compile(prefix + "(?P<id>.+)", re.DOTALL))
    return tuple(shapes)


def _common_prefix_pattern(names: list[str], mark: str) -> str:
    """Return a pattern for the common prefix of ``names``, cut after ``mark``.

    Args:
        mark: ends the parts of names.
    """
    parts = [name.split(mark)[:-1] for name in names]
    shared = parts[0]
    for each in parts[1:]:
        same = 0
        while same < min(len(shared), len(each)) and shared[same] == each[same]:
            same += 1
        shared = shared[:same]
    return re.escape("".join(f"{part}{mark}" for part in shared))


def _brightspace_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Return Brightspace's pattern, with a person's number as id if it is unique."""
    people: dict[str, set[str]] = {}
    for match in map(_BRIGHTSPACE.fullmatch, names):
        if match:
            people.setdefault(match["person"], set()).add(match["name"])
    if any(len(each) > 1 for each in people.values()):
        return _BRIGHTSPACE
    text = _BRIGHTSPACE.pattern.replace("?P<id>", "").replace("?P<person>", "?P<id>")
    return re.compile(text, re.DOTALL)


def find_owner(
    name: str, pattern: re.Pattern[str] | None = None, shapes: FilenamePatterns = ()
) -> FileOwner:
    """Return the owner of a file or folder; without a pattern, its name is the id.

    Args:
        pattern: is searched for first, and has a group ``id``.
        shapes: of downloads that it may be part of.
    """
    some = shapes if len(name) <= _LONGEST else ()
    by_download = next((match for each in some if (match := each.fullmatch(name))), None)
    groups = by_download.groupdict() if by_download else {}
    file, attempt = groups.get("file") or name, groups.get("attempt") or ""
    receipt = bool(groups.get("receipt"))
    asked = pattern.search(name) if pattern else None
    if asked and asked["id"]:
        return FileOwner(normalise_unicode(asked["id"]), file, True, attempt, receipt)
    if by_download:
        return FileOwner(normalise_unicode(by_download["id"]), file, True, attempt, receipt)
    # A folder may be called jane.doe: only known suffixes are removed.
    return FileOwner(
        normalise_unicode(name_without_suffix(name) if suffix_of(name) in SIZE_LIMITS else name),
        name,
        known=False,
    )


def find_attempt_folders(inside: Collection[str]) -> dict[str, str]:
    """Return the folders of attempts inside a student's folder, with the attempt of each.

    Empty if all of the folder counts, as on most platforms.

    Args:
        inside: the folders in it, and in these.
    """
    if _SAKAI_ATTACHMENTS in inside:
        return {_SAKAI_ATTACHMENTS: ""}
    below = [each for each in inside if "/" in each]
    # Of several assignments nobody knows here which one is graded.
    one_assignment = len({each.partition("/")[0] for each in below}) == 1
    if one_assignment and all(map(_TEAMS_VERSION.fullmatch, below)):
        return {each: each.rpartition("/")[2] for each in sorted(below)}
    return {}


def is_teams_download(folders: Collection[str]) -> bool:
    """Return whether these are the folders of a Teams download for a class."""
    return TEAMS_FOLDER in folders and set(folders) <= {TEAMS_FOLDER, _TEAMS_DRAFTS}


def is_blackboard_receipt(name: str) -> bool:
    """Return whether a file of this name is Blackboard's own note about an attempt."""
    match = _BLACKBOARD.fullmatch(name) if len(name) <= _LONGEST else None
    return match is not None and match["receipt"] is not None


def parse_brightspace_path(path: str) -> str:
    """Return the student's name in a path of a Brightspace download; empty if there is none."""
    parts = (part for part in path.split("/") if len(part) <= _LONGEST)
    return next((found["name"] for part in parts if (found := _BRIGHTSPACE.fullmatch(part))), "")


def attempt_sort_key(attempt: str) -> AttemptTime:
    """Return a key that sorts attempts by time, newest last; empty if the time is unknown."""
    if version := re.fullmatch(r"Ver[^\W\d_]+ (\d+)", attempt):
        return (int(version[1]),)
    for form in _DATES:
        if not (found := form.fullmatch(attempt.strip())):
            continue
        time = _TIME.fullmatch(found["time"].strip().replace("-", ":"))
        word = found["month"]
        month = int(word) if word.isdecimal() else month_number(word)
        if time and month:
            hour = int(time["hour"])
            if half := (time["half"] or "").upper():
                hour = hour % 12 + (12 if half == "PM" else 0)
            rest = int(time["minute"]), int(time["second"] or 0)
            return (int(found["year"]), month, int(found["day"]), hour, *rest)
    return ()


def is_system_file(name: str) -> bool:
    """Return whether a file of this name is made by an operating system only."""
    # ".." is no such name: an archive with it is a hand-in like any other.
    return name.startswith((".", "__")) and name != ".."


def normalise_unicode(id: str) -> str:
    """Return ``id`` in Unicode's composed form: macOS stores an é as e and an accent."""
    return unicodedata.normalize("NFC", id)
