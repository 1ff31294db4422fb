from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.assignment import reference_costs
from grader.assignment.reference_costs import MaxCallCost, ReferenceCosts
from grader.examine.test_collection import find_hidden_tests

KNOWN = ReferenceCosts(
    0.04,
    {
        "3.1/deep[a]": MaxCallCost(0.5, {"moves": 12, "stub": 0}),
        "3.1/deep[b]": MaxCallCost(None, {"moves": 3}),
        "1.6/climbs": MaxCallCost(0.012),
    },
)


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "costs.json"
    path.write_text(text)
    return path


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    found = reference_costs.read_costs(written(tmp_path, reference_costs.dump_costs(KNOWN)))
    assert (found.calibration, dict(found.cases)) == (KNOWN.calibration, dict(KNOWN.cases))


def test_one_case_to_a_line() -> None:
    lines = reference_costs.dump_costs(KNOWN).splitlines()
    assert '  "1.6/climbs": {"cpu": 0.012}' in lines
    assert '  "3.1/deep[b]": {"calls": {"moves": 3}},' in lines


def test_without_a_file_nothing_is_known(tmp_path: Path) -> None:
    found = reference_costs.read_costs(tmp_path / "costs.json")
    assert (found.calibration, found.cases) == (None, {})
    assert found.of("3.1/deep[a]") == MaxCallCost(None, {})


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {},
        {"calibration": 0.04},
        {"calibration": 0.0, "cases": {}},
        {"calibration": 1, "cases": {}},
        {"calibration": 0.04, "cases": {}, "more": 1},
    ],
    ids=str,
)
def test_a_file_of_another_form_is_refused(tmp_path: Path, document: object) -> None:
    path = written(tmp_path, json.dumps(document))
    with pytest.raises(ValueError, match=r"costs\.json must hold a calibration.*; delete it"):
        reference_costs.read_costs(path)


@pytest.mark.parametrize(
    "cost",
    [
        None,
        {},
        {"cpu": 0.0},
        {"cpu": -1.0},
        {"cpu": 1},
        {"cpu": "1"},
        {"calls": 3},
        {"calls": {"moves": -1}},
        {"calls": {"moves": True}},
        {"wall": 1.0},
    ],
    ids=str,
)
def test_a_cost_of_another_form_is_named(tmp_path: Path, cost: object) -> None:
    path = written(tmp_path, json.dumps({"calibration": 0.04, "cases": {"3.1/a": cost}}))
    with pytest.raises(ValueError, match=r"no cost of the case 3\.1/a; delete it"):
        reference_costs.read_costs(path)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"calibration": 1e999'])
def test_a_file_that_is_no_json_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match=r"costs\.json cannot be read"):
        reference_costs.read_costs(written(tmp_path, text))


def test_every_case_that_has_a_cost_exists_and_every_search_has_one() -> None:
    ps2 = assignments.load_assignment("ps2")
    found = find_hidden_tests(ps2)
    assert found.wrong(ps2) == []
    tests = found.with_whole_pools().tests
    cases = {test.case_id(case) for test in tests for case in test.cases}
    assert set(ps2.costs.cases) - cases == set()
    searches = {case for case in cases if case.startswith(("3.", "4."))}
    assert {case for case in searches if not ps2.costs.of(case).calls} == set()
