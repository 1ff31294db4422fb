from __future__ import annotations

from pathlib import Path

import pytest

from tests.author.whole import ASSIGNMENTS
from tests.deep.suites import MINUTES, PARTS, SUITES, shares, suite_of

ROOT = Path(__file__).parents[2]


def there_is(beginning: str) -> bool:
    """Whether the path of anything in the repository begins like this."""
    folder, _, name = beginning.rpartition("/")
    return any(path.name.startswith(name) for path in (ROOT / folder).glob("*"))


@pytest.mark.parametrize("name", SUITES)
def test_everything_that_the_table_names_exists(name: str) -> None:
    suite = SUITES[name]
    assert suite.tests
    assert suite.guards
    assert [each for each in (*suite.tests, *suite.guards) if not there_is(each)] == []


@pytest.mark.parametrize(
    ("path", "touched"),
    [
        ("grader/sandbox/session.py", {"sandbox", "adversarial", "hostile"}),
        ("grader/runner/student_call.py", {"adversarial", "hostile"}),
        ("tests/adversarial/data/dying/abort.py", {"adversarial", "hostile"}),
        ("grader/intake/handin_files.py", {"intake", "adversarial", "fuzz"}),
        ("grader/service/web/review_queue_page.py", {"service", "browser"}),
        ("hidden_tests/ps2/assignment.toml", {"reference", "validate-ps2"}),
        ("reference/connect4/actions.py", {"reference", "validate-connect4"}),
        ("reference/ps2/mutants/games/no_capture.py", {"reference", "validate-ps2"}),
        (
            "reference/generating.py",
            {"reference", *(name for name in SUITES if name.startswith("validate-"))},
        ),
        ("README.md", set()),
    ],
)
def test_what_guards_what(path: str, touched: set[str]) -> None:
    paths = ["docs/index.md", path]
    assert {name for name, suite in SUITES.items() if suite.is_touched(paths)} == touched


def test_of_a_suite_that_is_too_long_a_part_runs() -> None:
    found = shares(["hidden_tests/ps2/assignment.toml"])
    assert SUITES["validate-ps2"].minutes > MINUTES
    assert 1 <= found["validate-ps2"] < PARTS


def test_each_assignment_has_its_validation() -> None:
    validations = {name for name in SUITES if name.startswith("validate-")}
    assert validations == {f"validate-{assignment}" for assignment in ASSIGNMENTS}


def test_what_is_touched_alone_runs_whole() -> None:
    assert shares(["grader/tournament/ratings.py"]) == {"tournament": PARTS}


def test_the_sandbox_comes_before_an_assignment_where_time_is_short() -> None:
    found = shares(["hidden_tests/ps2/assignment.toml", "grader/sandbox/session.py"])
    assert found["sandbox"] > found["validate-ps2"] == 1


@pytest.mark.parametrize("pace", [1.0, 2.0])
def test_all_suites_together_have_their_time(pace: float) -> None:
    found = shares((path for suite in SUITES.values() for path in suite.tests), pace)
    assert found.keys() == SUITES.keys()
    minutes = sum(SUITES[name].minutes * number / PARTS for name, number in found.items())
    part_each = sum(suite.minutes for suite in SUITES.values()) / PARTS
    assert minutes * pace <= MINUTES + part_each * pace


def test_a_deep_test_belongs_to_one_suite() -> None:
    assert suite_of("tests/adversarial/test_attacks.py", deep=True) == "hostile"
    assert suite_of("tests/adversarial/test_attacks.py", deep=False) == "adversarial"
    with pytest.raises(LookupError, match="belong to no suite"):
        suite_of("tests/test_wire.py", deep=True)
