"""Writes the outcome of a comparison as JSON."""

from __future__ import annotations

from typing import Any

import grader
from grader.render.json_document import encode_json, to_plain_json
from grader.similar import CAUTION
from grader.similar.comparison_outcome import ComparisonOutcome, SimilarPair, SourceLine

SCHEMA = "grade-similar/1"


def dump_comparison(outcome: ComparisonOutcome) -> str:
    """Return ``outcome`` as JSON without the code; docs/similar.md describes its keys."""
    return encode_json({
        "schema": SCHEMA,
        "grader_version": grader.__version__,
        "caution": CAUTION,
        **to_plain_json(outcome),
        "pairs": [_pair(pair) for pair in outcome.pairs],
    })  # fmt: skip


def _pair(pair: SimilarPair) -> dict[str, Any]:
    return {
        "one": {"path": pair.one, "share": round(pair.one_share, 4)},
        "other": {"path": pair.other, "share": round(pair.other_share, 4)},
        "length": pair.length,
        "lines": pair.lines,
        "passages": [
            {"length": each.length, "one": _side(each.one), "other": _side(each.other)}
            for each in pair.passages
        ],
    }


def _side(lines: tuple[SourceLine, ...]) -> dict[str, Any]:
    first, last = lines[0], lines[-1]
    return {
        "from": {"file": first.file, "line": first.number},
        "to": {"file": last.file, "line": last.number},
    }
