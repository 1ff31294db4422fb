"""Tells people by mail what concerns them: links to pages, never points or anything secret.

1. ``notices`` stores what somebody is to learn, in the transaction of its cause.
2. ``digests`` makes one mail of the notices of a kind that a person has got within some minutes.
3. ``sender`` sends mails by SMTP, and tries again what did not arrive.
"""
