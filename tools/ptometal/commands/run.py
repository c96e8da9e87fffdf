# SPDX-License-Identifier: Apache-2.0
"""`ptometal run`: build a kernel, boot it, bind files to its parameters, write the results back."""
from ptometal.common import Stop, add_packages
from ptometal.results.outcome import Outcome
from ptometal.runs import options
from ptometal.runs.boot import boot
from ptometal.runs.job import Job

SUMMARY = """ptometal run KERNEL [options] [--] ARG...

Build the kernel in KERNEL (.c, .cpp, .pto, the folder of a CMake project, or an image made by `ptometal image`), boot it on
the board, run it on the given data and write the results back. One ARG for each parameter of the kernel, in order:

  in:FILE          a buffer with the contents of FILE
  inout:FILE       the same, written back after the run
  out:FILE=BYTES   a buffer of zeros, written to FILE after the run; with an x it is a shape in elements: =300x64, =300x;
                   without = it is as large as the kernel declares, where it does
  NUMBER           a scalar: 64, -1, 0x40, 1.5
  comm             the windows of all ranks, as CommContext has them (docs/ranks.md)

With --ranks N, {rank} in an ARG is the number of the rank, from 0: in:x.{rank}.npy. An
input without it is split along its first axis, a part for each rank; what is written needs it.

KERNEL may be a program too, a .json file with buffers and launches (docs/programs.md): it takes no ARG.
The same FILE given twice is one buffer; in:FILE@64 is a pointer to its byte 64. A FILE.npy is an array of numpy: its
elements must be those of the parameter. Files are written only when the run ended well.
"""
EPILOGUE = """
Exit status: 0 done; 1 the kernel does not compile; 2 wrong usage, or a file that cannot be read or
written; 3 the kernel faulted on the target; 124 time limit; 70 ptometal itself failed, or the link to the board.
"""
OPTIONS = options.OPTIONS


def main(values, words):
    outcome = Outcome(values)
    try:
        if words and words[0].endswith(".json"):
            add_packages()      # numpy
            from ptometal.program import command     # rarely needed
            status = command.main(values, words, outcome)
        else:
            with Job(values, words) as job:
                outcome.findings, outcome.times = job.findings, job.times
                status = boot(job)
                outcome.instructions = job.instructions
    except Stop as stop:
        outcome.write(stop.status, getattr(stop, "output", ""))
        raise
    outcome.write(status)
    return status
