"""How often one may try, by a clock of the test's own."""

from __future__ import annotations

from grader.service.auth.passwords import PasswordGuessLimit
from grader.service.auth.rate_limit import RateLimit, describe_wait


class _Clock:
    now = 50.0

    def __call__(self) -> float:
        return self.now


def test_who_tries_too_often_waits_until_the_oldest_try_is_old() -> None:
    clock = _Clock()
    rate = RateLimit(2, 10.0, clock)
    assert rate.take("ada") == 0
    clock.now += 4
    assert rate.take("ada") == 0
    assert rate.take("ada") == 6
    assert rate.take("ben") == 0
    clock.now += 6
    assert rate.take("ada") == 0
    assert rate.take("ada") == 4


def test_what_was_right_does_not_count() -> None:
    rate = RateLimit(1, 10.0, _Clock())
    for _ in range(3):
        assert rate.take("ada") == 0
        rate.give_back("ada")


def test_an_address_may_guess_more_often_than_a_login() -> None:
    guesses = PasswordGuessLimit(_Clock())
    for number in range(100):
        assert guesses.take(f"student{number}", "10.0.0.1") == 0
    assert guesses.take("another", "10.0.0.1") == 300
    assert guesses.take("another", "10.0.0.2") == 0
    assert [bool(guesses.take("Ada ", "10.0.0.3")) for _ in range(11)] == [False] * 10 + [True]
    assert guesses.take("ada", "10.0.0.4") == 0


def test_guesses_from_elsewhere_leave_room_for_the_owner_but_have_an_end() -> None:
    guesses = PasswordGuessLimit(_Clock())
    of_others = [guesses.take("admin", f"10.0.0.{number % 5}") for number in range(60)]
    assert of_others == [0] * 50 + [300] * 10
    assert guesses.take("ada", "10.0.0.1") == 0


def test_who_is_known_is_kept_out_by_nobody_and_may_not_guess_for_ever() -> None:
    guesses = PasswordGuessLimit(_Clock())
    for number in range(60):
        guesses.take("ada", f"10.0.0.{number % 6}")
    assert guesses.take("ada", "10.0.1.1") == 300
    for _ in range(3):
        assert guesses.take("ada", "10.0.1.1", "browser 7") == 0
        guesses.right("ada", "10.0.1.1", "browser 7")
    waits = [guesses.take("ada", f"10.0.2.{number}", "browser 7") for number in range(11)]
    assert waits == [0] * 10 + [300]
    assert guesses.take("ada", "10.0.1.1", "browser 8") == 0


def test_one_connection_has_many_addresses() -> None:
    guesses = PasswordGuessLimit(_Clock())
    waits = [guesses.take("ada", f"2001:db8::{number:x}") for number in range(11)]
    assert waits == [0] * 10 + [300]
    assert guesses.take("ada", "2001:db8:0:1::1") == 0


def test_a_guess_that_is_not_made_counts_nowhere() -> None:
    guesses = PasswordGuessLimit(_Clock())
    for _ in range(100):
        guesses.take("ada", "10.0.0.1")
    assert guesses.take("ada", "10.0.0.2") == 0
    assert guesses.take("ben", "10.0.0.1") == 0


def test_when_is_said_in_words() -> None:
    assert [describe_wait(each) for each in (0.2, 59.5, 61, 300)] == [
        "in 1 second", "in 60 seconds", "in 2 minutes", "in 5 minutes",
    ]  # fmt: skip


def test_an_ipv4_address_is_the_same_when_it_is_written_as_ipv6() -> None:
    guesses = PasswordGuessLimit(_Clock())
    waits = [guesses.take("ada", "::ffff:10.0.0.1") for _ in range(11)]
    assert waits == [0] * 10 + [300]
    assert guesses.take("ada", "10.0.0.1") == 300
    assert guesses.take("ada", "::ffff:10.0.0.2") == 0
