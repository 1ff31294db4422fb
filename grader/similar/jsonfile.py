"""The outcome as JSON."""

from __future__ import annotations

import json

import grader
from grader.similar import CAUTION
from grader.similar.model import Line, Outcome, Pair, Passage

SCHEMA = "grade-similar/1"


def dumps(outcome: Outcome) -> str:
    """``outcome`` as one document; docs/similar.md says what its keys hold."""
    document = {
        "schema": SCHEMA,
        "grader_version": grader.__version__,
        "caution": CAUTION,
        "submissions": outcome.submissions,
        "ignored": outcome.ignored,
        "at_least": outcome.at_least,
        "pairs": [_pair(pair) for pair in outcome.pairs],
        "beyond": outcome.beyond,
        "left_out": [{"path": each.path, "reason": each.reason} for each in outcome.left_out],
    }
    return json.dumps(document, indent=2) + "\n"


def _pair(pair: Pair) -> dict[str, object]:
    return {
        "one": {"path": pair.one, "share": round(pair.one_share, 4)},
        "other": {"path": pair.other, "share": round(pair.other_share, 4)},
        "length": pair.length,
        "lines": pair.lines,
        "passages": [_passage(passage) for passage in pair.passages],
    }


def _passage(passage: Passage) -> dict[str, object]:
    return {
        "length": passage.length,
        "one": _side(passage.one),
        "other": _side(passage.other),
    }


def _side(lines: tuple[Line, ...]) -> dict[str, object]:
    first, last = lines[0], lines[-1]
    return {
        "from": {"file": first.file, "line": first.number},
        "to": {"file": last.file, "line": last.number},
    }
