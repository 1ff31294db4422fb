from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import intake
from grader.intake import IntakeError
from grader.intake.notebook_texts import without_outputs


def code(source: str, *outputs: Any, **more: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs), **more}


def test_outputs_and_attachments_go_and_all_else_stays() -> None:
    cells = [
        code('x = "outputs: ["\ny = \'"outputs": [\'', {"data": {"a": ["]", "\\", '"']}}, [[]]),
        {"attachments": {"a.png": {"image/png": "AA}"}}, "cell_type": "markdown", "source": "x"},
        code("z = 1", {"outputs": [{"outputs": []}]}, metadata={"a": [1]}),
    ]
    for indent in (None, 1):
        slim = json.loads(without_outputs(json.dumps({"cells": cells}, indent=indent).encode()))
        for cell in cells:
            cell |= {key: type(cell[key])() for key in ("outputs", "attachments") if key in cell}
        assert slim == {"cells": cells}


@given(
    st.recursive(
        st.none() | st.text(), lambda s: st.lists(s) | st.dictionaries(st.text(), s), max_leaves=20
    )
)
def test_json_without_outputs_stays_as_it_is(document: Any) -> None:
    data = json.dumps(document, ensure_ascii=False).encode()
    assert without_outputs(data) == data


@given(st.text(alphabet='"\\[]{}: outps,').map(str.encode) | st.binary())
def test_any_bytes_at_all_are_survived(noise: bytes) -> None:
    assert len(without_outputs(b'{"outputs": [' + noise)) <= len(noise) + 13


@pytest.mark.parametrize("tail", ['"' + '\\"' * 500_000, "[" * 1_000_000, '{"outputs": [' * 70_000])
def test_what_never_ends_takes_no_more_than_a_few_looks(tail: str, tmp_path: Path) -> None:
    """Were it looked at anew from each of its characters, this would not end."""
    path = tmp_path / "a.ipynb"
    path.write_text('{"cells": [{"cell_type": "code", "source": "x", "outputs": [' + tail)
    with pytest.raises(IntakeError):
        intake.read_submission(path)


@pytest.mark.slow
def test_sixty_megabytes_of_outputs_are_read_without_taking_much_more(tmp_path: Path) -> None:
    picture = {"output_type": "display_data", "data": {"image/png": "A" * (1 << 20)}}
    chatter = {"output_type": "stream", "text": ["\N{LARGE RED CIRCLE} wins\n"] * 1000}
    cells = [code(f"def f{n}():\n    return {n}\n", picture, chatter) for n in range(58)]
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps({"cells": cells}, ensure_ascii=False), "utf-8")
    assert path.stat().st_size > 60_000_000
    tracemalloc.start()
    try:
        read = intake.read_submission(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [cell.source for cell in read.cells] == [cell["source"] for cell in cells]
    assert read.notes == ()
    assert peak < 1.5 * path.stat().st_size


def test_values_in_outputs_are_not_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps({"cells": [code("x = 1", {"data": [0] * 1_100_000})]}))
    assert [cell.source for cell in intake.read_submission(path).cells] == ["x = 1"]
