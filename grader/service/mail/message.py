"""Writes mails as RFC 5322 wants them: plain text in UTF-8, and headers that nothing can break."""

from __future__ import annotations

import email.policy
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime

from grader.model.escape import escape_to_one_line
from grader.service.data.mail_tables import OPTIONAL, Mail, MailAddress, MailKind
from grader.service.mail.addresses import sign_mail_link
from grader.service.mail.mail_settings import MailSettings

CONFIRM = "confirm"
"""The purpose of the link that confirms an address; no kind of mail has this name."""


class _HeaderPolicy(email.policy.EmailPolicy):
    """Leaves ASCII headers on one line, where Python would break what servers and programs read.

    It would write an address of more than 78 characters as an encoded word, which no mail program
    follows, and would lose the quotes around a long name. RFC 5322 allows 998 characters.
    """

    def fold_binary(self, name: str, value: str) -> bytes:
        if value.isascii():
            return email.policy.SMTP.clone(max_line_length=998).fold_binary(name, value)
        return super().fold_binary(name, value)


def make_email_message(
    mail: Mail, address: MailAddress, settings: MailSettings, url: str, link: str = ""
) -> EmailMessage:
    """Return a mail as it is sent.

    Args:
        mail: with its person.
        url: the public address of the service.
        link: a one-time link for signing in, if it is a mail with one.
    """
    # Lines of 7-bit characters: no server on the way has to change what a signature covers.
    made = EmailMessage(policy=_HeaderPolicy(linesep="\r\n", cte_type="7bit"))
    name = _one_line(mail.person.name)
    made["From"] = Address(_one_line(settings.name), addr_spec=settings.sender)
    made["To"] = Address(name, addr_spec=address.address)
    if settings.reply_to:
        made["Reply-To"] = Address(addr_spec=settings.reply_to)
    made["Subject"] = _one_line(mail.subject)
    made["Date"] = format_datetime(datetime.fromtimestamp(mail.at, UTC))
    made["Message-ID"] = mail.message_id
    made["Auto-Submitted"] = "auto-generated"  # RFC 3834: absence notices do not answer
    text = [f"Hello {name or mail.person.login},\n\n{mail.text}"]
    if mail.kind == MailKind.ADDRESS:
        text.append(f"{url}{confirm_path(address)}\n")
    if link:
        text.append(f"{url}/link/{link}\n")
    if MailKind(mail.kind) in OPTIONAL:
        stop = f"{url}{unsubscribe_path(address, mail.kind)}"
        made["List-Unsubscribe"] = f"<{stop}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        text.append(f"-- \nNo more mails of this kind: {stop}\nAll kinds: {url}/account/mail\n")
    made.set_content("\n".join(text), charset="utf-8", cte="quoted-printable")
    return made


def confirm_path(address: MailAddress) -> str:
    """Return the path of the page on which somebody confirms that an address is theirs."""
    return f"/mail/confirm/{address.person_id}/{sign_mail_link(address, CONFIRM)}"


def unsubscribe_path(address: MailAddress, kind: str) -> str:
    """Return the path by which somebody turns off a kind of mail without signing in."""
    return f"/mail/stop/{address.person_id}/{kind}/{sign_mail_link(address, kind)}"


def _one_line(text: str) -> str:
    """Return a text for a header: without line ends, and without what no charset can write."""
    return escape_to_one_line(text, 200).encode("utf-8", "replace").decode()
