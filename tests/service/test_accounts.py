"""The file that describes a provider of accounts."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.service import ServiceProblem
from grader.service.auth import external_accounts
from grader.service.auth.external_accounts import AccountProvider


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("issuer = 3", "issuer is missing"),
        ('issuer = "http://login.example.edu"', "has to be an address with https://"),
        ('issuer = "https://a.test"\nclient_id = "x"', "set GRADE_OIDC_SECRET"),
        ('issuer = "https://a.test"\nclient = "x"', "the key 'client' is not known"),
        ("[", "cannot be read"),
    ],
)
def test_a_description_that_is_not_in_order_is_refused(
    tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "oidc.toml"
    file.write_text(text)
    with pytest.raises(ServiceProblem, match=sentence):
        external_accounts.read_account_provider(file)


def test_the_secret_may_stand_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "oidc.toml"
    file.write_text('issuer = "https://a.test"\nclient_id = "x"\ndomains = ["A.test"]')
    monkeypatch.setenv(external_accounts.SECRET, "s")
    found = external_accounts.read_account_provider(file)
    assert found == AccountProvider("https://a.test", "x", "s", "a.test", frozenset({"a.test"}))
