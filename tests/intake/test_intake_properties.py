"""What holds for whatever is handed in; drawn by hypothesis, the same every time.

The fuzzers in tests/fuzz try the same properties on millions of cases.
"""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.fuzz.case import Case, Draw
from tests.fuzz.intake_target import IntakeTarget

PROPERTY = settings(
    derandomize=True,
    deadline=None,
    max_examples=100,
    # Each case removes what it writes.
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

stems = st.sampled_from(["a", "é", "a\x1b[2J", "\u202ea", "\udcff", "a b", "utils", "a.b"])
suffixes = st.sampled_from([".py", ".ipynb", ".zip", ".PY", ".txt", ""])
sources = st.text(max_size=40) | st.lists(st.text(max_size=10), max_size=3) | st.none()
cells = st.fixed_dictionaries(
    {"cell_type": st.sampled_from(["code", "markdown", "raw", 5])},
    optional={"source": sources | st.integers(), "input": sources, "outputs": st.lists(sources)},
)
notebooks = st.fixed_dictionaries(
    {},
    optional={
        "cells": st.lists(cells | sources, max_size=4) | st.integers(),
        "worksheets": st.lists(st.fixed_dictionaries({"cells": st.lists(cells, max_size=3)})),
        "nbformat": st.integers() | st.floats() | st.text(max_size=3),
    },
)
names = st.sampled_from(
    [
        "a.py",
        "b.ipynb",
        "hw/a.py",
        "../a.py",
        "a.py/.",
        "/a.py",
        "utils.py",
        "x.txt",
        "d/",
        "a\n.py",
    ]
)


@pytest.fixture
def target(tmp_path: Path) -> IntakeTarget:
    target = IntakeTarget()
    target.prepare(tmp_path)
    return target


def zipped(members: list[tuple[str, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in dict(members).items():
            archive.writestr(name, content)
    return buffer.getvalue()


@PROPERTY
@given(stems, suffixes, st.binary(max_size=300))
@example("a", ".py", b"# coding: utf8-sig\n")
def test_any_bytes_under_any_name(
    target: IntakeTarget, stem: str, suffix: str, data: bytes
) -> None:
    target.run(Case(stem + suffix, data))


@PROPERTY
@given(suffixes, st.text(max_size=100), st.sampled_from(["utf-8", "utf-16", "utf-32", "gb18030"]))
def test_any_text_in_any_encoding(
    target: IntakeTarget, suffix: str, text: str, encoding: str
) -> None:
    target.run(Case(f"a{suffix}", text.encode(encoding, "replace")))


@PROPERTY
@given(st.sampled_from([".ipynb", ".py"]), notebooks)
def test_any_notebook(target: IntakeTarget, suffix: str, document: Any) -> None:
    target.run(Case(f"a{suffix}", json.dumps(document).encode()))


@PROPERTY
@given(
    st.lists(st.tuples(names, st.binary(max_size=50)), max_size=4),
    st.integers(0, 400),
    st.binary(max_size=12),
)
def test_any_archive_and_any_damage_to_it(
    target: IntakeTarget, members: list[tuple[str, bytes]], at: int, noise: bytes
) -> None:
    data = zipped(members)
    target.run(Case("a.zip", data))
    target.run(Case("a.zip", data[:at] + noise + data[at + len(noise) :]))
    target.run(Case("a.zip", data[:at] + noise + data[at:]))


@settings(PROPERTY, max_examples=200)
@given(st.integers(0, 2**40))
def test_the_fuzzer_s_own_cases(target: IntakeTarget, number: int) -> None:
    """Hypothesis picks other cases than a run that counts from 0."""
    draw = Draw()
    draw.begin(1, number)
    target.run(target.case(draw))
