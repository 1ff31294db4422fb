"""Serves programs under the path ``/api/v1``."""
