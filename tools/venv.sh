#!/bin/sh
# Makes and keeps .venv: `make` calls it before everything else. Does nothing when .venv is up to date.
#   PYTHON=python3.12 sh tools/venv.sh      takes that interpreter instead of the first that fits
# pip's own settings (PIP_INDEX_URL, PIP_FIND_LINKS, PIP_NO_INDEX) say where packages come from.
set -eu
cd "$(dirname "$0")/.."

env_python=.venv/bin/python
stamp=.venv/.installed
wanted="$(cat pyproject.toml constraints.txt | cksum) $PWD" # the folder too: an editable install names it

fail() {
    echo "mafiabot: $1" >&2
    exit 2
}

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

complete() {
    "$1" -c 'import ensurepip, sqlite3, ssl, venv' >/dev/null 2>&1
}

# Prints the first interpreter that is new enough and whole.
pick() {
    incomplete=
    for candidate in ${PYTHON:-python3.13 python3.12 python3.11 python3}; do
        new_enough "$candidate" || continue
        if complete "$candidate"; then
            echo "$candidate"
            return
        fi
        incomplete=${incomplete:-$candidate}
    done
    if [ -n "$incomplete" ]; then
        version=$("$incomplete" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        fail "$incomplete lacks venv, ensurepip, sqlite3 or ssl; on Debian and Ubuntu: apt install python$version-venv"
    fi
    fail "Python 3.11 or newer is needed${PYTHON:+ and $PYTHON is not}; Debian, Ubuntu: apt install python3 python3-venv; Fedora: dnf install python3; macOS: brew install python@3.12"
}

if [ -e .venv ] && ! new_enough "$env_python"; then
    echo "mafiabot: .venv does not run any more, making it anew"
    rm -rf .venv
fi
if [ ! -e .venv ]; then
    python=$(pick)
    echo "mafiabot: making .venv with $("$python" -V)"
    "$python" -m venv .venv || { rm -rf .venv; fail "$python could not make .venv; the lines above say why"; }
fi
if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
    echo "mafiabot: installing the pinned packages into .venv (once; a minute or so)"
    "$env_python" -m pip --version >/dev/null 2>&1 || "$env_python" -m ensurepip >/dev/null
    "$env_python" -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]' ||
        fail "pip could not install; without a network, point PIP_FIND_LINKS at a folder of wheels and set PIP_NO_INDEX=1"
    echo "$wanted" >"$stamp"
fi
