"""Looks for hidden tests and reference code wherever they could be on disk."""
#: actual = "[]"
import glob
import os

PLACES = ["@TESTS@", "@REFERENCE@", "@PRIVATE@", "/home/*", "/root/*", "/mnt/*", "/srv/*",
          "/tmp/*", "/var/*", "/**/hidden_tests", "/**/assignment.toml", "/**/secret.py"]

def attack(number):
    found = [path for place in PLACES for path in glob.glob(place, recursive="**" not in place)]
    # The interpreter may live below one of these; then only the way there exists.
    return [path for path in found if os.path.isfile(path) or "hidden" in path]
