# SPDX-License-Identifier: Apache-2.0
"""The cache of images: quick, and never wrong."""
import subprocess

import kernels
from harness import CONFIGURATION, PTOMETAL, assert_scaled, floats, run, test, write


@test
def edit_and_run_is_quick_and_unchanged_is_quicker(folder):
    write(folder, "x", floats(64))
    edited, again = [], []
    for edit in range(3):
        write(folder, "k.c", f"{kernels.DOUBLE}// edit {edit} of {folder}\n")
        edited.append(run(folder, "k.c", "in:x", "out:y=256", "64").expect(0).cpu)
        again.append(run(folder, "k.c", "in:x", "out:y=256", "64").expect(0).cpu)
    assert min(edited) < 1.5, f"edit and run: {edited} s"
    assert min(again) < min(edited), f"unchanged: {again} s, edited: {edited} s"
    print(f"# edit and run {min(edited):.2f} s, run unchanged {min(again):.2f} s of processor time")


@test
def changed_header_is_seen(folder):
    source = floats(64)
    write(folder, "k.c", kernels.WITH_HEADER)
    write(folder, "x", source)
    for factor in (3, 5, 3):
        write(folder, "factor.h", f"#define FACTOR {factor}.0f\n")
        run(folder, "k.c", "in:x", "out:y=256", "64").expect(0)
        assert_scaled(folder / "y", source, factor)


@test
def runs_at_the_same_time_do_not_disturb_each_other(folder):
    source = floats(64)
    write(folder, "x", source)
    jobs = []
    for number in range(4):
        factor = number // 2 + 3      # pairs build the same kernel at the same time
        write(folder, f"k{factor}.c", f"#define FACTOR {factor}.0f\n{kernels.DOUBLE}// {folder}\n")
        words = ["run", *CONFIGURATION, f"k{factor}.c", "in:x", f"out:y{number}=256", "64"]
        jobs.append((factor, subprocess.Popen([PTOMETAL, *words], cwd=folder, stdin=subprocess.DEVNULL,
                                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)))
    for number, (factor, process) in enumerate(jobs):
        output = process.communicate()[0]
        assert process.returncode == 0, output
        assert_scaled(folder / f"y{number}", source, factor)
