"""The service with one of its defences taken away, so that the attack on it has to succeed."""

from __future__ import annotations

import hashlib
import io
import stat
import tempfile
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn
from fastapi import APIRouter, FastAPI, Request
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from grader import intake
from grader.intake import IntakeError
from grader.model.submission import MainFileRules, Submission
from grader.service import accept_submission as accepting
from grader.service.api import parameters as api
from grader.service.auth import auth_secrets, authentication
from grader.service.auth.access import Visitor
from grader.service.data.database import Database
from grader.service.data.lti_tables import LtiContext
from grader.service.data.tables import Person, Secret, SecretKind
from grader.service.lti import contexts
from grader.service.web import app as apps
from grader.service.web import mail_pages, own_account_pages, request_context, sign_in_link_pages
from grader.service.web.request_context import app_state
from grader.service.web.server_settings import ServerSettings

Patch = pytest.MonkeyPatch


def everybody_may_all(patch: Patch) -> None:
    """Whoever asks may do all that anybody may."""
    asked = request_context.maybe_visitor
    nobody = Visitor(1, "nobody", "Nobody", admin=False)
    patch.setattr(Visitor, "may", lambda *_: True)
    patch.setattr(Visitor, "may_anywhere", lambda *_: True)
    patch.setattr(Visitor, "as_staff", lambda *_: True)
    patch.setattr(Visitor, "require_own", lambda *_: None)
    patch.setattr(Visitor, "require_admin", lambda _: None)
    patch.setattr(Visitor, "require_measuring", lambda _: None)
    patch.setattr(request_context, "maybe_visitor", lambda request: asked(request) or nobody)
    every = select(LtiContext).where(LtiContext.course_id.is_(None))
    patch.setattr(contexts, "linkable_contexts", lambda session, _: session.scalars(every).all())


def every_origin_is_ones_own(patch: Patch) -> None:
    """Where a form came from is not looked at."""
    for module in (request_context, own_account_pages, sign_in_link_pages, mail_pages):
        patch.setattr(module, "require_own_form", lambda _: None)


def every_form_is_ones_own(patch: Patch) -> None:
    """The token that a form carries is not looked at."""
    patch.setattr(request_context, "hmac", SimpleNamespace(compare_digest=lambda *_: True))


def cookies_are_tokens(patch: Patch) -> None:
    """The API takes the cookie of a browser as well."""

    def bearer(request: Request) -> Visitor:
        return request_context.signed_in_visitor(request)

    def app(database: Database, settings: ServerSettings) -> FastAPI:
        made = apps.make_app(database, settings)
        made.dependency_overrides[api.bearer] = bearer
        return made

    patch.setattr("tests.service.site.make_app", app)


def all_tokens_are_everybodys(patch: Patch) -> None:
    """A token is revoked whosever it is."""

    def revoke(request: Request, id: int) -> Response:
        with app_state(request).database.writing() as session:
            session.delete(session.get_one(Secret, id))
        return RedirectResponse("/account", 303)

    _first(patch, "/account/tokens/{id}/revoke", revoke, "POST")


def looking_changes_something(patch: Patch) -> None:
    """A page that changes a name when it is shown."""

    def page(request: Request) -> Response:
        with app_state(request).database.writing() as session:
            session.get_one(Person, 1).name += "!"
        return PlainTextResponse("changed")

    _first(patch, "/account", page)


def sessions_go_on(patch: Patch) -> None:
    """Whoever signs in keeps the cookie that they came with."""

    def sign_in(session: Session, person: int, before: str = "") -> str:
        raw = auth_secrets.issue_secret(session, person, SecretKind.SESSION)
        if before:
            secret = auth_secrets.find_secret(
                session, before, SecretKind.SESSION
            ) or auth_secrets.find_secret(session, raw, SecretKind.SESSION)
            assert secret is not None
            secret.person_id, secret.hash = person, hashlib.sha256(before.encode()).hexdigest()
        return before or raw

    patch.setattr(authentication, "sign_in", sign_in)


def sessions_never_end(patch: Patch) -> None:
    """Signing out forgets the cookie in the browser alone."""
    patch.setattr(authentication, "sign_out", lambda *_: None)
    patch.setattr(auth_secrets, "revoke_secrets", lambda *_: None)


def scopes_say_nothing(patch: Patch) -> None:
    """Every token is good for all."""
    patch.setattr(Visitor, "require_scope", lambda *_: None)


def it_goes_where_one_asks(patch: Patch) -> None:
    """The page on which one signs in leads to any address."""

    def page(next: str = "/") -> Response:
        return RedirectResponse(next, 303)

    _first(patch, "/sign-in", page)


def other_hosts_are_its_own(patch: Patch) -> None:
    """It answers under the names of others, too."""
    patch.setattr(ServerSettings, "hosts", ["grades.test", "evil.test"])


def _first(patch: Patch, path: str, page: object, method: str = "GET") -> None:
    """Have a route answered by another function."""
    assert any(route.path == path for router in apps.ROUTERS for route in router.routes)  # type: ignore[attr-defined]
    weak = APIRouter()
    weak.add_api_route(path, page, methods=[method])  # type: ignore[arg-type]
    patch.setattr(apps, "ROUTERS", (weak, *apps.ROUTERS))


def nothing_is_bounded(patch: Patch) -> None:
    """Bodies are read whatever their length."""
    patch.setattr(apps, "BodyLimit", lambda app, **_: app)


def heads_are_not_bounded(patch: Patch) -> None:
    """Headers and addresses are read whatever their length."""
    config = uvicorn.Config
    far = {"h11_max_incomplete_event_size": 1 << 26}
    patch.setattr(uvicorn, "Config", lambda made, **given: config(made, **{**given, **far}))


def databases_speak_for_themselves(patch: Patch) -> None:
    """Values that cannot be kept are nobody's business."""
    patch.setattr(apps, "_UNKEEPABLE", ())


def names_keep_their_folders(patch: Patch) -> None:
    """A file is kept under the name that it comes with."""
    patch.setattr(accepting, "check_submission_name", lambda name: name)


def archives_are_unpacked(patch: Patch) -> None:
    """Workers unpack an archive, each file where it says and however large it is."""

    def read(filename: str, content: bytes, rules: MainFileRules) -> Submission:
        with (
            zipfile.ZipFile(io.BytesIO(content)) as archive,
            tempfile.TemporaryDirectory() as folder,
        ):
            found = b""
            for entry in archive.infolist()[:3]:
                target = Path(folder, entry.filename)
                if stat.S_ISLNK(entry.external_attr >> 16):
                    target.symlink_to(archive.read(entry).decode())
                else:
                    target.write_bytes(_unzipped(archive, entry))
                found = target.read_bytes()[: 1 << 16]
        return intake.make_submission(filename, [("unpacked.py", found)])

    patch.setattr(accepting, "read_upload", read)


def _unzipped(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    try:
        return archive.read(entry)
    except zipfile.BadZipFile as problem:
        raise IntakeError(str(problem)) from None
