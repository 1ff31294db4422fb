"""Serves the service's pages in plain HTML, all of which work without scripts."""
