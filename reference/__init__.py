"""Correct solutions, provided modules and oracles, one package per assignment."""
