"""Makes the TLS certificates by which the parts of a Dask cluster know each other.

An authority of the cluster's own signs one certificate for schedulers, one for workers and one for
those who start batches. Dask takes whoever has one that this authority signed, from any machine.
The authority's own key is kept nowhere, so that it signs no others.
"""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

from grader.jobs.dask_executor import ClusterUnavailable
from grader.model.user_error import UsageError

AUTHORITY = "ca"
PARTS = ("scheduler", "worker", "client")
CONFIGURATION = "dask.yaml"
_CLOCKS_APART = dt.timedelta(hours=1)
"""How far the clocks of machines may be apart."""


class FolderInUse(UsageError):
    """A folder whose contents new certificates would replace; the message is safe to print."""


def write_certificates(folder: Path, days: int) -> list[Path]:
    """Write an authority, certificates, keys and a Dask configuration into ``folder``.

    The folder is its owner's alone, and keys can be read by their owner only.

    Args:
        folder: is made; may be there if it is empty.
        days: how long the certificates hold.

    Returns:
        the files.

    Raises:
        ClusterUnavailable: if what makes certificates is not installed.
        FolderInUse: if there is something in the folder.
        OSError: if it cannot be written.
    """
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import NameOID
    except ImportError:
        raise ClusterUnavailable(
            "The package cryptography is not installed here. Install the extra that brings it: "
            "make cluster, or pip install 'search-autograder[cluster]'."
        ) from None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FolderInUse(f"{folder} is not empty, and its keys may be in use; name a new folder.")
    folder.chmod(0o700)
    now = dt.datetime.now(dt.UTC)
    authority_key = ec.generate_private_key(ec.SECP256R1())
    authority = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "grading cluster")])
    written = []
    for part in (AUTHORITY, *PARTS):
        own = part == AUTHORITY
        key = authority_key if own else ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"grading {part}")])
        certificate = (
            x509.CertificateBuilder()
            .subject_name(authority if own else name)
            .issuer_name(authority)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - _CLOCKS_APART)
            .not_valid_after(now + dt.timedelta(days=days))
            .add_extension(x509.BasicConstraints(ca=own, path_length=0 if own else None), True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()),
                False,
            )
            .sign(authority_key, hashes.SHA256())
        )
        secret = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        public = certificate.public_bytes(serialization.Encoding.PEM)
        written.append(_write(folder / f"{part}.pem", public))
        if not own:
            written.append(_write(folder / f"{part}-key.pem", secret))
    return [*written, _write(folder / CONFIGURATION, _configuration(folder).encode())]


def _write(path: Path, content: bytes) -> Path:
    """Write a file that only its owner can read, from its first byte on."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123 - a descriptor has no path
        file.write(content)
    return path


def _configuration(folder: Path) -> str:
    """Return the Dask configuration that names the certificates of all parts."""
    here = folder.resolve()
    lines = [
        "distributed:",
        "  comm:",
        "    require-encryption: true",
        "    tls:",
        f"      ca-file: {_quote_for_yaml(here / f'{AUTHORITY}.pem')}",
    ]
    for part in PARTS:
        lines += [
            f"      {part}:",
            f"        cert: {_quote_for_yaml(here / f'{part}.pem')}",
            f"        key: {_quote_for_yaml(here / f'{part}-key.pem')}",
        ]
    return "\n".join([*lines, ""])


def _quote_for_yaml(path: Path) -> str:
    """Return a path as a quoted string of YAML."""
    return f"'{str(path).replace(chr(39), 2 * chr(39))}'"
