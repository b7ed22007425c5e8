#!/bin/sh
# Says in one sentence what a bare machine lacks, before anything is installed.
python="$1"

lacks() {
    echo "bura: $1" >&2
    exit 2
}

command -v "$python" >/dev/null 2>&1 ||
    lacks "there is no $python on this machine: install Python 3.11 or newer (Debian, Ubuntu: apt install python3 python3-venv)."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    lacks "$("$python" --version 2>&1) is too old: install Python 3.11 or newer and say 'make PYTHON=python3.11 ...'."
"$python" -c 'import venv, ensurepip' >/dev/null 2>&1 ||
    lacks "$python cannot make virtual environments: install its venv package (Debian, Ubuntu: apt install python3-venv)."
if [ "$(uname -s)" = Linux ]; then
    missing=$("$python" - <<'END'
import ctypes

for library, package in (("libGL.so.1", "libgl1"), ("libglib-2.0.so.0", "libglib2.0-0")):
    try:
        ctypes.CDLL(library)
    except OSError:
        print(package, end=" ")
END
    )
    [ -z "$missing" ] || lacks "system libraries are missing that reading pictures needs: apt install $missing"
fi
exit 0
