# SPDX-License-Identifier: Apache-2.0
"""The examples of ranks, in C and as text, against numpy: 2, 3 and 8 ranks, under every policy."""
import numpy

from harness import ROOT, run, test

FOLDER = ROOT / "examples/ranks"
POLICIES = ("eager", "lazy", "adverse", "random:1")


def gather_matmul(folder, num):
    rng = numpy.random.default_rng(num)
    x = rng.integers(-8, 9, (16 * num, 64)).astype("f2")     # sums of products that f32 holds exactly
    w = rng.integers(-8, 9, (num, 64, 64)).astype("f2")
    numpy.save(folder / "x.npy", x)
    for rank in range(num):
        numpy.save(folder / f"w.{rank}.npy", w[rank])
    words = ["in:x.npy", "in:w.{rank}.npy", f"out:all.{{rank}}={2048 * num}", f"out:arrived.{{rank}}={4 * num}",
             f"out:y.{{rank}}.npy={16 * num}x64"]
    return words, [x.astype("f4") @ w[rank].astype("f4") for rank in range(num)]


def halo(folder, num):
    x = numpy.random.default_rng(num).standard_normal((4 * num, 256)).astype("f4")
    numpy.save(folder / "x.npy", x)
    words = ["in:x.npy", "out:halo.{rank}=2048", "out:arrived.{rank}=8", "out:y.{rank}.npy=4x256", "4"]
    return words, numpy.split(numpy.roll(x, 1, 0) + x + numpy.roll(x, -1, 0), num)


def experts(folder, num):
    rng = numpy.random.default_rng(num)
    x, route = rng.standard_normal((8 * num, 64)).astype("f4"), rng.integers(0, num, 8 * num).astype("i4")
    numpy.save(folder / "x.npy", x)
    numpy.save(folder / "route.npy", route)
    words = ["in:x.npy", "in:route.npy", f"out:inbox.{{rank}}={2048 * num}", "out:arrived.{rank}=8",
             "out:y.{rank}.npy=8x64", "8", "{rank}.5"]
    return words, numpy.split(x * (route + 0.5).astype("f4")[:, None], num)


EXAMPLES = (gather_matmul, halo, experts)


def run_example(folder, example, num, *options, source=None, name=None, start=run):
    words, want = example(folder, num)
    kernel = (example.__name__ if example is not halo else "halo_step") if name is None else name
    options = [*options, "--entry", kernel, "--ranks", str(num), "--"]
    done = start(folder, source or FOLDER / f"{example.__name__}.c", *options, *words)
    return done, want


def expect_results(folder, example, num, *options, source=None):
    done, want = run_example(folder, example, num, *options, source=source)
    done.expect(0)
    for rank in range(num):
        assert (numpy.load(folder / f"y.{rank}.npy") == want[rank]).all(), (example.__name__, source, num, rank, options)
        (folder / f"y.{rank}.npy").unlink()
    return done


@test
def examples_of_ranks_give_what_numpy_does(folder):
    for example in EXAMPLES:
        for source in (FOLDER / f"{example.__name__}.c", FOLDER / f"{example.__name__}.pto"):
            for policy in POLICIES:
                expect_results(folder, example, 2, "--policy", policy, source=source)
            expect_results(folder, example, 2, "--harts", "4", source=source)
            done = expect_results(folder, example, 2, "--check", source=source)
            assert "check:" not in done.stderr, done.stderr


@test
def examples_run_on_3_and_8_ranks(folder):
    for example in EXAMPLES:
        for source in (FOLDER / f"{example.__name__}.c", FOLDER / f"{example.__name__}.pto"):
            expect_results(folder, example, 3, "--board", "qemu-virt-8", "--policy", "adverse", source=source)
            expect_results(folder, example, 8, "--board", "qemu-virt-8", "--policy", "random:2", source=source)
            expect_results(folder, example, 8, "--board", "qemu-virt-8", "--harts", "16", source=source)
