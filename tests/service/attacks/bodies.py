"""Requests that are too much, or not what they should be, sent to a server that listens."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from urllib.parse import quote

import httpx2

from grader.service.accept_submission import LARGEST
from tests.service.cast import Cast, routes
from tests.service.running import answer_to, cookie, running
from tests.service.scene import RIGHT
from tests.service.site import Browser
from tests.service.test_access import POST

_MIB = 1 << 20
_REFUSED = (b" 400 ", b" 413 ", b" 414 ", b" 431 ")

NUMBERS = ("0", "-1", "9" * 19, "9" * 400, "1e3", "0x1", "%00", "%D9%A1", "NaN")
TEXTS = ("%00", "%FF", "%ED%A0%80", "..%2f..%2fetc%2fpasswd", "%0d%0aX-Evil:%20yes", "a" * 5000,
         "'%20OR%201=1--", "%F0%9F%92%A5", "%E2%80%AE", "{{7*7}}", "%25s")  # fmt: skip
VALUES = ("", "\0", "\\ud800", "x" * 100_000, "-1", "9" * 30, "nan", "inf", "1e999",
          "\r\nX-Evil: yes", "{{7*7}}", "' OR 1=1--", "💥")  # fmt: skip


def too_much(cast: Cast) -> set[str]:
    """Requests beyond all measure that the server takes, or that keep others from an answer."""
    found = set()
    with running(cast.scene) as address:
        form, get = _heads(cast, address)
        tries = {
            "a body that says so": form + b"Content-Length: 9999999999\r\n\r\n",
            "a length that is none": form + b"Content-Length: 1_0\r\n\r\n0123456789",
            "a negative length": form + b"Content-Length: -1\r\n\r\n",
            "two lengths": form + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
            "a length and chunks": form
            + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET",
            "a long address": get.replace(b" HTTP", b"?" + b"a" * _MIB + b" HTTP") + b"\r\n",
            "a long header": get + b"X: " + b"a" * _MIB + b"\r\n\r\n",
            "many headers": get + b"X: a\r\n" * 100_000 + b"\r\n",
        }
        for name, request in tries.items():
            if not any(status in answer_to(address, request)[:20] for status in _REFUSED):
                found.add(name)
        with httpx2.Client(base_url=address) as client:
            fields = {f"f{number}": "" for number in range(5000)}
            origin = {"origin": address}
            if client.post("/sign-in", data=fields, headers=origin).status_code < 400:
                found.add("many fields")
            assert client.get("/health").status_code == 200
    return found


def without_end(cast: Cast) -> set[str]:
    """A body that does not say how long it is, and is too long."""
    begun = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.ipynb"\r\n\r\n'
    with running(cast.scene) as address:
        form, _ = _heads(cast, address)
        form += b"Transfer-Encoding: chunked\r\n\r\n"
        refused = b" 413 " in answer_to(address, form, _endless(begun))[:20]
    return set() if refused else {"a body"}


def _heads(cast: Cast, address: str) -> tuple[bytes, bytes]:
    """The beginnings of a form with a file, and of a request for a page."""
    host = address.removeprefix("http://").encode()
    head = b"Host: " + host + b"\r\nConnection: close\r\n"
    signed = b"Cookie: session=" + cookie(cast.scene, cast.person("owner")).encode() + b"\r\n"
    form = b"POST /c/demo/demo/submissions HTTP/1.1\r\n" + head + signed
    form += b"Content-Type: multipart/form-data; boundary=x\r\n"
    return form, b"GET /sign-in HTTP/1.1\r\n" + head


def _endless(begun: bytes) -> Iterator[bytes]:
    """Half as much again as may be handed in, in pieces."""
    yield b"%x\r\n%b\r\n" % (len(begun), begun)
    piece = b"%x\r\n%b\r\n" % (_MIB, bytes(_MIB))
    yield from itertools.repeat(piece, LARGEST * 3 // 2 // _MIB)
    ended = b"\r\n--x--\r\n"
    yield b"%x\r\n%b\r\n0\r\n\r\n" % (len(ended), ended)


def odd_addresses(cast: Cast) -> set[str]:
    """Addresses with odd values at which the service fails, or lets a header in."""
    found = set()
    for method, path in routes(cast.app):
        with _Bold(cast) as bold:
            names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
            for name, odd in itertools.product(names, (*NUMBERS, *TEXTS)):
                if _fails(bold.request(method, _with(cast, path, name, odd))):
                    found.add(f"{method} {path} with {name}={odd[:20]}")
            for odd in TEXTS:
                if _fails(bold.request(method, f"{cast.path(path)}?task={odd}&verdict={odd}")):
                    found.add(f"{method} {path} with a query")
    return found


def odd_forms(cast: Cast) -> set[str]:
    """Forms with odd values, spelled in odd ways, at which the service fails."""
    found = set()
    for path, (_, values) in POST.items():
        for name, odd in itertools.product(values, VALUES):
            for charset in ("utf-8", "unicode_escape")[: 1 + odd.startswith("\\")]:
                with _Bold(cast) as bold:
                    sent = {**values, "csrf": bold.csrf, name: odd}
                    if _fails(_posted(bold, cast.path(path), sent, charset)):
                        found.add(f"{path} with {name}={odd[:20]!r} as {charset}")
    return found


class _Bold(Browser):
    """The administrator's, and a program of theirs; failures of the server are answers as well."""

    def __init__(self, cast: Cast) -> None:
        super().__init__(cast.scene, cast.person("admin"))
        self.headers.update({**cast.token("admin"), "idempotency-key": "odd"})
        self._transport.raise_server_exceptions = False  # type: ignore[attr-defined]


def _with(cast: Cast, path: str, name: str, odd: str) -> str:
    around = cast.path(path.replace(f"{{{name}}}", "\0"))
    return around.replace("\0", odd)


def _posted(
    client: httpx2.Client, path: str, values: dict[str, str], charset: str
) -> httpx2.Response:
    parts = [
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in values.items()
    ]
    if path.endswith("/submissions"):
        named = quote(values.get("key", ""))[:20]
        parts.append(
            f'--x\r\nContent-Disposition: form-data; name="file"; filename="{named}.py"\r\n\r\n'
            f"{RIGHT.decode()}\r\n"
        )
    kind = {"content-type": f"multipart/form-data; boundary=x; charset={charset}"}
    body = "".join(parts).encode() + b"--x--\r\n"
    return client.post(path, content=body, headers=kind)


def _fails(answer: httpx2.Response) -> bool:
    return answer.status_code >= 500 or "x-evil" in answer.headers
