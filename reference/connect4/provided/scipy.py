"""What notebooks use of SciPy to find lines of four: convolutions of small arrays, by NumPy.

``scipy.signal`` has ``convolve2d`` and ``correlate2d``, ``scipy.ndimage`` has ``convolve`` and
``correlate``, with the arguments that matter for boards. Nothing else is here.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np

_PADS = {"fill": "constant", "wrap": "wrap", "symm": "symmetric"}
_EDGES = {
    "constant": "constant", "wrap": "wrap", "grid-wrap": "wrap", "reflect": "symmetric",
    "nearest": "edge", "mirror": "reflect",
}  # fmt: skip


def correlate2d(
    in1: Any, in2: Any, mode: str = "full", boundary: str = "fill", fillvalue: float = 0
) -> Any:
    """Sums of products of ``in2`` with each part of ``in1`` that it covers."""
    return _covered(_number(in1), _number(in2), mode, _PADS[boundary], fillvalue, 1)


def convolve2d(
    in1: Any, in2: Any, mode: str = "full", boundary: str = "fill", fillvalue: float = 0
) -> Any:
    """As :func:`correlate2d`, with ``in2`` turned round."""
    turned = _number(in2)[::-1, ::-1]
    return _covered(_number(in1), turned, mode, _PADS[boundary], fillvalue, 0)


def _covered(board: Any, kernel: Any, mode: str, pad: str, fill: float, late: int) -> Any:
    """The sums; where ``kernel`` has no middle, a part as large as ``board`` begins ``late``."""
    if mode == "valid":
        return _sums(board, kernel)
    rows, columns = (size - 1 for size in kernel.shape)
    padded = _padded(board, ((rows, rows), (columns, columns)), pad, fill)
    whole = _sums(padded, kernel)
    if mode == "full":
        return whole
    top, left = (rows + late) // 2, (columns + late) // 2
    return whole[top : top + board.shape[0], left : left + board.shape[1]]


def correlate(
    input: Any, weights: Any, _: None = None, mode: str = "reflect", cval: float = 0.0
) -> Any:
    """As :func:`correlate2d`, with an answer as large as ``input``."""
    board, kernel = _number(input), _number(weights)
    before = [size // 2 for size in kernel.shape]
    after = [size - 1 - size // 2 for size in kernel.shape]
    return _sums(_padded(board, tuple(zip(before, after, strict=True)), _EDGES[mode], cval), kernel)


def convolve(
    input: Any, weights: Any, _: None = None, mode: str = "reflect", cval: float = 0.0
) -> Any:
    """As :func:`correlate`, with ``weights`` turned round."""
    board, kernel = _number(input), _number(weights)[::-1, ::-1]
    before = [(size - 1) // 2 for size in kernel.shape]
    after = [size // 2 for size in kernel.shape]
    return _sums(_padded(board, tuple(zip(before, after, strict=True)), _EDGES[mode], cval), kernel)


def _number(values: Any) -> Any:
    array = np.asarray(values)
    return array.astype(int) if array.dtype == bool else array


def _padded(board: Any, widths: Any, mode: str, fill: float) -> Any:
    pad: Any = np.pad
    return pad(board, widths, mode, **({"constant_values": fill} if mode == "constant" else {}))


def _sums(board: Any, kernel: Any) -> Any:
    shape = tuple(max(0, a - b + 1) for a, b in zip(board.shape, kernel.shape, strict=True))
    if 0 in shape:
        return np.zeros(shape, np.result_type(board, kernel))
    windows = np.lib.stride_tricks.sliding_window_view(board, kernel.shape)
    return (windows * kernel).sum(axis=(-1, -2))


def _module(name: str, *functions: Any) -> ModuleType:
    module = ModuleType(f"scipy.{name}")
    module.__dict__.update({function.__name__: function for function in functions})
    sys.modules[module.__name__] = module
    return module


signal = _module("signal", convolve2d, correlate2d)
ndimage = _module("ndimage", convolve, correlate)
