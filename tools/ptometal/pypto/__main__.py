# SPDX-License-Identifier: Apache-2.0
"""python3 -m ptometal.pypto SCRIPT [ARG...]

Runs a script of pypto with ptometal in the place of its simulator; ARG are the script's own: `-p a2a3sim`, `-p a5sim`.
pypto and torch are installed, or in PYTHONPATH; ptoas is not needed. Environment:

  SIMPLER             a checkout of simpler, for the headers of orchestrations
  PTOMETAL_RUN        how programs run: words of --board NAME, --vlen N, --policy P, --harts N, --timeout S (each
                      time that tasks run; 600), --check, --time, --trace FILE, --timeline FILE
  CXX                 the compiler of the host (c++)

Exit status: that of the script; 1 a kernel does not compile; 2 wrong usage; 3 a kernel faulted.
"""
import os
import runpy
import sys

from ptometal.common import USAGE, Stop, say, usage_error
from ptometal.program import image
from ptometal.program.environment import BUILDS, ONE_RANK, RANKS, settings_of
from ptometal.pypto import front

TIMEOUT = 600.0      # seconds: a layer of a large model has minutes of work between two reads of the host


def main(words):
    if not words or words[0] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stderr if not words else sys.stdout)
        return USAGE if not words else 0
    if not os.path.isfile(words[0]):
        raise usage_error(f"{words[0]}: there is no such script")
    simpler = os.environ.get("SIMPLER")
    if not simpler:
        raise usage_error("SIMPLER is not set: it names a checkout of simpler, for the headers of orchestrations")
    settings = {"timeout": TIMEOUT, **settings_of(os.environ.get("PTOMETAL_RUN", ""), words[0])}
    given = {name: settings.pop(name) for name, _ in BUILDS.values() if name in settings}
    configs = [image.options(**{"board": board, **given}) for board in (ONE_RANK, RANKS)]
    front.install(front.Device(simpler, *configs, settings))
    sys.argv[:] = words
    sys.path.insert(0, os.path.dirname(os.path.abspath(words[0])))
    run_script(words[0])
    if "times" in settings:
        settings["times"].finish()
    return 0


def run_script(path):
    """Returns at its end, or if it exits with 0."""
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as end:
        if end.code:
            raise


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Stop as stop:
        if str(stop):
            say(f"error: {stop}")
        sys.exit(stop.status)
