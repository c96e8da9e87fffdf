# SPDX-License-Identifier: Apache-2.0
"""`ptometal bench --board native`: the time of the bench kernels on the host, beside plain C of the same loops.

The image firmware/apps/bench/native.c times all forms in one run. Times differ between computers, ratios much less; so
there is no table of earlier ones to compare with.
"""
from ptometal import link
from ptometal.common import INTERNAL, Stop

IMAGE = "bench_native"
FORMS = {"lanes": "PTO in C", "c": "C over registers", "pto": ".pto"}
TITLE = ("Picoseconds for each float (256 bytes / 64) of plain C that the compiler vectorises (-O3 -ffast-math), and how many "
         "times\nas long vector functions take for the same, with the stated order of sums and exact rounding:\n")


def timed(image, config):
    """(row, form) -> (nanoseconds, units of 256 bytes) of one run."""
    result = link.run(link.parse("files"), link.Run(image, config.board.word_for_cmake, config.vlen, config.backend))
    if result.status != 0:
        raise Stop(INTERNAL, f"{result.stdout}{result.stderr}ptometal: error: the bench ended with status {result.status}")
    words = [line.split() for line in result.stdout.splitlines() if line.startswith("bench ")]
    return {(row, form): (int(taken), int(units)) for _, row, form, taken, units in words}


def ratios(times):
    """row -> {form: times as long as plain C}"""
    found = {}
    for (row, form), (taken, _) in times.items():
        if form != "plain":
            found.setdefault(row, {})[form] = taken / max(times[row, "plain"][0], 1)
    return found


def table(times):
    """The lines of the table."""
    yield TITLE
    yield f"{'kernel':<17}{'plain C':>10}" + "".join(f"{label:>18}" for label in FORMS.values())
    for row, forms in ratios(times).items():
        taken, units = times[row, "plain"]
        cells = "".join(f"{f'{forms[form]:.2f}' if form in forms else '':>18}" for form in FORMS)
        yield f"{row:<17}{1000 * taken / units / 64:>10.1f}{cells}".rstrip()
