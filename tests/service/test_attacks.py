"""Attacks on the service. None succeeds; each does where the defence against it is missing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.service import weaker
from tests.service.attacks import bodies, files, forging, leading_astray, reading, sessions
from tests.service.cast import Cast
from tests.service.test_access import ANYBODY, API, GET, POST, SIGNED, WITHOUT_SESSION

# These two say where a submission stands, and nothing that anybody wrote.
_ABOUT_WORK = {path for path in GET if "{id}" in path} - {"/s/{id}/events", "/s/{id}/progress"}
_PROGRAMS = {path for _, path in API}
_PROGRAMS_OF_SOME = {path for (_, path), (whose, _) in API.items() if whose != SIGNED}

ATTACKS: dict[Callable[[Cast], set[str]], tuple[Callable[[pytest.MonkeyPatch], None], set[str]]] = {
    reading.pages: (weaker.everybody_may_all, _ABOUT_WORK),
    reading.pages_of_another_role: (
        weaker.everybody_may_all, {path for path, whose in GET.items() if whose != ANYBODY}
    ),
    reading.programs: (weaker.everybody_may_all, _PROGRAMS_OF_SOME),
    reading.forms: (
        weaker.everybody_may_all, {path for path, (whose, _) in POST.items() if whose != SIGNED}
    ),
    reading.tokens_of_others: (
        weaker.all_tokens_are_everybodys, {"/account/tokens/{id}/revoke"}
    ),
    reading.through_another_course: (weaker.everybody_may_all, _ABOUT_WORK),
    reading.changes_by_looking: (weaker.looking_changes_something, {"/account"}),
    forging.from_another_site: (
        weaker.every_origin_is_ones_own, {*POST, *WITHOUT_SESSION}
    ),
    forging.with_anothers_token: (weaker.every_form_is_ones_own, {*POST}),
    forging.of_programs: (weaker.cookies_are_tokens, _PROGRAMS),
    sessions.fixed_beforehand: (weaker.sessions_go_on, {"made up", "one's own"}),
    sessions.after_its_end: (weaker.sessions_never_end, {"/sign-out", "/account/password"}),
    sessions.beyond_their_scope: (weaker.scopes_say_nothing, _PROGRAMS),
    leading_astray.to_another_site: (weaker.it_goes_where_one_asks, {"/sign-in"}),
    bodies.too_much: (weaker.heads_are_not_bounded, {"a long address", "a long header"}),
    bodies.without_end: (weaker.nothing_is_bounded, {"a body"}),
    bodies.odd_addresses: (
        weaker.databases_speak_for_themselves, {f"GET /s/{{id}} with id={'9' * 19}"}
    ),
    bodies.odd_forms: (
        weaker.databases_speak_for_themselves,
        {"/account/tokens with note='\\\\ud800' as unicode_escape"},
    ),
    files.names: (weaker.names_keep_their_folders, {"../../evil.py", "....//evil.py"}),
    files.archives: (
        weaker.archives_are_unpacked,
        {"a folder above", "an absolute name", "a link", "a bomb in the memory"},
    ),
    leading_astray.by_another_name: (weaker.other_hosts_are_its_own, {"evil.test"}),
}  # fmt: skip
"""Each attack says what succeeded; beside it stands what has to, and without which defence."""


_PARAMETERS = [
    pytest.param(attack, marks=[pytest.mark.slow] if attack.__module__ == bodies.__name__ else [])
    for attack in ATTACKS
]


def _name(attack: Callable[[Cast], set[str]]) -> str:
    return f"{attack.__module__.rpartition('.')[2]}-{attack.__name__}"


@pytest.mark.slow
@pytest.mark.parametrize("attack", _PARAMETERS, ids=_name)
def test_no_attack_succeeds(cast: Cast, attack: Callable[[Cast], set[str]]) -> None:
    assert attack(cast) == set()


@pytest.mark.slow
@pytest.mark.parametrize("attack", _PARAMETERS, ids=_name)
def test_each_attack_succeeds_without_the_defence(
    cast: Cast, attack: Callable[[Cast], set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    weaken, expected = ATTACKS[attack]
    weaken(monkeypatch)
    assert attack(cast) >= expected
