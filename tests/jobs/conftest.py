"""Orders and batches are tried on the same scene."""

from __future__ import annotations

from tests.batch.conftest import scene, setting

__all__ = ["scene", "setting"]
