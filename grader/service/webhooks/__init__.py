"""Sends signed messages without names to webhooks when a submission is graded or released."""
