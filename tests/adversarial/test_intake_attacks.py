"""Whatever is handed in is graded, or refused with one sentence; the grader itself never fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.cli import main
from grader.render.report_json import loads
from tests.adversarial import attacks, host
from tests.adversarial.conftest import BACKENDS
from tests.adversarial.intake_files import HANDED_IN

pytestmark = pytest.mark.adversarial


@pytest.mark.parametrize("sandbox", BACKENDS)
@pytest.mark.parametrize("name", HANDED_IN)
def test_handed_in(name: str, sandbox: str, tmp_path: Path) -> None:
    given = HANDED_IN[name]
    folder = tmp_path / "submitted"
    folder.mkdir()
    path = given.build(folder)
    before, entries = host.look(), sorted(tmp_path.rglob("*"))
    result = CliRunner().invoke(
        main,
        [str(path), "--course", str(attacks.ASSIGNMENT), "-a", "attack", "-f", "json",
         "-t", "before", "--sandbox", sandbox],
    )  # fmt: skip
    assert result.exit_code in {0, 2}, result.output
    assert (result.exit_code == 2) == bool(given.refused or not result.stdout)
    assert "Traceback" not in result.output
    assert before.differences() == []
    assert sorted(tmp_path.rglob("*")) == entries
    if result.exit_code == 2:
        assert result.stdout == ""
        line, end, rest = result.stderr.partition("\n")
        assert (end, rest) == ("\n", "")
        assert line.startswith("grade: ")
        assert line.isprintable()
        assert given.refused in line
        return
    report = loads(result.stdout)
    (task,) = report.tasks
    assert task.verdict is not None
    assert given.verdict in {"", task.verdict.value}
    assert given.says in attacks.everything_told(report) + repr(report.load_notes)
