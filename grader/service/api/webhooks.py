"""API of the webhooks of a course: list, add and remove them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from grader.service import webhooks
from grader.service.api.parameters import DESCRIBED, Bearer
from grader.service.auth.access import MANAGE, Forbidden, Permission
from grader.service.data.tables import Webhook
from grader.service.web.request_context import Reading, app_state, find_course_for

router = APIRouter(prefix="/api/v1/courses/{slug}/webhooks", dependencies=[DESCRIBED])


class NewWebhook(BaseModel):
    """A webhook to be added."""

    url: Annotated[str, Field(max_length=500, description="A public address with https://.")]


@router.get("")
def list_webhooks(session: Reading, who: Bearer, slug: str) -> list[dict[str, Any]]:
    """Return the webhooks of a course that are used, without their secrets."""
    who.require_scope(MANAGE)
    found = find_course_for(session, who, slug, Permission.DECIDE)
    return [_shown(each) for each in webhooks.active_webhooks(session, found.id)]


@router.post("", status_code=201)
def create_webhook(request: Request, who: Bearer, slug: str, wanted: NewWebhook) -> dict[str, Any]:
    """Add a webhook. ``secret``, which signs what is sent, is in this answer alone.

    For an address that has one already it is that one, without its secret.
    """
    who.require_scope(MANAGE)
    with app_state(request).database.writing() as session:
        found = find_course_for(session, who, slug, Permission.DECIDE)
        known = {each.id for each in webhooks.active_webhooks(session, found.id)}
        made = webhooks.add_webhook(session, who.id, found, wanted.url)
        session.flush()
        return _shown(made) | ({} if made.id in known else {"secret": made.secret})


@router.delete("/{hook}", status_code=204)
def delete_webhook(request: Request, who: Bearer, slug: str, hook: int) -> None:
    """Remove a webhook. It is sent nothing more, also not what has not arrived yet."""
    who.require_scope(MANAGE)
    with app_state(request).database.writing() as session:
        found = find_course_for(session, who, slug, Permission.DECIDE)
        if hook not in {each.id for each in webhooks.active_webhooks(session, found.id)}:
            raise Forbidden
        webhooks.remove_webhook(session, who.id, found, hook)


def _shown(hook: Webhook) -> dict[str, Any]:
    return {"id": hook.id, "url": hook.url, "private": hook.private, "added_at": hook.at}
