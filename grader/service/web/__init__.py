"""The pages, in plain HTML: all of them work without script."""
