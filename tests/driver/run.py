# SPDX-License-Identifier: Apache-2.0
"""Tests of ./ptometal from a user's view. Prints TAP; arguments select themes or tests."""
import importlib
import pathlib
import subprocess
import sys
import tempfile

from harness import CONFIGURATION, PTOMETAL, TESTS

THEMES = ("usage", "runs", "ranks.basics", "ranks.examples", "ranks.images", "ranks.pages", "ranks.proof", "ranks.orders", "programs", "python", "installed", "scale", "editors", "front_ends", "arrays", "statuses", "cache", "compiling", "signals", "commands", "debugger",
          "help_pages", "board_check", "projects", "readme", "formats", "tutorial", "documents", "bench", "strips")


def comment(text):
    return "".join(f"#   {line}\n" for line in str(text).splitlines()[:12])


def main():
    themes = [word for word in sys.argv[1:] if word in THEMES] or THEMES
    for theme in themes:
        importlib.import_module(theme)
    names = [word for word in sys.argv[1:] if word not in THEMES]
    # A theme may import another one, whose tests are not meant then.
    chosen = [function for function in TESTS if function.__module__ in themes and (not names or function.__name__ in names)]
    print(f"1..{len(chosen)}", flush=True)
    subprocess.run([PTOMETAL, "build", *CONFIGURATION], check=True, stdout=subprocess.DEVNULL)
    failed = 0
    for number, function in enumerate(chosen, 1):
        title = function.__name__.replace("_", " ")
        with tempfile.TemporaryDirectory(prefix="driver-") as folder:
            try:
                skipped = function(pathlib.Path(folder))
                print(f"ok {number} - {title}{f' # SKIP {skipped}' if skipped else ''}", flush=True)
            except AssertionError as error:
                failed += 1
                print(f"not ok {number} - {title}\n{comment(error)}", end="", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
