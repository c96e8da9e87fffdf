# SPDX-License-Identifier: Apache-2.0
"""ptometal from Python, and the examples of docs/programs.md. The code runs in a process of its own."""
import os
import re
import subprocess
import sys

from harness import ROOT, numpy, python, test, test_with, test_with_numpy, write
from kernels import SCALE


def block_of_docs(language, number=0):
    text = (ROOT / "docs/programs.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)[number]


@test_with_numpy
def example_of_the_documents_runs_in_python(folder):
    python(folder, block_of_docs("python") + """
assert (y == 2 * x).all() and (t.array() == 3 * x).all() and (z == 1.5 * x).all()
assert session.boots == 1, session.boots
""")


@test_with_numpy
def example_of_the_documents_runs_as_json(folder):
    x = numpy.arange(256, dtype="f4").reshape(4, 64)
    numpy.save(folder / "x.npy", x)
    write(folder, "scale.c", SCALE)
    write(folder, "sum.pto", (ROOT / "examples/add.pto").read_text(encoding="utf-8"))
    write(folder, "program.json", block_of_docs("json"))
    subprocess.run([ROOT / "ptometal", "run", "program.json"], cwd=folder, check=True, stdin=subprocess.DEVNULL)
    assert (numpy.load(folder / "y.npy") == 4 * x).all()


@test_with_numpy
def example_of_the_documents_runs_in_c(folder):
    x = numpy.arange(256, dtype="f4")
    x.tofile(folder / "x.f32")
    write(folder, "layer.c", SCALE + block_of_docs("c"))
    subprocess.run([ROOT / "ptometal", "run", "layer.c", "in:x.f32", "out:y.f32=1024", "4"], cwd=folder, check=True,
                   stdin=subprocess.DEVNULL)
    assert (numpy.fromfile(folder / "y.f32", dtype="f4") == 3 * x).all()


@test_with_numpy
def errors_are_exceptions_with_place_and_rule(folder):
    write(folder, "bad.pto", (ROOT / "examples/add.pto").read_text(encoding="utf-8").replace("pto.vadd ", "pto.vaddd "))
    write(folder, "none.c", "int number;\n")
    python(folder, """
import numpy, ptometal
scale, x = ptometal.load("scale.c"), numpy.ones(8, "f4")
def caught(kind, call):
    try:
        call()
    except kind as error:
        return error
    raise AssertionError("no error")
with ptometal.Session() as session:
    fault = caught(ptometal.Fault, lambda: scale(x, 2.0, 9, out=8))
    assert (fault.place, fault.task) == ("scale.c:5", 0), (fault.place, fault.task)
    assert (scale(x, 2.0, 8, out=8) == 2).all() and session.boots == 2     # a fault ends its boot
bad = caught(ptometal.CompileError, lambda: ptometal.load("bad.pto"))
assert bad.place.startswith("bad.pto:") and bad.rule == "unknown-op", (bad.place, bad.rule)
assert "no kernels" in str(caught(ptometal.CompileError, lambda: ptometal.load("none.c")))
host = ptometal.load("scale.c", board="native")
for settings in ({"harts": 99}, {"count": True}, {"harts": 2, "policy": "replay:absent"}):
    for call in (host, host.check):
        caught(ptometal.Error, lambda: call(x, 2.0, 8, out=8, **settings))
for call in (lambda: scale(x, 2.0, out=8), lambda: scale(x.astype("f8"), 2.0, 8, out=8), lambda: scale(x, 2.0, 1.5, out=8),
             lambda: ptometal.load("absent.c"), lambda: ptometal.Program().run()):
    assert "\\n" not in str(caught(ptometal.Error, call))
""")


@test
def stream_keeps_buffers_on_the_board_and_moves_when_they_grow(folder):
    python(folder, """
import array
import ptometal
from ptometal import program
from ptometal.program import image, stream
stream.RESERVE = 1 << 20
scale = image.Kernel("scale.c", None, image.options())
one = stream.Stream([scale], scale.config)
x, y = (memoryview(bytearray(array.array("f", range(64)))) for _ in range(2))
a, b = one.add(stream.Resident("a", x)), one.add(stream.Resident("b", y))
for number in range(3):       # b = 8 a
    source = a if number == 0 else b
    one.add_launch(scale, [program.reads(source.view()), program.updates(b.view()), 2.0, 64], 1, [number - 1] if number else [], number)
    one.flush(*[b] if number == 1 else [])
assert y.cast("f")[5] == 20 and one.pieces == 3 and one.session.boots == 1, (y.cast("f")[5], one.pieces)
large = one.add(stream.Resident("large", memoryview(bytearray(1 << 22)), filled=False))
one.add_launch(scale, [program.reads(b.view()), program.writes(large.view()), 2.0, 64], 1, [2], 3)
one.flush(large)
assert large.memory.cast("f")[5] == 80 and one.session.boots == 2, large.memory.cast("f")[5]
x.cast("f")[5], a.newer = 100, "host"
one.add_launch(scale, [program.reads(a.view()), program.writes(b.view()), 2.0, 64], 1, [], 4)
one.flush(b)
assert y.cast("f")[5] == 200 and one.session.boots == 2
one.close()
""")


@test_with_numpy
def session_tells_of_progress(folder):
    python(folder, """
import numpy, ptometal
scale, p, lines = ptometal.load("scale.c"), ptometal.Program(), []
x, y = p.buffer(numpy.ones(8, "f4")), p.buffer(shape=8)
for _ in range(600):
    p.launch(scale, x, ptometal.writes(y), 2.0, 8)
with ptometal.Session() as session:
    session.on_progress = lines.append
    p.run()
assert lines == ["progress: 256 tasks are over\\n", "progress: 512 tasks are over\\n"], lines
""")


@test_with_numpy
def decoder_writes_the_letters_that_numpy_writes(folder):
    for words in [], ["--policy", "random:3"], ["--harts", "4"]:
        done = subprocess.run([sys.executable, ROOT / "examples/decoder/decoder.py", "The ", "--random", "--", *words], cwd=folder,
                              env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 0, done.stderr + done.stdout
        assert done.stdout.startswith("The ") and "; 0 other letters" in done.stdout, done.stdout


@test_with_numpy
def decoder_is_trained_along_its_gradients(folder):
    python(folder, f"""
import sys
sys.path.insert(0, {str(ROOT / "examples/decoder")!r})
import numpy, model, train
draw = numpy.random.default_rng(1)
weights = {{name: w.astype("f8") for name, w in model.random_weights().items()}}
words = draw.integers(0, model.LETTERS, (2, 65))
_, grad = train.loss_and_gradients(weights, words[:, :-1], words[:, 1:])
for name, w in weights.items():
    at = numpy.unravel_index(numpy.abs(grad[name]).argmax(), w.shape)
    before, losses = w[at], []
    for w[at] in before + 1e-4, before - 1e-4:
        losses.append(train.loss_and_gradients(weights, words[:, :-1], words[:, 1:])[0])
    w[at] = before
    slope = (losses[0] - losses[1]) / 2e-4
    assert abs(slope - grad[name][at]) < 1e-4 * abs(slope), (name, slope, grad[name][at])
""")


@test_with_numpy
def array_in_out_keeps_what_it_holds(folder):
    python(folder, """
import numpy, ptometal
scale, x = ptometal.load("scale.c"), numpy.ones(8, "f4")
assert list(scale(x, 2.0, 4, out=x * 7)) == [2, 2, 2, 2, 7, 7, 7, 7]
assert (x == 1).all()
""")


@test_with_numpy
def tensors_of_other_packages_are_arrays(folder):
    """Through DLPack, as torch's, with their strides; or the buffer protocol."""
    python(folder, """
import array, numpy, ptometal
class Tensor:
    def __init__(self, data):
        self.data = data
    def __dlpack__(self, **_):
        return self.data.__dlpack__()
    def __dlpack_device__(self):
        return self.data.__dlpack_device__()
class Elsewhere(Tensor):
    def __dlpack__(self, **_):
        raise BufferError("of another device")
scale, x = ptometal.load("scale.c"), numpy.arange(24, dtype="f4").reshape(4, 6)
columns = scale(Tensor(x.T), 2.0, 24, out=(6, 4))
assert (columns == 2 * x.T).all(), columns
assert list(scale(array.array("f", [1, 2, 3]), 3.0, 3, out=3)) == [3, 6, 9]
try:
    scale(Elsewhere(x), 2.0, 24, out=24)
except ptometal.Error as error:
    assert "of another device" in str(error) and "\\n" not in str(error), error
else:
    raise AssertionError("no error")
""")


@test_with_numpy
def calls_are_judged_as_the_documents_say(folder):
    write(folder, "broken.c", (ROOT / "examples/troubleshooting/missing_wait.c").read_text(encoding="utf-8"))
    python(folder, block_of_docs("python") + block_of_docs("python", 1) + """
assert findings == [], findings
assert times.cycles == times.table["cycles"] > 0 and times.microseconds > 0, times
assert all(sum(pipe.values()) == times.cycles for pipe in times.pipes.values()), times.pipes
broken, flat = ptometal.load("broken.c"), numpy.ones(1000, "f4")
found = broken.check(flat, flat, 1000, out=1000)
assert [finding.kind for finding in found] == ["race, read after write"], found
assert found[0].places == ["broken.c:35", "broken.c:38"] and found[0].count == 1, found[0].places
try:
    broken.time(flat, flat, 1001, out=1000)
except ptometal.Fault as fault:
    assert fault.place == "broken.c:30" and "of GM buffer a.npy is" in str(fault), (fault.place, str(fault))
else:
    raise AssertionError("no fault")
for call in (lambda: scale.check(x, out=x.shape), lambda: scale.time(x, 2.0, 256, out=x.shape, speed=1)):
    try:
        call()
    except ptometal.Error as error:
        assert "\\n" not in str(error), error
    else:
        raise AssertionError("no error")
""")


@test_with("numpy", "pytest")
def plugin_of_pytest_turns_findings_into_failures(folder):
    write_pytest_suite(folder)
    done = pytest_of(folder, "--pto-policies", "eager,lazy", "--pto-boards", "qemu-virt:512,qemu-virt", status=1)
    for text in ("1 failed, 6 passed", "FAILED test_broken.py::test_broken", "\nrace, read after write: UB +0x20000: ",
                 "\n  broken.c:38: pto_mte_ub_gm("):
        assert text in done.stdout, (text, done.stdout)
    done = pytest_of(folder, "--pto-boards", "qemu-virt:x", status=4)
    assert "--pto-boards qemu-virt:x: a board is NAME or NAME:VLEN" in done.stderr + done.stdout, done.stdout


@test_with("numpy", "pytest", "xdist")
def plugin_of_pytest_works_with_xdist(folder):
    write_pytest_suite(folder)
    done = pytest_of(folder, "-n", "2", "--pto-policies", "eager,lazy", status=1)
    for text in ("1 failed, 4 passed", "\n  broken.c:38: pto_mte_ub_gm("):
        assert text in done.stdout, (text, done.stdout)


def write_pytest_suite(folder):
    write(folder, "broken.c", (ROOT / "examples/troubleshooting/missing_wait.c").read_text(encoding="utf-8"))
    write(folder, "conftest.py", 'pytest_plugins = ["ptometal.pytest_plugin"]\n')
    write(folder, "test_scale.py", block_of_docs("python", 2))
    write(folder, "test_broken.py", """import numpy, ptometal, pytest

def test_broken(no_findings):
    x = numpy.ones(1000, "f4")
    no_findings(ptometal.load("broken.c"), x, x, 1000, out=1000)
""")
    write(folder, "test_own.py", """import pytest

@pytest.fixture
def policy():
    return "own"

@pytest.mark.parametrize("board", ["mine"])
def test_arguments_of_these_names_may_be_the_users(policy, board):
    assert (policy, board) == ("own", "mine")

def test_alone(policy):
    assert policy == "own"
""")


def pytest_of(folder, *words, status):
    return python(folder, f"import pytest, sys\nsys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', *{words!r}]))", status)


MARKS = """module attributes {pto.target_arch = "a5"} {
  func.func @mark_aic(%y: !pto.ptr<i32, gm>) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
    return
  }
  func.func @mark_aiv(%y: !pto.ptr<i32, gm>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %core = pto.get_subblock_idx
    %at = arith.index_cast %core : i64 to index
    %one = arith.constant 1 : i32
    pto.store_scalar %one, %y[%at] : !pto.ptr<i32, gm>, i32
    return
  }
}
"""


@test_with_numpy
def task_may_leave_out_the_second_vector_core(folder):
    write(folder, "mark.pto", MARKS)
    python(folder, """
import ptometal
mark = ptometal.load("mark.pto")
for one_vector, marks in (False, [1, 1]), (True, [1, 0]):
    p = ptometal.Program()
    y = p.buffer(shape=2, dtype="i4")
    p.launch(mark, y).one_vector = one_vector
    p.run()
    assert list(y.array()) == marks, (one_vector, y.array())
""")


# Rows 8 to 15 are behind the view and the buffer.
BEHIND = """#include <pto/pto.h>
#include <pto/tile.h>
PTO_KERNEL(rows, (const float *, x), (float *, y))
{
    pto_tile_t tile = pto_tile(VEC, f32, 16, 8);
    pto_tensor_t view = pto_tensor((float *)x, f32, ND, {8, 8}), to = pto_tensor(y, f32, ND, {16, 8});
    const int64_t offset[] = {0, 0}, shape[] = {16, 8};
    pto_tensor_t part = pto_partition(&view, 2, offset, shape);
    pto_event_t loaded = pto_tload(&tile, &part, PTO_NONE, PTO_PAD_MODE_NULL);
    pto_tstore(&to, &tile, NULL, PTO_NONE, PTO_ST_PHASE_UNSPECIFIED, PTO_STORE_PLAIN, PTO_RELU_NONE, loaded);
}
"""


# Declares 64 elements and reads the first.
DECLARED = """module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @first(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %view = pto.make_tensor_view %x, shape = [%c64], strides = [%c1] : !pto.tensor_view<?xf32>
    %value = pto.load_scalar %x[%c0] : !pto.ptr<f32> -> f32
    pto.store_scalar %value, %y[%c0] : !pto.ptr<f32>, f32
    return
  }
}
"""


@test_with_numpy
def kernels_may_declare_more_than_open_views_have(folder):
    write(folder, "first.pto", DECLARED)
    python(folder, """
import numpy, ptometal
first = ptometal.load("first.pto")
p = ptometal.Program()
y = p.buffer(shape=(1,))
p.launch(first, p.buffer(numpy.arange(3, 11, dtype="f4")), ptometal.writes(y))
with ptometal.Session(open_views=True) as session:
    session.run(p)
assert y.array()[0] == 3, y.array()
try:
    p.run()
    raise AssertionError("8 of 64 elements")
except ptometal.Error as error:
    assert "x of first: it has 256 bytes, and buffer" in str(error), error
""")


@test_with_numpy
def views_may_be_open(folder):
    write(folder, "rows.c", BEHIND)
    python(folder, """
import numpy, ptometal
rows = ptometal.load("rows.c")
x = numpy.arange(64, dtype="f4").reshape(8, 8)
def run(**settings):
    p = ptometal.Program(gm="granule")
    y = p.buffer(shape=(16, 8))
    p.launch(rows, p.buffer(x), ptometal.writes(y))
    with ptometal.Session(**settings) as session:
        return y, session.run(p).warnings
y, warnings = run(open_views=True)
assert (y.array()[:8] == x).all() and not y.array()[8:].any(), y.array()
assert len(warnings) == 2 and "leave the view" in warnings[0] and "256 bytes past the end" in warnings[1], warnings
try:
    run()
    raise AssertionError("a part beyond its view")
except ptometal.Fault as fault:
    assert "16 elements from 0 are outside the view's 8" in str(fault), fault
""")


# Each block of a rank waits for the same block of the other one.
MEET = """#include <pto/pto.h>
PTO_KERNEL(meet, (int32_t *, signals), (int32_t, rank), (int32_t, block), (int32_t, block_num))
{
    pto_tensor_t mine = pto_tensor(signals + rank * block_num + block, i32, ND, {1, 1});
    pto_tensor_t other = pto_tensor(signals + (1 - rank) * block_num + block, i32, ND, {1, 1});
    pto_comm_tnotify(&other, 1, PTO_NOTIFY_ADD);
    pto_comm_twait(&mine, 1, PTO_COMPARE_GE);
}
"""


@test
def tasks_of_ranks_wait_for_each_other(folder):
    write(folder, "meet.c", MEET)
    python(folder, """
from ptometal import program
from ptometal.common import Stop
from ptometal.program import image, session
meet = image.Kernel("meet.c", None, image.options("native"))
def run(ranks, **settings):
    p = program.Program(meet.config)
    signals = p.add(program.Buffer("signals", 32))
    for rank in ranks:      # more blocks than the board has cores
        p.launch(meet, program.unordered(signals), rank, program.BLOCK_IDX, program.BLOCK_NUM, blocks=4, rank=rank)
    signals.stores = True
    session.run(p, **settings)
    return signals.output
for settings in {}, {"policy": "lazy"}, {"policy": "random:1"}, {"policy": "random:2"}, {"harts": 4}:
    assert run((0, 1), **settings) == bytes([1, 0, 0, 0] * 8), settings
for ranks, text in ((0,), "comm.twait for a signal in GM >= 1"), ((0, 2), "need a cluster for each, and the board has 2"), (
        (128,), "launch 0: rank=128 is no rank"):
    try:
        run(ranks)
        raise AssertionError(text)
    except Stop as fault:
        assert text in str(fault), fault
""")


# Each rank copies x into the window of the other, 64 floats behind or before its own.
COPY = """#include <pto/pto.h>
#include <pto/tile.h>
PTO_KERNEL(copy, (float *, windows), (int32_t *, signals), (float *, x), (float *, y), (int32_t, rank))
{
    pto_tile_t tile = pto_tile(VEC, f32, 8, 8);
    pto_tensor_t from = pto_tensor(x, f32, ND, {8, 8}), to = pto_tensor(windows + (1 - rank) * 64, f32, ND, {8, 8});
    pto_tensor_t mine = pto_tensor(signals + rank, i32, ND, {1, 1}), other = pto_tensor(signals + 1 - rank, i32, ND, {1, 1});
    pto_comm_tput(&to, &from, &tile, PTO_STORE_PLAIN);
    pto_pipe_barrier(PIPE_ALL);
    pto_comm_tnotify(&other, 1, PTO_NOTIFY_SET);
    pto_comm_twait(&mine, 1, PTO_COMPARE_EQ);
    for (int32_t i = 0; i < 64; i++) {
        y[i] = windows[rank * 64 + i];
    }
}
"""


@test
def tasks_of_ranks_copy_to_each_other(folder):
    write(folder, "copy.c", COPY)
    python(folder, """
import array
from ptometal import program
from ptometal.program import image, session
copy = image.Kernel("copy.c", None, image.options("native"))
sent = [array.array("f", range(rank, rank + 64)).tobytes() for rank in (0, 1)]
for settings in {}, {"policy": "lazy"}, {"policy": "adverse"}, {"policy": "random:1"}, {"harts": 4}:
    p = program.Program(copy.config)
    shared = [program.unordered(p.add(program.Buffer(name, size))) for name, size in (("windows", 512), ("signals", 8))]
    got = [p.add(program.Buffer(f"y{rank}", 256)) for rank in (0, 1)]
    for rank in (0, 1):
        x = p.add(program.Buffer(f"x{rank}", 256, data=sent[rank]))
        p.launch(copy, *shared, x, got[rank], rank).rank = rank
        got[rank].stores = True
    session.run(p, **settings)
    assert [y.output for y in got] == sent[::-1], settings
""")
