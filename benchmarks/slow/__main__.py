"""How slow a program can be, and how slow right ones are.

python -m benchmarks.slow [NAME]    the slowest known programs, or those whose name holds NAME
python -m benchmarks.slow --needs   what right solutions need of the totals of tasks
"""

from __future__ import annotations

import sys

from benchmarks.slow.needs import needs
from benchmarks.slow.table import lines

wanted = sys.argv[1] if len(sys.argv) > 1 else ""
for line in needs("ps2") if wanted == "--needs" else lines(wanted):
    print(line, flush=True)
