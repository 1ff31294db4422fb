"""Signals that end a program, each in a program of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import grader
from grader.machine.termination_signals import ENDING

HEAD = """
import os, signal, sys
from grader.machine.termination_signals import Interrupted, raise_on_signal, postpone_signals

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which nohup has ignored

def send(*names):
    for name in names:
        os.kill(os.getpid(), getattr(signal, name))
"""


def program(text: str) -> tuple[int, str]:
    """Exit status and output of a program."""
    done = subprocess.run(
        [sys.executable, "-c", HEAD + text],
        cwd=Path(grader.__file__).parents[1],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("number", ENDING)
def test_the_first_signal_interrupts_and_later_ones_do_not(number: signal.Signals) -> None:
    assert program(f"""
with raise_on_signal():
    try:
        send("{number.name}")
    except KeyboardInterrupt as interrupt:
        send("SIGINT", "SIGTERM", "SIGHUP")
        print(interrupt)
send("SIGINT", "SIGTERM", "SIGHUP")
""") == (0, f"{number.name}\n")


def test_a_signal_that_comes_in_a_destructor_is_not_lost() -> None:
    assert program("""
class Held:
    def __del__(self):
        send("SIGTERM")
        print("not reached")

with raise_on_signal():
    try:
        held = Held()
        del held
        signal.pause()
    except KeyboardInterrupt as interrupt:
        print(interrupt)
""") == (0, "SIGTERM\n")


def test_python_does_not_end_with_a_signal_that_was_dealt_with() -> None:
    """It would if the exception left a text that is executed, as dataclasses do it."""
    assert program("""
with raise_on_signal():
    try:
        exec("send('SIGTERM')")
    except KeyboardInterrupt:
        sys.exit(3)
""") == (3, "")


def test_what_was_ignored_stays_ignored() -> None:
    assert program("""
signal.signal(signal.SIGHUP, signal.SIG_IGN)
with raise_on_signal(), postpone_signals() as waiting:
    send("SIGHUP")
    print(waiting())
""") == (0, "False\n")


def test_without_a_signal_everything_is_as_before() -> None:
    assert program("""
def handlers():
    return [signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]

before = handlers()
with raise_on_signal(), raise_on_signal(), postpone_signals() as waiting:
    assert handlers() != before
    assert not waiting()
assert handlers() == before
assert not signal.pthread_sigmask(signal.SIG_BLOCK, [])
""") == (0, "")


def test_a_context_within_another_may_be_the_one_that_is_interrupted() -> None:
    assert program("""
with raise_on_signal():
    try:
        with raise_on_signal():
            send("SIGTERM")
    except Interrupted:
        print("once")
send("SIGINT")
""") == (0, "once\n")


def test_postponed_signals_come_when_the_work_is_done() -> None:
    assert program("""
with raise_on_signal():
    try:
        with postpone_signals() as waiting:
            send("SIGTERM")
            print(waiting())
    except Interrupted as interrupt:
        print(interrupt)
""") == (0, "True\nSIGTERM\n")


def test_without_a_handler_they_have_their_usual_effect() -> None:
    assert program("""
with postpone_signals():
    send("SIGTERM")
    print("done", flush=True)
print("too late", flush=True)
""") == (-signal.SIGTERM, "done\n")
