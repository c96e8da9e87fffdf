# SPDX-License-Identifier: Apache-2.0
"""Formats: each says its version, and JSON fits its schema in docs/schemas."""
import json
import re
import sys
from unittest import mock

from harness import CONFIGURATION, ROOT, floats, ptometal, run, test, test_with, write
from kernels import BROKEN, SCALE

sys.path.insert(0, str(ROOT / "tools"))
SCHEMAS = ROOT / "docs/schemas"

from ptometal import link  # noqa: E402  (after the path is right)
from ptometal.binary import memory  # noqa: E402
from ptometal.runs.image import link_of  # noqa: E402
from ptometal.common import INTERNAL, Stop  # noqa: E402
from ptometal.link import frames  # noqa: E402
from ptometal.program import job  # noqa: E402


def fits(name, value):
    """Check a value against a schema; returns it."""
    import jsonschema
    store = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in SCHEMAS.glob("*.json")}
    for schema in store.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    resolver = jsonschema.RefResolver(base_uri=name, referrer=store[name], store=store)
    wrong = next(jsonschema.Draft202012Validator(store[name], resolver=resolver).iter_errors(value), None)
    assert wrong is None, f"{name}: {list(wrong.absolute_path)}: {wrong.message[:300]}"
    return value


def ended(folder, status, *words):
    """What `run --json` writes for a run that ends with a status."""
    (folder / "end.json").unlink(missing_ok=True)
    run(folder, *words, "--json", "end.json").expect(status)
    return fits("run.json", json.loads((folder / "end.json").read_text(encoding="utf-8")))


@test_with("jsonschema")
def run_tells_each_end_in_json(folder):
    write(folder, "scale.c", SCALE)
    write(folder, "broken.c", BROKEN)
    write(folder, "x", floats(8))
    words = ["in:x", "out:y=32", "2.0"]
    plain = ended(folder, 0, "scale.c", *words, "8")
    assert plain == {"schema": 1, "status": "done", "exit_status": 0, "fault": None, "instructions": None, "cycles": None}, plain
    counted = ended(folder, 0, "scale.c", *words, "8", "--count")
    assert counted["instructions"] > 100, counted
    timed = ended(folder, 0, "scale.c", *words, "8", "--time")
    assert timed["cycles"] > 0 and timed["syncs"] and timed["arch"] == "a5", timed
    checked = ended(folder, 0, "scale.c", *words, "8", "--check")
    assert checked["status"] == "done" and checked["findings"] == [], checked
    fault = ended(folder, 3, "scale.c", *words, "9")
    assert fault["status"] == "fault" and fault["fault"]["places"][0]["line"] == 5, fault
    refused = ended(folder, 1, "broken.c", *words, "8")
    assert refused["status"] == "not compiled" and "undeclared" in refused["diagnostics"][-1]["text"], refused
    run(folder, "scale.c", *words, "8", "--json", "none/f").expect(2, "--json none/f: No such file").expect_one_line()
    run(folder, "scale.c", *words, "--json", "usage.json").expect(2).expect_one_line()
    assert not (folder / "usage.json").exists()


@test_with("jsonschema")
def run_tells_findings_deadlocks_and_limits_in_json(folder):
    for name in ("missing_wait", "missing_set"):
        write(folder, f"{name}.c", (ROOT / f"examples/troubleshooting/{name}.c").read_text(encoding="utf-8"))
    write(folder, "f", bytes(4000))
    words = ["in:f", "in:f", "out:g=4000", "1000"]
    found = ended(folder, 3, "missing_wait.c", *words, "--check")
    assert found["status"] == "findings" and found["fault"] is None, found
    assert found["findings"][0]["finding"] == "race, read after write", found
    write(folder, "meant", "*  missing_wait.c:*\n")
    assert ended(folder, 0, "missing_wait.c", *words, "--check", "--suppress", "meant")["findings"][0]["suppressed"]
    stuck = ended(folder, 3, "missing_set.c", *words)
    assert stuck["fault"]["finding"] == "deadlock" and len(stuck["fault"]["places"]) > 1, stuck
    write(folder, "loop.c", '#include <pto/pto.h>\nPTO_KERNEL(spin, (float *, x))\n{\n    for (volatile int i = 1; i;) {\n    }\n}\n')
    late = ended(folder, 124, "loop.c", "inout:f", "--timeout", "1")
    assert (late["status"], late["fault"]["finding"]) == ("time limit", "time limit"), late


@test_with("jsonschema")
def programs_and_verdicts_fit_their_schemas(folder):
    write(folder, "scale.c", SCALE)
    write(folder, "broken.c", BROKEN)
    write(folder, "x", floats(64))
    program = {"ptometal": 1, "kernels": {"scale": "scale.c"},
               "buffers": {"x": {"type": "f32", "shape": [64], "in": "x"}, "y": {"type": "f32", "shape": [64], "out": "y"}},
               "launches": [{"for": {"i": [0, 4]}, "do": [{"kernel": "scale", "args": [
                   {"in": "x", "at": "i * 16", "count": 16}, {"out": "y", "at": "i * 16", "count": 16}, 2.0, {"value": "16"}]}]}]}
    write(folder, "p.json", json.dumps(fits("program.json", program)))
    timed = ended(folder, 0, "p.json", "--time")
    assert timed["kernels"] and timed["status"] == "done", timed
    program["launches"] = [{"kernel": "scale", "args": ["x", "y", 2.0, 65]}]
    write(folder, "p.json", json.dumps(fits("program.json", program)))
    assert ended(folder, 3, "p.json")["fault"]["finding"] == "fault"
    judged = ptometal(folder, "check", *CONFIGURATION, "scale.c", "broken.c", "none.c", "--json").expect(2).stdout
    assert [one["compiles"] for one in fits("check.json", json.loads(judged))["files"]] == [True, False, False]


@test
def commands_with_json_have_schemas(folder):
    from ptometal.cli import COMMANDS
    having = {name for name in COMMANDS if "\n  --json" in ptometal(folder, name, "--help").expect(0).stdout}
    assert having == {"check", "run"} <= {path.stem for path in SCHEMAS.glob("*.json")}, having


@test
def other_versions_are_refused_in_one_line(folder):
    write(folder, "scale.c", SCALE)
    write(folder, "x", floats(8))
    words = ["in:x", "out:y=32", "2.0", "8"]
    told = "its format has version 2, this ptometal reads 1"
    write(folder, "new", "# ptometal schedule 2\n")
    run(folder, "scale.c", *words, "--policy", "replay:new").expect(2, f"--policy replay:new: {told}").expect_one_line()
    run(folder, "scale.c", *words, "--check", "--suppress", "new").expect(2, f"--suppress new: {told}").expect_one_line()
    write(folder, "known", "# ptometal suppressions 1\n")
    run(folder, "scale.c", *words, "--check", "--suppress", "known").expect(0)
    write(folder, "p.json", '{"ptometal": 2}')
    run(folder, "p.json").expect(2, "no program of version 1").expect_one_line()
    image = ["image", "--board", "native", "scale.c", "-o"]
    ptometal(folder, *image, "old.elf").expect(0)
    name = next(name for name in memory.Image(folder / "old.elf").symbols() if name.startswith(link.SYMBOL))
    assert memory.Image(folder / "old.elf").symbols()[name] == link.IMAGE_VERSION
    with mock.patch.object(link, "IMAGE_VERSION", 2):
        try:
            link_of(str(folder / "old.elf"))
        except Stop as stop:
            assert "an image of version 1, this ptometal runs 2: make it again" in stop.message, stop.message
        else:
            raise AssertionError("not refused")


@test
def frames_of_another_version_end_the_run(_):
    server = frames.Server("k", ".", {}, print, print)
    body = frames.HEAD.pack(ord("C"), 1, frames.VERSION + 1, 0) + b"\x40\0"
    try:
        server.answer(body)
    except Stop as stop:
        assert stop.status == INTERNAL and "speaks version 2 of the frames of the UART" in stop.message, stop.message
    else:
        raise AssertionError("not refused")
    text = (ROOT / "hal/transfer/uart.c").read_text(encoding="utf-8")
    assert f"FRAMES_VERSION = {frames.VERSION} " in text


@test
def versions_of_both_sides_are_equal(_):
    runner = (ROOT / "firmware/apps/runner/program.c").read_text(encoding="utf-8")
    assert re.search(rf"^#define VERSION +{job.VERSION}$", runner, re.M)
    assert f"set(PTO_IMAGE_VERSION {link.IMAGE_VERSION})" in (ROOT / "cmake/pto_runtime.cmake").read_text(encoding="utf-8")
    pages = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("programs.md", "links.md")]
    assert f"`PTOJ`, version {job.VERSION} " in pages[0] and f"the version of the frames: {frames.VERSION} " in pages[1]
