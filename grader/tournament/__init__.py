"""Compares agents: sequential tests of two, tournaments of many, ratings and standings."""
