"""Checks that a webhook leads to a public address: not into the service's own network.

A name is looked up when something is sent, and what it stands for then is what is connected to.
"""

from __future__ import annotations

import socket
from ipaddress import IPv6Address, IPv6Network, ip_address

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.text_input import LONGEST_ADDRESS, split_web_address

_GIVEN_OUT = IPv6Network("2000::/3")
"""What IANA gives out of the newer kind. ``is_global`` also takes some of the rest for public: old
site-local addresses, and ranges that stand for ones of the older kind, private ones too."""


class AddressNotPublic(ServiceProblem):
    """The error of a webhook whose address is not public."""


def check_webhook_url(url: str, *, private: bool, purpose: str = "a webhook") -> str:
    """Return a URL without spaces around it, if it is allowed.

    Args:
        private: whether it may lead anywhere, and without encryption.

    Raises:
        ServiceProblem: if nothing can be sent there.
    """
    url = url.strip()
    parts = split_web_address(url, ("https", "http") if private else ("https",))
    if parts is None or not parts.hostname:
        raise ServiceProblem(
            f"{escape_to_one_line(url, 80)!r} is not an address for {purpose}; expected "
            f"https://HOST/PATH of at most {LONGEST_ADDRESS} plain characters; http:// only where "
            "the address may be in the service's own network."
        )
    try:
        parts.hostname.encode("idna")  # as looking it up will do
    except UnicodeError:
        raise ServiceProblem(
            f"{escape_to_one_line(parts.hostname, 80)!r} is not the name of a host; each part "
            "between its dots has 1 to 63 characters."
        ) from None
    if parts.username is not None or parts.fragment:
        raise ServiceProblem(
            f"The address for {purpose} has no user, password or #fragment; leave it out."
        )
    return url


def resolve_public_address(host: str, port: int, *, private: bool) -> str:
    """Return the numeric address to which a host's name leads.

    Raises:
        AddressNotPublic: if any that the name stands for is not public, unless private ones are
            allowed.
        OSError: if the name is not known.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    numbers = [str(entry[4][0]) for entry in found]
    if not private and not all(is_public_address(each) for each in numbers):
        raise AddressNotPublic(f"{escape_to_one_line(host, 80)} is not a public address.")
    return numbers[0]


def is_public_address(address: str) -> bool:
    """Return whether a numeric address is public, and no multicast address."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found.sixtofour or found.teredo or found not in _GIVEN_OUT:
            return False
    return found.is_global and not found.is_multicast
