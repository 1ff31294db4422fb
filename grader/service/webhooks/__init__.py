"""Webhooks: others are told when something was graded or released, signed and without any names."""
