# SPDX-License-Identifier: Apache-2.0
"""The examples of the pages of pto-isa `docs/isa/comm` on three ranks, against numpy."""
import numpy

from harness import ROOT, run, run_native, test

ROWS, COLS, RANKS, SIZE = 24, 40, 3, 1024
SOURCE = ROOT / "tests/driver/ranks/pages.cpp"
SCHEDULES = (["--policy", "adverse"], ["--policy", "random:3"], ["--harts", "4"], ["--images", "--policy", "lazy"])


def parts(x):
    """A row of Y for each rank: what the root sends, then what all send."""
    return x.reshape(RANKS, -1, ROWS, COLS)


def following(x, rank, times):
    return numpy.concatenate([times * x[(rank + RANKS - 1) % RANKS], x[(rank + RANKS - 1) % RANKS]])


def reduced(x):
    return numpy.concatenate([x[0] + x[1] + x[2], x.max(0), x.min(0)])


# What the ranks have in Y for their X, a kernel each. Whole numbers: no sum is rounded.
PAGES = {
    "tput": (1, lambda x: [following(x, rank, 3) for rank in range(RANKS)]),
    "tget": (1, lambda x: [numpy.concatenate([x[(rank + 1) % RANKS]] * 2) for rank in range(RANKS)]),
    "tbroadcast": (1, lambda x: [numpy.concatenate([x[1], *x]) for _ in range(RANKS)]),
    "tgather": (1, lambda x: [numpy.concatenate([x if rank == 1 else 0 * x, x]).reshape(-1, COLS) for rank in range(RANKS)]),
    "tscatter": (RANKS, lambda x: [numpy.concatenate([parts(x)[1][rank], *[parts(x)[root][rank] for root in range(RANKS)]])
                                   for rank in range(RANKS)]),
    "treduce": (1, lambda x: [reduced(x)] * RANKS),
}


def whole_numbers(*shape):
    return numpy.random.default_rng(len(shape)).integers(-99, 99, shape).astype("f4")


def run_page(folder, name, x, shape, *words):
    for rank in range(RANKS):
        numpy.save(folder / f"x.{rank}.npy", x[rank])
    # Images side by side on the target; the other schedules on native, with eight clusters, as a block in C++ takes one.
    start, board = (run, []) if "--images" in words else (run_native, ["--board", "native-8"])
    start(folder, SOURCE, "--entry", name, "--ranks", str(RANKS), *board, *words, "in:x.{rank}.npy",
        f"out:y.{{rank}}.npy={'x'.join(map(str, shape))}{'x' * (len(shape) == 1)}", "out:s.{rank}=136", *(["in:w"] if "async" in name else [])).expect(0)
    return [numpy.load(folder / f"y.{rank}.npy") for rank in range(RANKS)]


@test
def tiles_and_collectives_do_as_their_pages_say(folder):
    for name, (parts_each, want) in PAGES.items():
        x = whole_numbers(RANKS, parts_each * ROWS, COLS)
        expected = want(x)
        for schedule in SCHEDULES:
            got = run_page(folder, name, x, expected[0].shape, *schedule)
            for rank in range(RANKS):
                assert (got[rank] == expected[rank]).all(), (name, rank, schedule)


@test
def asynchronous_copies_do_as_their_pages_say(folder):
    (folder / "w").write_bytes(bytes(32 * RANKS))
    x = whole_numbers(RANKS, SIZE)
    for schedule in SCHEDULES:
        put = run_page(folder, "tput_async", x, (2 + RANKS, SIZE), *schedule)
        get = run_page(folder, "tget_async", x, (2 + RANKS, SIZE), *schedule)
        for rank in range(RANKS):
            before, after = x[(rank + RANKS - 1) % RANKS], x[(rank + 1) % RANKS]
            assert (put[rank] == numpy.stack([before, *x, before])).all(), (rank, schedule)
            assert (get[rank] == numpy.stack([after, *x, after])).all(), (rank, schedule)


@test
def signals_do_as_their_pages_say(folder):
    x = whole_numbers(RANKS, 1)
    for schedule in SCHEDULES:
        for rank, y in enumerate(run_page(folder, "tnotify", x, (2,), *schedule)):
            assert y.tolist() == [x[(rank + RANKS - 1) % RANKS][0], x[(rank + RANKS - 1) % RANKS][0] + 1], (rank, schedule)
        assert numpy.fromfile(folder / "s.0", "i4")[:2].tolist() == [1, RANKS]
        assert run_page(folder, "twait", x, (1,), *schedule)[0].tolist() == [1], schedule
        assert numpy.fromfile(folder / "s.0", "i4")[:33].tolist() == [1] * 32 + [0]
        assert run_page(folder, "ttest", x, (5,), *schedule)[0].tolist() == [0, 0, 0, 1, 1], schedule


@test
def the_checker_finds_nothing_in_the_pages(folder):
    (folder / "w").write_bytes(bytes(32 * RANKS))
    for name in (*PAGES, "tput_async", "tget_async", "tnotify", "twait", "ttest"):
        x = whole_numbers(RANKS, 3 * ROWS, COLS)
        run_page(folder, name, x, (2 * RANKS * ROWS, COLS), "--check")
