"""What is said of addresses that the Dask configuration or the scheduler does not fit."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from grader.jobs.cluster_certificates import PARTS, FolderInUse, write_certificates
from grader.jobs.dask_cluster import _expect_configured, _expect_same_protocol, probe_protocol
from grader.jobs.dask_executor import ClusterUnavailable

pytest.importorskip("distributed")  # has the defaults
dask = pytest.importorskip("dask")
yaml = pytest.importorskip("yaml")
x509 = pytest.importorskip("cryptography.x509")


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tls") / "keys"
    write_certificates(folder, 30)
    return folder


@contextmanager
def listening(first: bytes = b"", tls: Path | None = None) -> Iterator[str]:
    """The address, without its scheme, of a server that says ``first``, or wants certificates."""
    with ExitStack() as parts:
        server = parts.enter_context(socket.create_server(("127.0.0.1", 0)))
        context = None
        if tls is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(tls / "scheduler.pem", tls / "scheduler-key.pem")
            context.load_verify_locations(tls / "ca.pem")
            context.verify_mode = ssl.CERT_REQUIRED

        def serve() -> None:
            try:
                while True:
                    connection, _ = server.accept()
                    with connection:
                        if context is not None:
                            connection = context.wrap_socket(connection, server_side=True)
                        connection.sendall(first)
                        connection.recv(1)
            except OSError:
                pass  # closed, or the other side has no certificate

        thread = threading.Thread(target=serve)
        thread.start()
        parts.callback(thread.join)
        parts.callback(server.shutdown, socket.SHUT_RDWR)
        yield f"127.0.0.1:{server.getsockname()[1]}"


def flat(configuration: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Each value by its path: as a nested one, it would replace what Dask has by default."""
    found: dict[str, Any] = {}
    for key, value in configuration.items():
        path = f"{before}.{key}".lstrip(".")
        found |= flat(value, path) if isinstance(value, dict) else {path: value}
    return found


def test_the_scheduler_speaks_tls_and_the_address_does_not(certificates: Path) -> None:
    with listening(tls=certificates) as place:
        assert probe_protocol(f"tls://{place}") == "TLS"
    with (
        listening(tls=certificates) as place,
        pytest.raises(ClusterUnavailable, match=f"speaks TLS: name tls://{place}, and set DASK_C"),
    ):
        _expect_same_protocol(f"tcp://{place}")


def test_the_address_speaks_tls_and_the_scheduler_does_not() -> None:
    with listening(b"\10\0\0\0\0\0\0\0") as place:
        _expect_same_protocol(f"tcp://{place}")
        with pytest.raises(ClusterUnavailable, match=f"at tls://{place} does not speak TLS"):
            _expect_same_protocol(f"tls://{place}")


def test_nobody_is_there_yet() -> None:
    with listening() as place:
        pass
    assert probe_protocol(f"tcp://{place}") == "nothing"
    _expect_same_protocol(f"tcp://{place}")
    _expect_same_protocol(f"tls://{place}")


def test_tls_without_certificates_is_refused_before_anything_hangs() -> None:
    with (
        dask.config.set({"distributed.comm.tls.ca-file": None}),
        pytest.raises(ClusterUnavailable, match=r"needs certificates.*grade admin certificates"),
    ):
        _expect_configured("tls://head:8786")


def test_certificates_are_made_that_dask_takes(certificates: Path) -> None:
    configuration = yaml.safe_load((certificates / "dask.yaml").read_text())
    with dask.config.set(flat(configuration)):
        _expect_configured("tls://head:8786")
        with pytest.raises(ClusterUnavailable, match=r"is not encrypted.*name tls://head:8786"):
            _expect_configured("tcp://head:8786")
    authority = x509.load_pem_x509_certificate((certificates / "ca.pem").read_bytes())
    names = {"ca.pem", "dask.yaml"}
    for part in PARTS:
        made = x509.load_pem_x509_certificate((certificates / f"{part}.pem").read_bytes())
        made.verify_directly_issued_by(authority)
        assert 29 <= (made.not_valid_after_utc - made.not_valid_before_utc).days <= 31
        names |= {f"{part}.pem", f"{part}-key.pem"}
    assert {path.name for path in certificates.iterdir()} == names
    assert certificates.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in certificates.iterdir()} == {0o600}


def test_certificates_that_are_gone_are_named(certificates: Path) -> None:
    configuration = (certificates / "dask.yaml").read_text().replace("client.pem", "gone.pem")
    with (
        dask.config.set(flat(yaml.safe_load(configuration))),
        pytest.raises(ClusterUnavailable, match=r"cannot be read.*Look at distributed\.comm"),
    ):
        _expect_configured("tls://head:8786")


def test_keys_in_use_are_not_replaced(certificates: Path) -> None:
    before = {path: path.read_bytes() for path in certificates.iterdir()}
    with pytest.raises(FolderInUse, match="is not empty"):
        write_certificates(certificates, 1)
    assert {path: path.read_bytes() for path in certificates.iterdir()} == before
