"""``grade export gradebook``, from the folder of a batch to a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.batch.batch_json import dump_summary
from grader.batch.summary import summarise_batch
from tests.batch.test_export_gradebook import CANVAS, row
from tests.cli.process import run, sentence


@pytest.fixture
def results(tmp_path: Path) -> Path:
    folder = tmp_path / "results"
    folder.mkdir()
    rows = [row("1234"), row("5678", undecided=1.0), row("::error::x")]
    (folder / "summary.json").write_text(
        dump_summary(summarise_batch("Problem Set 2", rows, "ps2", {}, 1.0))
    )
    return folder


def test_a_template_is_filled(results: Path, tmp_path: Path) -> None:
    template, target = tmp_path / "Grades.csv", tmp_path / "out.csv"
    template.write_text(CANVAS)
    done = run(
        "export", "gradebook", results, "--for", "canvas", "--template", template,
        "--column", "PS2", "-o", target,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert target.read_text() == CANVAS.replace(",9.00,,81", ",9.00,7.5,81")
    assert "a person has still to decide: 5678 (1 point)" in done.stdout
    assert "No row of the gradebook fits: ::error::x." in done.stdout
    assert not [line for line in done.stdout.splitlines() if line.startswith("::")]
    assert done.stderr.endswith("has the points of 1 student\n")


def test_nothing_is_half_written(results: Path, tmp_path: Path) -> None:
    template, target = tmp_path / "Grades.csv", tmp_path / "out.csv"
    template.write_text(CANVAS)
    arguments: list[str | Path] = [
        "export",
        "gradebook",
        results,
        "--for",
        "canvas",
        "--template",
        template,
    ]
    assert "--column" in sentence(run(*arguments, "-o", target), 2)
    assert "would be lost" in sentence(run(*arguments, "-o", template), 2)
    assert "summary.json" in sentence(
        run("export", "gradebook", tmp_path, "--for", "sakai", "-o", target), 2
    )
    assert not target.exists()
    assert template.read_text() == CANVAS
