"""The suite covers what it has to, and none of its programs is without a purpose."""

from __future__ import annotations

import re
import tomllib
from collections import Counter

import pytest

from grader.runner import template_process
from tests.adversarial import test_attacks, test_beside
from tests.adversarial.agents import AGENTS
from tests.adversarial.attacks import ATTACKS, DATA, HERE
from tests.adversarial.intake_files import HANDED_IN

COVERAGE = tomllib.loads((HERE / "coverage.toml").read_text("utf-8"))
ROWS = {f"{group}.{row}": items for group, rows in COVERAGE.items() for row, items in rows.items()}
KNOWN = (
    {attack.id for attack in ATTACKS}
    | {f"agents/{agent.id}" for agent in AGENTS}
    | {f"intake:{name}" for name in HANDED_IN}
    | {f"test:{name}" for name in vars(test_beside) if name.startswith("test_")}
    | {
        f"{path.name}:{name}"
        for path in (HERE.parent / "cli").glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
)


def test_there_are_many_programs() -> None:
    assert len(ATTACKS) >= 250
    assert len({attack.id for attack in ATTACKS}) == len(ATTACKS)


def test_some_of_each_kind_are_quick() -> None:
    kinds = Counter(name.partition("/")[0] for name in test_attacks.QUICK)
    assert kinds == dict.fromkeys({attack.id.partition("/")[0] for attack in ATTACKS}, 3)
    assert {attack.id for attack in ATTACKS} >= test_attacks.QUICK


def test_every_group_of_the_list_is_there() -> None:
    folders = {path.name for path in DATA.iterdir() if path.is_dir()}
    assert folders | {"intake", "grader"} == set(COVERAGE)


@pytest.mark.parametrize("row", ROWS)
def test_every_item_is_covered(row: str) -> None:
    for item, programs in ROWS[row].items():
        assert programs, item
        assert set(programs) <= KNOWN, item


def test_every_program_says_what_it_does() -> None:
    programs = [attack.id for attack in ATTACKS] + [f"agents/{agent.id}" for agent in AGENTS]
    for program in programs:
        first = (DATA / f"{program}.py").read_text("utf-8").partition("\n")[0]
        assert re.fullmatch(r'"""[A-Z].*\."""', first), program


def test_what_attacks_patch_in_the_runner_is_there() -> None:
    """Else a renaming turns an attack into a mistake, which looks like one that was stopped."""
    there = vars(template_process)
    looked_up = re.compile(r'(?:\btemplate|runner\(\))\["(\w+)"\](?:\.(\w+))?')
    found = 0
    for path in DATA.rglob("*.py"):
        text = path.read_text("utf-8")
        for name, part in (
            looked_up.findall(text) if '"grader.runner.template_process"' in text else ()
        ):
            found += 1
            assert name in there, f"{path.name}: {name}"
            assert not part or hasattr(there[name], part), f"{path.name}: {name}.{part}"
    assert found > 10
