#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image of this assignment.
set -euo pipefail
cd "$(dirname "$0")"

# Bubblewrap makes the stronger of two sandboxes, where containers may make namespaces. Ubuntu 22.04
# has an older one than is needed.
version=0.12.0
digest=9760d007363e3abba7c747489910f9f82d9fca53ba3bd3282e396fa3c97a3314
release=https://github.com/containers/bubblewrap/releases/download/v$version/bubblewrap-$version.tar.xz
export DEBIAN_FRONTEND=noninteractive

say() { printf '%s\n' "$*" >&2; }
is_new_enough() { [[ $(bwrap --help 2>&1) == *--disable-userns* ]]; }

from_source() (
    set -e
    apt-get install -qq -y --no-install-recommends ca-certificates curl gcc libc6-dev libcap-dev \
        xz-utils
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    curl -fsSL --retry 3 -o "$work/source.tar.xz" "$release"
    echo "$digest  $work/source.tar.xz" | sha256sum --check --quiet
    tar -C "$work" -xf "$work/source.tar.xz" --strip-components 1
    echo "#define PACKAGE_STRING \"bubblewrap $version\"" >"$work/config.h"
    gcc -O2 -D_GNU_SOURCE -I "$work" -o /usr/local/bin/bwrap "$work"/*.c -lcap
)

if ! is_new_enough; then
    apt-get update -qq
    apt-get install -qq -y --no-install-recommends bubblewrap || say "apt has no bubblewrap."
    hash -r
fi
if ! is_new_enough; then
    bash -c "$(declare -f from_source); version=$version digest=$digest release=$release; from_source" ||
        say "There is no bubblewrap, so that submissions run as a user of their own."
fi

bash ./prepare_interpreter.sh
/opt/search-autograder/python -m compileall -q grader hidden_tests reference
# Nobody but root reads tests and solutions.
chmod -R go= "$PWD"
