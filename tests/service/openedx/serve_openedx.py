"""Open edX's platform side of LTI 1.3, as ``lti-consumer-xblock`` has it, and nothing else of it.

    python serve_openedx.py PORT SERVICE FOLDER

Models, messages, tokens, line items, scores, rosters and deep linking are that package's. In place
of Open edX stand the functions that it keeps apart for that (``lti_consumer.plugin.compat``). Runs
in an environment of its own (``requirements/openedx.txt``).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.conf import settings

PORT, SERVICE, FOLDER = int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
HOME = f"http://127.0.0.1:{PORT}"
COURSE, BLOCK = "course-v1:Demo+Algo+1", "block-v1:Demo+Algo+1+type@lti_consumer+block@week1"

settings.configure(
    SECRET_KEY="of the tests", DEBUG=False, ALLOWED_HOSTS=["*"], USE_TZ=True,
    ROOT_URLCONF="urls_of_platform", PLATFORM_NAME="Open edX", LTI_API_BASE=HOME, LTI_BASE=HOME,
    LMS_ROOT_URL=HOME, LMS_BASE=f"127.0.0.1:{PORT}", FEATURES={},
    USAGE_ID_PATTERN=r"(?P<usage_id>(?:i4x://?[^/]+/[^/]+/[^/]+/[^@]+(?:@[^/]+)?)|(?:[^/]+))",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3",
                           "NAME": str(FOLDER / "openedx.db")}},
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth",
                    "django.contrib.sessions", "rest_framework", "django_filters", "waffle",
                    "config_models", "lti_consumer"],
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware",
                "django.contrib.auth.middleware.AuthenticationMiddleware"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
    CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
)  # fmt: skip

from lti_consumer.plugin import compat  # noqa: E402

MEMBERS: dict[int, dict[str, object]] = {}
_off = SimpleNamespace(is_enabled=lambda *_: False)
compat.get_external_config_waffle_flag = lambda: _off
compat.get_external_multiple_launch_urls_waffle_flag = lambda: _off
compat.get_database_config_waffle_flag = lambda: _off
compat.get_course_members = lambda _: {key: dict(value) for key, value in MEMBERS.items()}
compat.merge_course_forum_roles = lambda *_: None
compat.nrps_pii_disallowed = lambda: False
compat.user_has_studio_write_access = lambda *_: True
compat.get_event_tracker = lambda: None
compat.batch_get_or_create_externalids = lambda _: {
    key: SimpleNamespace(external_user_id=f"user-{key}") for key in MEMBERS
}

django.setup()

from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.http import JsonResponse  # noqa: E402
from django.urls import include, path  # noqa: E402
from lti_consumer import models  # noqa: E402
from lti_consumer.data import Lti1p3LaunchData  # noqa: E402
from lti_consumer.plugin import views  # noqa: E402

views.get_lti_pii_sharing_state_for_course = lambda _: True


def configured(_request: object) -> JsonResponse:
    """How the tool registers the platform by hand."""
    config = models.LtiConfiguration.objects.get()
    passport = config.lti_1p3_passport.passport_id
    return JsonResponse({
        "issuer": HOME, "client_id": config.lti_1p3_client_id, "deployments": "1",
        "auth_url": f"{HOME}/api/lti_consumer/v1/launch/",
        "token_url": f"{HOME}/api/lti_consumer/v1/token/{passport}",
        "jwks_url": f"{HOME}/api/lti_consumer/v1/public_keysets/{passport}",
    })  # fmt: skip


def opened(request: object) -> JsonResponse:
    """Where a browser goes that opens the link; as the platform's pages make it."""
    asked = json.loads(request.body)  # type: ignore[attr-defined]
    config = models.LtiConfiguration.objects.get()
    chosen = models.LtiDlContentItem.objects.first()
    deep = asked.get("deep", False)
    data = Lti1p3LaunchData(
        user_id=asked["user"], user_role=asked["role"], config_id=config.config_id,
        resource_link_id=BLOCK, name=asked["name"], email=f"{asked['name']}@example.edu",
        preferred_username=asked["name"], context_id=COURSE, context_type=["course_offering"],
        context_title="Algorithms 1", context_label="Algo",
        launch_presentation_document_target="window",
        message_type="LtiDeepLinkingRequest" if deep else "LtiResourceLinkRequest",
        deep_linking_content_item_id=chosen.pk if chosen and not deep else None,
    )  # fmt: skip
    return JsonResponse({"url": config.get_lti_consumer().prepare_preflight_url(data)})


def set_members(request: object) -> JsonResponse:
    """Change who is in the course."""
    MEMBERS.clear()
    for each in json.loads(request.body):  # type: ignore[attr-defined]
        MEMBERS[each["id"]] = {**each, "username": each["name"]}
    return JsonResponse({})


def scores(_request: object) -> JsonResponse:
    """What the platform took."""
    return JsonResponse({
        "items": list(models.LtiAgsLineItem.objects.values("resource_id", "label")),
        "scores": list(models.LtiAgsScore.objects.values(
            "user_id", "score_given", "score_maximum", "grading_progress")),
        "chosen": [each.attributes for each in models.LtiDlContentItem.objects.all()],
    })  # fmt: skip


sys.modules["urls_of_platform"] = SimpleNamespace(urlpatterns=[  # type: ignore[assignment]
    path("api/", include("lti_consumer.plugin.urls")),
    path("configured", configured), path("open", opened), path("members", set_members),
    path("scores", scores),
])  # fmt: skip


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nobody listens."""


def main() -> None:
    """Make the course's one link, and serve."""
    call_command("migrate", verbosity=0)
    models.LtiConfiguration.objects.create(
        version=models.LtiConfiguration.LTI_1P3,
        config_store=models.LtiConfiguration.CONFIG_ON_DB,
        location=BLOCK,
        lti_1p3_passport=models.Lti1p3Passport.objects.create(
            lti_1p3_tool_keyset_url=f"{SERVICE}/lti/jwks"
        ),
        lti_1p3_oidc_url=f"{SERVICE}/lti/login",
        lti_1p3_launch_url=f"{SERVICE}/lti/launch",
        lti_1p3_redirect_uris=[f"{SERVICE}/lti/launch"],
        lti_advantage_enable_nrps=True,
        lti_advantage_deep_linking_enabled=True,
        lti_advantage_deep_linking_launch_url=f"{SERVICE}/lti/deep-link",
        lti_advantage_ags_mode="programmatic",
    )
    with make_server("127.0.0.1", PORT, get_wsgi_application(), handler_class=_Quiet) as server:
        sys.stdout.write("listening\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main()
