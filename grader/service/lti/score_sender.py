"""Sends scores to platforms by Assignment and Grade Services 2.0 (1EdTech)."""

from __future__ import annotations

import json
import time
from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.orm import Session, joinedload

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.assignment_gradebook import make_gradebook
from grader.service.course_editions import current_editions
from grader.service.data.lti_tables import LtiContext, LtiLineItem, LtiPlatform, LtiScore
from grader.service.lti import launch_claims, score_outbox
from grader.service.lti.platform_client import (
    PlatformClient,
    UnexpectedPlatformAnswer,
    add_to_path,
    add_to_query,
)
from grader.service.outgoing_http import NotReached

_LINE_ITEM = "application/vnd.ims.lis.v2.lineitem+json"
_LINE_ITEMS = "application/vnd.ims.lis.v2.lineitemcontainer+json"
_SCORE = "application/vnd.ims.lis.v1.score+json"
_RESULTS = "application/vnd.ims.lis.v2.resultcontainer+json"
_LEASE = 90.0
"""Seconds for which a worker has a line item to itself."""


def make_line_item_or_send_score(client: PlatformClient) -> bool:
    """Make the next line item or send the next score, and return whether one was waiting."""
    database = client.database
    with database.reading() as session:
        wanted = score_outbox.compute_wanted_scores(session, time.time())
    if wanted is not None:
        with database.writing() as session:
            score_outbox.store_wanted_scores(session, wanted, time.time())
        return True
    return make_next_line_item(client) or send_next_score(client)


def send_next_score(client: PlatformClient) -> bool:
    """Send the next score that is due, and return whether there was one.

    Whatever is raised while it is sent, it counts as tried.
    """
    with client.database.writing() as session:
        taken = score_outbox.take_next_score(session, time.time())
    if taken is None:
        return False
    score, uncertain = taken
    problem, for_good, unknown = "The log of the worker says why it was not sent.", False, True
    try:
        if not (uncertain and _has_arrived(client, score)):
            _post_score(client, score)
        problem = ""
    except NotReached as failure:
        problem = str(failure)
    except UnexpectedPlatformAnswer as failure:
        problem, for_good, unknown = str(failure), failure.for_good, failure.status >= 500
    except ServiceProblem as failure:
        problem, unknown = str(failure), False
    finally:
        with client.database.writing() as session:
            score_outbox.record_score(
                session, score, time.time(), problem, for_good=for_good, unknown=unknown
            )
    return True


def _post_score(client: PlatformClient, score: LtiScore) -> None:
    item = score.line_item
    client.request(
        item.context.platform, launch_claims.SCORE_SCOPE, "POST",
        add_to_path(item.url, "/scores"), kind=_SCORE, body=json.loads(score.wanted),
    )  # fmt: skip


def _has_arrived(client: PlatformClient, score: LtiScore) -> bool:
    """Return whether the platform has the score already, as far as it lets itself be asked."""
    item, wanted = score.line_item, json.loads(score.wanted)
    if launch_claims.RESULT_SCOPE not in item.context.scopes.split() or "scoreGiven" not in wanted:
        return False
    url = add_to_query(add_to_path(item.url, "/results"), user_id=wanted["userId"])
    for page in client.pages(item.context.platform, launch_claims.RESULT_SCOPE, url, _RESULTS):
        for each in page if isinstance(page, list) else []:
            if isinstance(each, dict) and each.get("userId") == wanted["userId"]:
                return _is_same_score(each, wanted)
    return False


def _is_same_score(result: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Return whether a result is the wanted score; platforms may scale it to their own maximum."""
    score, maximum = result.get("resultScore"), result.get("resultMaximum", wanted["scoreMaximum"])
    if not isinstance(score, int | float) or not isinstance(maximum, int | float) or not maximum:
        return False
    return bool(abs(score / maximum - wanted["scoreGiven"] / wanted["scoreMaximum"]) < 1e-6)


def make_next_line_item(client: PlatformClient) -> bool:
    """Find or make the next line item that scores wait for, and return whether there was one."""
    now = time.time()
    with client.database.writing() as session:
        item = _take_line_item(session, now)
        if item is None:
            return False
        label, maximum = _label(session, item)
    problem, url = "The log of the worker says why it was not made.", ""
    try:
        url, problem = _find_or_make(client, item, label, maximum), ""
    except ServiceProblem as failure:
        problem = str(failure)
    finally:
        with client.database.writing() as session:
            found = session.get_one(LtiLineItem, item.id)
            found.url, found.problem = found.url or url, escape_to_one_line(problem, 300)
            delays = score_outbox.DELAYS
            found.next_at = time.time() + delays[min(found.tries, len(delays)) - 1]
    return True


def _take_line_item(session: Session, now: float) -> LtiLineItem | None:
    waits = exists().where(LtiScore.line_item_id == LtiLineItem.id, LtiScore.wanted != "")
    found = session.scalars(
        select(LtiLineItem)
        .join(LtiContext, LtiContext.id == LtiLineItem.context_id)
        .join(LtiPlatform, LtiPlatform.id == LtiContext.platform_id)
        .where(
            LtiLineItem.url == "", LtiLineItem.next_at <= now, waits,
            LtiContext.course_id.is_not(None), LtiPlatform.removed_at == 0.0,
        )
        .options(
            joinedload(LtiLineItem.context).joinedload(LtiContext.platform),
            joinedload(LtiLineItem.context).joinedload(LtiContext.course),
        )
        .order_by(LtiLineItem.next_at, LtiLineItem.id)
        .limit(1)
    ).first()  # fmt: skip
    if found is not None:
        found.tries, found.next_at = found.tries + 1, now + _LEASE
        session.flush()
    return found


def _label(session: Session, item: LtiLineItem) -> tuple[str, float]:
    """Return the title of a line item's assignment, and its points."""
    assert item.context.course is not None
    for edition in current_editions(session, item.context.course):
        if edition.assignment == item.assignment:
            return edition.title, make_gradebook(session, edition).maximum or 100.0
    return item.assignment, 100.0


def _find_or_make(client: PlatformClient, item: LtiLineItem, label: str, maximum: float) -> str:
    """Return the address of a line item. One that an earlier try has made is found, not made again.

    Raises:
        ServiceProblem: if the platform has none, and lets nobody make one.
    """
    context, scopes = item.context, item.context.scopes.split()
    if not context.line_items_url or launch_claims.SCORE_SCOPE not in scopes:
        raise ServiceProblem(
            "The platform does not take scores for this course. Allow it to in the settings of the "
            "tool there, then open a link to this service from the course."
        )
    readable = {launch_claims.LINE_ITEM_SCOPE, launch_claims.READ_LINE_ITEM_SCOPE} & {*scopes}
    if readable:
        scope = min(readable)
        url = add_to_query(context.line_items_url, resource_id=item.assignment)
        for page in client.pages(context.platform, scope, url, _LINE_ITEMS):
            for each in page if isinstance(page, list) else []:
                # Platforms may ignore what is asked for, and list all.
                if isinstance(each, dict) and each.get("resourceId") == item.assignment:
                    return _address(each)
    if launch_claims.LINE_ITEM_SCOPE not in scopes:
        raise ServiceProblem(
            "The platform has no column for this assignment, and lets the service make none. Add "
            "the assignment there by choosing it (deep linking), and open it once."
        )
    body = {"label": label, "scoreMaximum": maximum, "resourceId": item.assignment, "tag": "grade"}
    answer = client.request(
        context.platform, launch_claims.LINE_ITEM_SCOPE, "POST", context.line_items_url,
        kind=_LINE_ITEM, body=body,
    )  # fmt: skip
    try:
        return _address(json.loads(answer.body))
    except ValueError:
        raise UnexpectedPlatformAnswer(
            "It says nothing about the line item that it made."
        ) from None


def _address(item: object) -> str:
    found = item.get("id") if isinstance(item, dict) else None
    if not isinstance(found, str) or not 0 < len(found) <= 2000 or not found.isprintable():
        raise UnexpectedPlatformAnswer("It gives no address for the line item.")
    return found
