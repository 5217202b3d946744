#!/bin/sh
# Makes .venv with $PYTHON (python3). Debian splits ensurepip off into python3-venv: it is installed
# where that needs no password, else one line says what to do.
set -eu
python=${PYTHON:-python3}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "Ironbottom needs Python 3.11 or newer as $python (another one: make PYTHON=python3.12 …)." >&2
    exit 1
fi

if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if command -v apt-get >/dev/null; then
        if [ "$(id -u)" = 0 ]; then sudo=''; elif sudo -n true 2>/dev/null; then sudo='sudo -n'; else sudo=no; fi
        if [ "$sudo" != no ]; then
            echo "Installing $package …"
            $sudo apt-get update -qq || true
            $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null || true
        fi
    fi
    if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        echo "$python cannot make virtual environments yet: sudo apt-get install $package" >&2
        exit 1
    fi
fi

exec "$python" -m venv .venv
