"""Deals with this machine: its speed, its cores, locks, signals, logs and files."""
