"""The service for programs, as ``/api/v1``."""
