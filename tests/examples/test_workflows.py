"""The example workflows, as far as can be tested without the services that run them."""

from __future__ import annotations

import re

import pytest

from tests.cli.process import ROOT

EXAMPLES = ROOT / "examples"
GITHUB = (EXAMPLES / "github/grade.yml").read_text()
GITLAB = (EXAMPLES / "gitlab/.gitlab-ci.yml").read_text()


def test_nothing_is_put_into_a_script_by_the_service() -> None:
    """What a student chooses, as a branch or a title, would become a part of the program."""
    lines = [line.split("#")[0] for line in GITHUB.splitlines() if "${{" in line]
    keys = {line.partition(":")[0].strip() for line in lines}
    assert keys == {"group", "ref", "BASE", "if"}


def test_the_workflow_may_read_and_no_more() -> None:
    assert re.findall(r"^permissions:\n((?:  .*\n)+)", GITHUB, re.MULTILINE) == [
        "  contents: read\n"
    ]
    events = GITHUB.partition("\non:\n")[2].partition("\npermissions:")[0]
    triggers = re.findall(r"^  (\w+):", events, re.MULTILINE)
    assert triggers == ["push", "pull_request"]
    assert GITHUB.count("persist-credentials: false") == GITHUB.count("actions/checkout@")
    assert "secrets." not in GITHUB


@pytest.mark.parametrize("text", [GITHUB, GITLAB], ids=["GitHub", "GitLab"])
def test_what_they_call_exists(text: str) -> None:
    called = set(re.findall(r"(?:scripts|examples)/[\w-]+", text))
    assert called == {
        "scripts/install-bubblewrap", "scripts/install-python-packages", "examples/grade-changed"
    }  # fmt: skip
    for name in called:
        assert (ROOT / name).stat().st_mode & 0o111


@pytest.mark.parametrize("text", [GITHUB, GITLAB], ids=["GitHub", "GitLab"])
def test_the_job_fails_below_a_score_that_can_be_set(text: str) -> None:
    assert re.search(r'^ +MIN_SCORE: "\d+" ', text, re.MULTILINE)
    assert '--fail-under "$MIN_SCORE"' in text
