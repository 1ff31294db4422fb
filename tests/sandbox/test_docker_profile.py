"""The engine's profile of system calls says what the runner's own filter says."""

from __future__ import annotations

import json

from grader.sandbox import seccomp
from grader.sandbox.docker.container_options import seccomp_profile

RULES = json.loads(seccomp_profile())["syscalls"]


def refused_when(name: str) -> list[dict[str, object]]:
    return [rule["args"][0] for rule in RULES if rule["names"] == [name] and "args" in rule]


def test_everything_but_starting_a_program_is_refused_by_name() -> None:
    (names,) = (rule["names"] for rule in RULES if len(rule["names"]) > 1)
    assert set(names) == set(seccomp.REFUSED) - {"execve", "execveat"}


def test_every_kind_of_namespace_is_refused_and_no_other_flag_of_clone() -> None:
    conditions = refused_when("clone")
    bits = {condition["value"] for condition in conditions}
    assert sum(int(str(bit)) for bit in bits) == seccomp.NEW_NAMESPACES
    assert all(condition["value"] == condition["valueTwo"] for condition in conditions)
    assert {condition["op"] for condition in conditions} == {"SCMP_CMP_MASKED_EQ"}


def test_threads_can_be_had_because_clone3_does_not_exist() -> None:
    (rule,) = (rule for rule in RULES if rule["names"] == ["clone3"])
    assert rule["errnoRet"] == 38


def test_only_local_sockets_and_ones_own_limits() -> None:
    for name, value in (("socket", seccomp.AF_UNIX), ("prlimit64", 0)):
        (condition,) = refused_when(name)
        assert condition == {"index": 0, "value": value, "valueTwo": 0, "op": "SCMP_CMP_NE"}


def test_no_core_to_oneself() -> None:
    (condition,) = refused_when("prctl")
    assert condition == {
        "index": 0,
        "value": seccomp.PR_SCHED_CORE,
        "valueTwo": 0,
        "op": "SCMP_CMP_EQ",
    }


def test_no_urgent_bytes() -> None:
    assert {name: refused_when(name)[0]["index"] for name in seccomp.SEND} == {
        "sendto": 3,
        "sendmsg": 2,
        "sendmmsg": 3,
    }
