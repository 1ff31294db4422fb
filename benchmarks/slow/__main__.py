"""``python -m benchmarks.slow [NAME]``: grade the slowest known programs."""

from __future__ import annotations

import sys

from benchmarks.slow.table import lines

for line in lines(*sys.argv[1:2]):
    print(line, flush=True)
