"""What stands in for SciPy answers what SciPy does, on boards and kernels of many sizes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import ndimage, signal  # type: ignore[import-untyped]

from reference.connect4.provided import scipy as ours

SIGNAL = ("convolve2d", "correlate2d")
NDIMAGE = ("convolve", "correlate")
SIZES = [((6, 7), (1, 4)), ((6, 7), (4, 4)), ((4, 5), (4, 1)), ((5, 4), (3, 2)), ((4, 4), (1, 1))]


@pytest.mark.parametrize(("board", "kernel"), SIZES)
def test_the_same_as_the_real_one(board: tuple[int, int], kernel: tuple[int, int]) -> None:
    chance = np.random.default_rng(5)
    cells, weights = chance.integers(-1, 2, board), chance.integers(-1, 2, kernel)
    for name in SIGNAL:
        for mode in ("full", "same", "valid"):
            for boundary in ("fill", "wrap", "symm"):
                arguments = cells, weights, mode, boundary
                right = getattr(signal, name)(*arguments)
                assert np.array_equal(getattr(ours, name)(*arguments), right)
    for name in NDIMAGE:
        for mode in ("constant", "reflect", "nearest", "wrap", "mirror"):
            right = getattr(ndimage, name)(cells, weights, mode=mode)
            assert np.array_equal(getattr(ours, name)(cells, weights, mode=mode), right)


def test_it_is_imported_as_students_do() -> None:
    source = str(Path(ours.__file__).parent)
    program = (
        "from scipy.signal import convolve2d\nimport scipy.ndimage as n\nfrom scipy import signal\n"
        "assert signal.convolve2d is convolve2d and n.convolve\n"
        "print((convolve2d([[1, 1], [1, 1]], [[True, True]], mode='valid') == 2).all())"
    )
    paths = f"import sys; sys.path.insert(0, {source!r})\n"
    ran = subprocess.run([sys.executable, "-c", paths + program], capture_output=True, check=True)
    assert ran.stdout == b"True\n"
