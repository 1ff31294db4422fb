"""``grade cluster``: what a cluster of machines needs."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from grader.cli.stdout import show
from grader.jobs.cluster_certificates import write_certificates
from grader.machine.writer import WriteError
from grader.model.formatting import format_count


@click.group()
def cluster() -> None:
    """Prepare what `grade batch --cluster` and `grade tournament --cluster` work with."""


@cluster.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--days", type=click.IntRange(1, 3650), default=365, show_default=True, metavar="N",
    help="How long they hold.",
)  # fmt: skip
def certificates(folder: Path, days: int) -> None:
    """Make certificates in FOLDER, so that a Dask cluster takes its own parts only (TLS).

    They are for a scheduler, workers, and those who start batches, all signed by an authority of
    their own. Whoever has one can run any program on all workers: keep FOLDER to yourself, and
    copy it to the machines of the cluster only.

    Exit status: 0 done, 2 usage error, 3 if they cannot be made.
    """
    try:
        made = write_certificates(folder, days)
    except OSError as problem:
        name = click.format_filename(folder)
        raise WriteError(f"Cannot write {name}: {problem.strerror}; name another folder.") from None
    configuration = shlex.quote(str(made[-1].resolve()))
    show(
        f"{format_count(len(made), 'file')} in {click.format_filename(folder)}, readable by you "
        f"alone. They hold for {format_count(days, 'day')}.\n"
        "Copy the folder to each machine of the cluster, to the same path, and there:\n"
        f"  export DASK_CONFIG={configuration}\n"
        "Then:\n"
        "  dask scheduler --protocol tls --port 8786\n"
        "  dask worker tls://HOST:8786 --nthreads 1\n"
        "  grade batch … --cluster tls://HOST:8786\n"
    )
