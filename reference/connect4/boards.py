"""The type of boards in the reference solution, which is in the style of a notebook."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Board = npt.NDArray[np.str_]
"""Rows and columns of ``' '``, ``'x'`` and ``'o'``, the top row first, of any size."""
