"""A small provider of OpenID Connect: a real server, whose one user signs in at once."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OctKey, RSAKey

CLIENT, SECRET = "grades", "between us both"
_ACCESS = "good for what it says apart"


@dataclass
class Provided:
    """What the provider says, to be changed by tests.

    Attributes:
        claims: that stand in each token, in place of what would.
        about: that stand in its description, in place of what would.
        apart: what it says about its user at an address of its own; ``None`` if it has none.
        asked: how often each path was asked for.
        forge: makes the token in another way, from its claims.
    """

    address: str
    claims: dict[str, Any] = field(default_factory=dict)
    about: dict[str, Any] = field(default_factory=dict)
    apart: dict[str, Any] | None = None
    asked: dict[str, int] = field(default_factory=dict)
    forge: Any = None
    keys: list[RSAKey | ECKey] = field(default_factory=list)
    _codes: dict[str, dict[str, str]] = field(default_factory=dict)

    def rotate(self) -> None:
        """Sign with a new key, and forget all others."""
        self.keys = [ECKey.generate_key("P-256", {"kid": secrets.token_hex(4), "alg": "ES256"})]

    def authorize(self, query: dict[str, str]) -> str:
        """Where the user is sent back to, having signed in."""
        assert query["response_type"] == "code"
        assert query["client_id"] == CLIENT
        assert "openid" in query["scope"].split()
        assert query["code_challenge_method"] == "S256"
        code = secrets.token_hex(8)
        self._codes[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def token(self, form: dict[str, str], authorization: str) -> dict[str, Any] | None:
        """What a code is exchanged for, once; nothing for whoever it is not meant for."""
        query = self._codes.pop(form["code"], None)
        both = base64.b64encode(f"{CLIENT}:{SECRET.replace(' ', '%20')}".encode()).decode()
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if (
            query is None
            or authorization != f"Basic {both}"
            or challenge != query["code_challenge"]
            or form["redirect_uri"] != query["redirect_uri"]
            or form["grant_type"] != "authorization_code"
        ):
            return None
        now = int(time.time())
        claims = {
            "iss": self.address, "sub": "subject-1", "aud": CLIENT, "iat": now, "exp": now + 300,
            "nonce": query["nonce"], "email": "ada@example.edu", "email_verified": True,
            **self.claims,
        }  # fmt: skip
        claims = {key: value for key, value in claims.items() if value is not None}
        made = self.forge(claims) if self.forge else self.signed(claims)
        return {"access_token": _ACCESS, "token_type": "Bearer", "id_token": made}

    def signed(self, claims: dict[str, Any]) -> str:
        """A token with the claims, by the key of the moment."""
        (key,) = self.keys
        algorithm = "ES256" if isinstance(key, ECKey) else "RS256"
        return jwt.encode({"alg": algorithm, "kid": key.kid}, claims, key, algorithms=[algorithm])

    def described(self) -> dict[str, Any]:
        """Its description."""
        return {
            "issuer": self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "jwks_uri": f"{self.address}/keys",
            **({} if self.apart is None else {"userinfo_endpoint": f"{self.address}/people"}),
            **self.about,
        }

    def public(self) -> dict[str, Any]:
        """Its keys, as everybody may know them."""
        found: dict[str, Any] = dict(KeySet([*self.keys]).as_dict(private=False))
        return found


def unsigned(claims: dict[str, Any]) -> str:
    """A token that nobody has signed."""
    return ".".join((_encoded({"alg": "none", "typ": "JWT"}), _encoded(claims), ""))


def by_the_secret(claims: dict[str, Any]) -> str:
    """A token that is signed with what the client knows as well."""
    key = OctKey.import_key(SECRET * 3)
    return jwt.encode({"alg": "HS256"}, claims, key, algorithms=["HS256"])


def by_a_strange_key(claims: dict[str, Any]) -> str:
    """A token that is signed with a key of somebody else, which it brings along."""
    key = ECKey.generate_key("P-256", {"kid": "strange"})
    header = {"alg": "ES256", "kid": "strange", "jwk": key.as_dict(private=False)}
    return jwt.encode(header, claims, key, algorithms=["ES256"])


def _encoded(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@contextmanager
def running() -> Iterator[Provided]:
    """One that listens at a port of its own."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    provided = Provided(f"http://127.0.0.1:{server.server_address[1]}")
    provided.rotate()
    server.provided = provided  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield provided
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        provided, parts = self._provided(), urlsplit(self.path)
        match parts.path:
            case "/.well-known/openid-configuration":
                self._say(200, provided.described())
            case "/keys":
                self._say(200, provided.public())
            case "/authorize":
                self.send_response(302)
                self.send_header("Location", provided.authorize(_first(parts.query)))
                self.end_headers()
            case "/people" if self.headers.get("Authorization") == f"Bearer {_ACCESS}":
                self._say(200, {"sub": "subject-1", **(provided.apart or {})})
            case _:
                self._say(404, {})

    def do_POST(self) -> None:
        form = _first(self.rfile.read(int(self.headers["Content-Length"])).decode())
        found = self._provided().token(form, self.headers.get("Authorization", ""))
        self._say(200 if found else 400, found or {"error": "invalid_grant"})

    def _provided(self) -> Provided:
        found: Provided = self.server.provided  # type: ignore[attr-defined]
        path = urlsplit(self.path).path
        found.asked[path] = found.asked.get(path, 0) + 1
        return found

    def _say(self, status: int, value: dict[str, Any]) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody listens."""


def _first(query: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(query).items()}
