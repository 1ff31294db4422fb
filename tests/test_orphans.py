"""Children of children that were left alone."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.orphans import adopted, children

LEAVES_AN_ORPHAN = """
import os
if not os.fork():
    print(os.getpid(), flush=True)
"""


def test_who_is_orphaned_becomes_ones_own_child_and_is_buried() -> None:
    before = children(os.getpid())
    with adopted():
        leaving = [sys.executable, "-c", LEAVES_AN_ORPHAN]
        orphan = int(subprocess.check_output(leaving))
        assert orphan in children(os.getpid())
        os.waitid(os.P_PID, orphan, os.WEXITED | os.WNOWAIT)
    assert children(os.getpid()) == before


def test_who_was_there_before_is_left_alone() -> None:
    with subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"]) as child:
        with adopted():
            os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert child.wait() == 3
