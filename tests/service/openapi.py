"""Requests of all kinds to the API, made from its own description (Schemathesis).

    python -m tests.service.openapi --requests 100000

Right ones and wrong ones in turn, with a token that may do all. What ends in an internal error is
listed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.render.samples import EVERYTHING
from tests.service.cast import Cast
from tests.service.empty import EmptyFile
from tests.service.running import running
from tests.service.scene import Scene

DESCRIPTION = "/api/v1/openapi.json"


def send(cast: Cast, requests: int, seed_: int = 0) -> tuple[Counter[int], list[str]]:
    """Send about so many requests; how often each status came, and what failed."""
    schemathesis = import_module("schemathesis")  # where `make openapi` has put it
    found: Counter[int] = Counter()
    failed: list[str] = []
    own = cast.token("admin")
    with running(cast.scene) as address:
        schema = schemathesis.openapi.from_url(f"{address}{DESCRIPTION}")
        operations = [each.ok() for each in schema.get_all_operations()]
        each = max(1, requests // (2 * len(operations)))
        for operation in operations:
            for mode in schemathesis.GenerationMode:

                @seed(seed_)
                @settings(
                    max_examples=each, database=None, deadline=None, phases=[Phase.generate],
                    suppress_health_check=[*HealthCheck],
                )  # fmt: skip
                @given(case=operation.as_strategy(generation_mode=mode))
                def ask(case: Any) -> None:
                    answer = case.call(headers=own)
                    found[answer.status_code] += 1
                    if answer.status_code >= 500:
                        failed.append(f"{answer.status_code}: {case.as_curl_command()}")

                ask()
    return found, failed


def main() -> int:
    """Run the command; 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.service.openapi", description=__doc__)
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene.made(Path(folder, "scene"), EmptyFile(Path(folder)))
        found, failed = send(Cast.made(scene, EVERYTHING), options.requests, options.seed)
        scene.database.close()
    sys.stdout.writelines(f"{each}\n" for each in failed[:20])
    statuses = ", ".join(f"{number} times {status}" for status, number in sorted(found.items()))
    sys.stdout.write(f"{found.total()} requests, {len(failed)} internal errors ({statuses})\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
