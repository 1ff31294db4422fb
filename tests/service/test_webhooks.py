"""Webhooks: what is sent, signed how, tried how often, and where it may never lead."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, NoReturn

import pytest
from sqlalchemy import select, update

from grader.service import ServiceProblem, assignment_policies, outgoing_http, webhooks
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.data.tables import (
    Course,
    Delivery,
    Grading,
    GradingState,
    Person,
    Role,
    Webhook,
)
from grader.service.outgoing_http import (
    AddressNotPublic,
    NotReached,
    check_webhook_url,
    is_public_address,
    resolve_public_address,
)
from grader.service.queue import queue
from grader.service.queue.queue import GradingOutcome
from grader.service.webhooks import (
    NotDelivered,
    deliver_next,
    post_without_redirects,
    send_in_background,
)
from tests.service.scene import Scene
from tests.service.site import Browser, words


class Receiver(HTTPServer):
    """Somebody who is told, and answers with a status."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.got: list[tuple[str, dict[str, str], str]] = []
        self.status = 204
        self.arrived = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook?a=b"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, Receiver)
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        self.server.got.append((self.path, dict(self.headers), body))
        self.send_response(self.server.status)
        self.send_header("Location", self.server.url)
        self.end_headers()
        self.server.arrived.set()

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def _hook(scene: Scene, url: str, *, private: bool = True) -> Webhook:
    by = scene.person("decides", Role.INSTRUCTOR)
    with scene.database.writing() as session:
        course = session.get_one(Course, scene.course.id)
        return webhooks.add_webhook(session, by.id, course, url, private=private)


def _grade(scene: Scene, state: GradingState = GradingState.DONE) -> int:
    submission = scene.hand_in(scene.person("ada"))
    with scene.database.writing() as session:
        claim = queue.claim_next(session, "nobody", {scene.edition.id})
        assert claim is not None
        queue.finish_claim(session, claim, GradingOutcome(state))
    return submission


def _deliveries(scene: Scene) -> list[Delivery]:
    with scene.database.reading() as session:
        return list(session.scalars(select(Delivery).order_by(Delivery.id)))


def _make_due(scene: Scene) -> None:
    with scene.database.writing() as session:
        session.execute(update(Delivery).values(next_at=0.0))


def test_a_grading_is_told_with_a_signature_that_can_be_checked(
    scene: Scene, receiver: Receiver
) -> None:
    hook = _hook(scene, receiver.url)
    submission = _grade(scene)
    assert deliver_next(scene.database)
    assert not deliver_next(scene.database)
    ((path, headers, body),) = receiver.got
    assert path == "/hook?a=b"
    told = json.loads(body)
    assert (told["event"], told["course"], told["submission"]) == ("graded", "demo", submission)
    assert not re.search(r"\bada\b", body, re.IGNORECASE)
    signed = f"{headers['Grade-Timestamp']}.{body}".encode()
    expected = hmac.new(hook.secret.encode(), signed, hashlib.sha256).hexdigest()
    assert headers["Grade-Signature"] == f"sha256={expected}"
    assert abs(int(headers["Grade-Timestamp"]) - time.time()) < 3600
    assert _deliveries(scene)[0].delivered_at > 0


def test_a_release_is_told(scene: Scene) -> None:
    _hook(scene, "https://hooks.example.org/", private=False)
    place = AssignmentDecisions(
        scene.course.id, "demo", scene.person("decides", Role.INSTRUCTOR).id
    )
    with scene.database.writing() as session:
        assignment_policies.set_release(
            session, place, scene.edition, "2.1", "secret words", shown=True
        )
    (only,) = _deliveries(scene)
    assert only.event == "released"
    assert json.loads(only.body)["task"] == "2.1"
    assert "secret words" not in only.body


@pytest.mark.parametrize("state", [GradingState.DONE, GradingState.REFUSED, GradingState.FAILED])
def test_only_what_says_something_is_told(scene: Scene, state: GradingState) -> None:
    _hook(scene, "https://hooks.example.org/", private=False)
    _grade(scene, state)
    assert len(_deliveries(scene)) == (0 if state is GradingState.FAILED else 1)


def test_a_regrade_is_told_by_its_release_alone(scene: Scene) -> None:
    _hook(scene, "https://hooks.example.org/", private=False)
    submission = scene.hand_in(scene.person("ada"))
    with scene.database.writing() as session:
        session.execute(update(Grading).values(regrade=True))
        claim = queue.claim_next(session, "nobody", {scene.edition.id})
        assert claim is not None
        assert claim.submission == submission
        queue.finish_claim(session, claim, GradingOutcome(GradingState.DONE))
    assert _deliveries(scene) == []


def test_what_does_not_arrive_is_tried_again_later_and_given_up_in_the_end(
    scene: Scene, receiver: Receiver
) -> None:
    _hook(scene, receiver.url)
    _grade(scene)
    receiver.status = 500
    for tries in range(1, len(webhooks.DELAYS) + 2):
        begun = time.time()
        assert deliver_next(scene.database)
        (only,) = _deliveries(scene)
        assert only.tries == tries
        assert only.next_at >= begun + webhooks.DELAYS[min(tries, len(webhooks.DELAYS)) - 1]
        assert "status 500" in only.problem
        assert not deliver_next(scene.database)
        _make_due(scene)
    assert not deliver_next(scene.database)
    assert len(receiver.got) == len(webhooks.DELAYS) + 1


def test_one_that_was_lost_on_the_way_is_sent_again(scene: Scene, receiver: Receiver) -> None:
    _hook(scene, receiver.url)
    _grade(scene)
    with scene.database.writing() as session:  # by a worker that ends then
        assert webhooks.take_next_delivery(session, time.time()) is not None
    assert not deliver_next(scene.database)
    _make_due(scene)
    assert deliver_next(scene.database)
    assert len(receiver.got) == 1


def test_one_that_is_being_sent_is_left_to_who_sends_it(scene: Scene, receiver: Receiver) -> None:
    _hook(scene, receiver.url)
    _grade(scene)
    now = time.time()
    with scene.database.writing() as session:
        assert webhooks.take_next_delivery(session, now) is not None
    with scene.database.reading() as session:  # looked up for as long as may be, then sent
        assert not webhooks.is_any_due(session, now + 2 * outgoing_http._PATIENCE + 30)


def test_a_name_that_takes_longer_to_look_up_is_not_sent_to(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing_http, "_PATIENCE", -1.0)  # however long it takes
    with pytest.raises(NotReached, match="too long to look up"):
        post_without_redirects(receiver.url, {}, b"{}", private=True)
    assert receiver.got == []


@pytest.mark.parametrize("problem", ["", "It cannot be reached."])
def test_who_was_taken_for_lost_only_says_that_it_arrived(scene: Scene, problem: str) -> None:
    _hook(scene, "https://hooks.example.org/", private=False)
    _grade(scene)
    with scene.database.writing() as session:
        late = webhooks.take_next_delivery(session, time.time())
    _make_due(scene)
    with scene.database.writing() as session:
        assert webhooks.take_next_delivery(session, time.time()) is not None
    (before,) = _deliveries(scene)
    assert late is not None
    with scene.database.writing() as session:
        webhooks.record_delivery(session, late, time.time(), problem, reached=False)
    (after,) = _deliveries(scene)
    assert (after.tries, after.next_at, after.problem) == (2, before.next_at, "")
    assert (after.delivered_at > 0) == (problem == "")


def test_what_cannot_be_reached_holds_up_no_other_webhook(
    scene: Scene, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = _dead(monkeypatch)
    _hook(scene, "http://dead.example/")
    _release(scene, 3)
    _hook(scene, receiver.url)
    _release(scene, 1)
    assert deliver_next(scene.database)
    assert deliver_next(scene.database)
    assert (len(sent), len(receiver.got)) == (1, 1)
    assert not deliver_next(scene.database)
    first, *others, arrived = _deliveries(scene)
    assert arrived.delivered_at > 0
    for each in others:
        assert each.next_at < first.next_at  # so that another one is tried next time
        assert "cannot be reached" in each.problem
    assert [each.tries for each in (first, *others)] == [1, 1, 1, 1]


def test_each_of_those_that_cannot_be_reached_is_tried_as_often_as_any(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = _dead(monkeypatch)
    _hook(scene, "http://dead.example/")
    _release(scene, 1)
    assert deliver_next(scene.database)
    _release(scene, 2)  # later, so that they have more tries before them
    for tries in range(2, len(webhooks.DELAYS) + 2):
        _make_due(scene)
        begun = time.time()
        assert deliver_next(scene.database)
        first, *others = _deliveries(scene)
        assert first.tries == tries
        for each in others:
            assert each.tries == tries - 1
            assert each.next_at >= begun + webhooks.DELAYS[tries - 2]
        assert not deliver_next(scene.database)
    _make_due(scene)
    assert deliver_next(scene.database)
    _make_due(scene)
    assert not deliver_next(scene.database)
    assert len(sent) == len(webhooks.DELAYS) + 2


def test_a_webhook_that_answers_anything_has_its_others_sent(
    scene: Scene, receiver: Receiver
) -> None:
    _hook(scene, receiver.url)
    receiver.status = 500
    _release(scene, 2)
    assert deliver_next(scene.database)
    assert deliver_next(scene.database)
    assert len(receiver.got) == 2


def _dead(patch: pytest.MonkeyPatch) -> list[str]:
    """Nobody answers at ``dead.example``; what was sent there."""
    sent: list[str] = []

    def sending(url: str, headers: Mapping[str, str], body: bytes, *, private: bool) -> None:
        if "dead.example" in url:
            sent.append(headers["Grade-Delivery"])
            raise NotReached("It cannot be reached: timed out.")
        post_without_redirects(url, headers, body, private=private)

    patch.setattr(webhooks, "post_without_redirects", sending)
    return sent


def _release(scene: Scene, times: int) -> None:
    with scene.database.reading() as session:
        by = session.scalars(select(Person).where(Person.login == "decides")).one()
    place = AssignmentDecisions(scene.course.id, "demo", by.id)
    for number in range(times):
        with scene.database.writing() as session:
            assignment_policies.set_release(
                session, place, scene.edition, f"2.{number + 1}", "", shown=True
            )


def test_a_redirection_is_not_followed(receiver: Receiver) -> None:
    receiver.status = 302
    with pytest.raises(NotDelivered, match="status 302"):
        post_without_redirects(receiver.url, {}, b"{}", private=True)
    assert len(receiver.got) == 1


def test_a_webhook_that_is_removed_is_told_nothing_more(scene: Scene, receiver: Receiver) -> None:
    hook = _hook(scene, receiver.url)
    _grade(scene)
    with scene.database.writing() as session:
        webhooks.remove_webhook(
            session, hook.by_id, session.get_one(Course, scene.course.id), hook.id
        )
    assert not deliver_next(scene.database)


def test_a_worker_sends_beside_its_gradings(
    scene: Scene, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "_EVERY", 0.02)
    _hook(scene, receiver.url)
    _grade(scene)
    with send_in_background(scene.database):
        assert receiver.arrived.wait(30)


def test_a_name_that_cannot_be_looked_up_is_told_as_a_problem(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", _raiser(UnicodeError("label too long")))
    with pytest.raises(NotReached, match="label too long"):
        post_without_redirects("https://a.example/", {}, b"{}", private=False)


def test_what_nobody_thought_of_counts_as_a_try_and_the_others_are_sent(
    scene: Scene, receiver: Receiver, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    _hook(scene, "http://127.0.0.1:1/odd")
    _hook(scene, receiver.url)
    _grade(scene)

    def sending(url: str, headers: Mapping[str, str], body: bytes, *, private: bool) -> None:
        if url.endswith("/odd"):
            raise RuntimeError("odd")
        post_without_redirects(url, headers, body, private=private)

    monkeypatch.setattr(webhooks, "post_without_redirects", sending)
    monkeypatch.setattr(webhooks, "_EVERY", 0.02)
    with send_in_background(scene.database):
        assert receiver.arrived.wait(30)
    odd, _ = _deliveries(scene)
    assert "the log of its worker" in odd.problem
    assert odd.delivered_at == 0
    assert odd.next_at > time.time()
    assert [str(each.exc_info[1]) for each in caplog.records if each.exc_info] == ["odd"]


# A receiver that takes its time -------------------------------------------------------------


@pytest.mark.parametrize("tls", [None, ssl.create_default_context()], ids=["plain", "tls"])
def test_a_connection_that_was_cut_is_not_made(tls: ssl.SSLContext | None) -> None:
    with _listening() as listener:
        connection = _to(listener, tls)
        connection.cut()
        with contextlib.closing(connection), pytest.raises(ConnectionAbortedError):
            connection.connect()


def test_a_cut_while_a_socket_is_wrapped_ends_the_connection() -> None:
    class Context(ssl.SSLContext):
        def wrap_socket(self, *args: Any, **more: Any) -> ssl.SSLSocket:
            wrapped = super().wrap_socket(*args, **more)
            connection.cut()
            return wrapped

    with _listening() as listener:
        connection = _to(listener, Context(ssl.PROTOCOL_TLS_CLIENT))
        with contextlib.closing(connection), pytest.raises(ConnectionAbortedError):
            connection.connect()


def test_a_cut_while_hands_are_shaken_ends_the_connection() -> None:
    with _listening() as listener:
        connection = _to(listener, ssl.create_default_context())

        def cut_after_the_first_word() -> None:
            with listener.accept()[0] as there:
                there.recv(1)
                connection.cut()
                while there.recv(4096):  # until the end that the cut is
                    pass

        with _beside(cut_after_the_first_word), contextlib.closing(connection):
            with pytest.raises(OSError) as found:  # noqa: PT011 - by what TLS says to its end
                connection.connect()
            assert not isinstance(found.value, TimeoutError)


def test_one_that_always_goes_on_talking_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing_http, "_PATIENCE", 0.3)
    with _listening() as listener:

        def talk() -> None:
            with listener.accept()[0] as there, contextlib.suppress(OSError):
                # To a window that is closed for good, the kernel knocks for minutes.
                there.settimeout(2)
                while True:
                    there.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")

        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        with _beside(talk), pytest.raises(NotReached, match="cannot be reached"):
            post_without_redirects(url, {}, b"{}", private=True)


def _listening() -> socket.socket:
    """A socket to which one can connect, also if nobody accepts it."""
    return socket.create_server(("127.0.0.1", 0))


def _to(listener: socket.socket, tls: ssl.SSLContext | None) -> outgoing_http._PinnedConnection:
    return outgoing_http._PinnedConnection("localhost", listener.getsockname()[1], "127.0.0.1", tls)


@contextlib.contextmanager
def _beside(what: Callable[[], None]) -> Iterator[None]:
    thread = threading.Thread(target=what, daemon=True)
    thread.start()
    yield
    thread.join()


def _raiser(problem: Exception) -> Callable[..., NoReturn]:
    def raises(*_: object, **__: object) -> NoReturn:
        raise problem

    return raises


# Where it may not lead ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0",
     "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1",
     "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1",
     "64:ff9b:1::7f00:1", "2001:0:7f00:1::1", "fec0::2", "::127.0.0.1", "::ffff:0:7f00:1",
     "::ffff:0:a00:1", "4000::1"],
)  # fmt: skip
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public_address(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1"])
def test_others_are(address: str) -> None:
    assert is_public_address(address)


def _stands_for(patch: pytest.MonkeyPatch, *numbers: str) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in numbers]
    patch.setattr(socket, "getaddrinfo", lambda *_, **__: found)


def test_a_name_with_one_private_address_is_not_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _stands_for(monkeypatch, "1.1.1.1", "127.0.0.1")
    with pytest.raises(AddressNotPublic):
        resolve_public_address("evil.example", 443, private=False)
    assert resolve_public_address("evil.example", 443, private=True) == "1.1.1.1"


def test_nothing_is_sent_into_the_own_network(scene: Scene, receiver: Receiver) -> None:
    _hook(scene, receiver.url.replace("http://", "https://"), private=False)
    _grade(scene)
    assert deliver_next(scene.database)
    assert "is not a public address" in _deliveries(scene)[0].problem
    assert receiver.got == []


@pytest.mark.parametrize(
    "url",
    ["", "http://a.example/", "ftp://a.example/", "file:///etc/passwd", "javascript:alert(1)",
     "https://", "https:///x", "https://a.example:0/", "https://a.example:99999/",
     "https://u:p@a.example/", "https://a.example/#x", "https://a.example/\r\nX: y",
     "https://a.example/ b", "https://[::1", "https://a.example/\u202e", "https://a/" + "x" * 500,
     "https://a..b/", "https://.a/", "https://./", f"https://{'x' * 64}.example/"],
)  # fmt: skip
def test_what_is_no_address_of_a_webhook_is_refused(url: str) -> None:
    with pytest.raises(ServiceProblem):
        check_webhook_url(url, private=False)


@pytest.mark.parametrize(
    "url",
    ["https://a.example", "https://a.example./x?y", "https://1.2.3.4:8443/", "https://[2606::1]/",
     f"https://{'x' * 63}.example/", "https://xn--bcher-kva.example/", "https://a_b.example/"],
)  # fmt: skip
def test_what_is_one_stays_as_it_is(url: str) -> None:
    assert check_webhook_url(f" {url}\n", private=False) == url


# Pages --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_instructor_adds_one_and_sees_what_became_of_it(scene: Scene) -> None:
    browser = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    where, form = "/c/demo/webhooks", {"url": "https://hooks.example.org/"}
    page = browser.send_form(where, form).text
    with scene.database.reading() as session:
        hook = session.scalars(select(Webhook)).one()
    assert hook.secret in page
    assert browser.send_form(where, form).status_code == 200
    _grade(scene)
    assert len(_deliveries(scene)) == 1
    assert hook.secret not in browser.get(where).text
    assert "not yet" in words(browser.get(where).text)
    browser.send_form(f"{where}/{hook.id}/remove", {})
    assert "removed" in words(browser.get(where).text)
    refused = browser.send_form(where, {"url": "http://127.0.0.1/<b>"})
    assert refused.status_code == 400
    assert "<b>" not in refused.text


@pytest.mark.slow
def test_only_an_administrator_lets_one_lead_into_the_own_network(scene: Scene) -> None:
    form = {"url": "http://127.0.0.1:1/", "private": "yes"}
    instructor = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    assert instructor.send_form("/c/demo/webhooks", form).status_code == 404
    admin = Browser(scene, scene.person("root", None, admin=True))
    assert admin.send_form("/c/demo/webhooks", form).status_code == 200


def test_a_course_has_so_many(scene: Scene) -> None:
    for number in range(webhooks.MOST):
        _hook(scene, f"https://hooks.example.org/{number}", private=False)
    with pytest.raises(ServiceProblem, match="at most"):
        _hook(scene, "https://hooks.example.org/more", private=False)
