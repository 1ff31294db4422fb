"""The pages, in plain HTML: they work without script, and none is sent."""
