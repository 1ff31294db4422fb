"""Runs student code in containers of a Docker engine, which may run on another machine.

The runner and the wire are those of every backend; the wire runs over the attached standard
streams of the container. Nothing is mounted, nothing is written, and no file of the grader is in
the image, so that nothing but the engine's address has to be shared.

:mod:`~grader.sandbox.docker.backend` is what grading sees;
:mod:`~grader.sandbox.docker.container_options` says what a container may do;
:mod:`~grader.sandbox.docker.engine_client` is all that is said to the engine;
:mod:`~grader.sandbox.docker.container` is one running sandbox;
:mod:`~grader.sandbox.docker.orphaned_containers` finds those whose grader has died.
"""

from __future__ import annotations

from grader.sandbox.docker.backend import Docker

__all__ = ["Docker"]
