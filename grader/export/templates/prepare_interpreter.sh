#!/usr/bin/env bash
# Brings the Python that grades: 3.11 or newer, with the packages of requirements.txt.
#   prepare_interpreter.sh
# What is there already is used. Everything else is fetched in the versions that this folder names,
# and checked against the digests in it. Afterwards /opt/search-autograder/python is that Python.
set -euo pipefail
cd "$(dirname "$0")"
home=/opt/search-autograder
mkdir -p "$home"

say() { printf '%s\n' "$*" >&2; }

is_new_enough() { "$1" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# Whether a Python has all packages, each in the version that is asked for.
has_packages() {
    "$1" -I -c '
import re, sys
from importlib import metadata
for path in sys.argv[1:]:
    for name, version in re.findall(r"^([\w.-]+)==([^\s;\\]+)", open(path).read(), re.M):
        if metadata.version(name) != version:
            sys.exit(f"{name} is not {version}")
' requirements.txt requirements-promised.txt 2>/dev/null
}

# Makes $home/python a command that starts the Python at $1.
use() {
    printf '#!/bin/sh\nexec %q "$@"\n' "$1" >"$home/python"
    chmod 755 "$home/python"
    say "The grader runs on $("$1" --version), $1."
}

python=
for name in python3.14 python3.13 python3.12 python3.11 python3; do
    found=$(command -v "$name" || :)
    if [ -n "$found" ] && is_new_enough "$found"; then
        python=${python:-$found}
        if has_packages "$found"; then
            use "$found"
            exit 0
        fi
    fi
done

# uv knows the digests of the interpreters that it fetches; its own are in uv.txt.
if ! python3 -m pip --version >/dev/null 2>&1; then
    apt-get update -qq
    apt-get install -qq -y --no-install-recommends python3-pip
fi
python3 -m pip install -q --require-hashes --target "$home/uv" -r uv.txt
uv=$home/uv/bin/uv
export UV_PYTHON_INSTALL_DIR=$home/interpreters UV_CACHE_DIR=$home/cache
"$uv" venv -q --clear --python "${python:-3.13}" "$home/venv"
"$uv" pip install -q --python "$home/venv" --require-hashes -r requirements.txt
if [ -s requirements-promised.txt ]; then
    "$uv" pip install -q --python "$home/venv" -r requirements-promised.txt
fi
rm -rf "$home/cache"
use "$home/venv/bin/python"
has_packages "$home/python"
