#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Test ptoc against the files of this folder; TAP on stdout.

    run.py PTOC [--update] [--only GLOB...]

The folder and the name of a file determine its test:

    rejected/**/RULE*.pto  `ptoc --verify-only` rejects it; its stderr is the golden RULE*.err
                           (with the options of a line `// ptoc OPTION...`)
    warned/**/LINT*.pto    accepted with the warnings of the golden LINT*.err
    explained/*.pto        the --explain-speed report on its loops is the golden *.err
    strips/*.strips        the strips in --emit=ir of the kernel named in the first line
    planned/*.pto          the output of --emit=sync is the golden *.sync
    accepted/*.pto         accepted without warnings, and C is emitted, with what lines `// writes: BYTES...` say of kernels
    run/*.pto              the same; run_cases.py in tests/pto executes it

Beyond single files: the lint notices when a line of synchronisation is taken out of a file of run/, every rule of
tools/ptoc/rules.def is broken by some rejected or warned file, the generated parts of docs/pto-language.md are current,
and every row of the op table gets through for one of its types (tools/opkernels.py), in every spelling (forms.py), those of
logical vectors for all (logical.py).
--update rewrites the goldens: read the difference before you commit it.
"""
import argparse
import fnmatch
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import forms
import logical
import words
from tap import Tap

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RULES = ROOT / "tools/ptoc/rules.def"


def ptoc(options, *args, cwd=HERE):
    """Run ptoc in a folder, so that diagnostics name files without a path."""
    run = subprocess.run([options.ptoc, *args], cwd=cwd, capture_output=True, text=True, timeout=20)
    return run.returncode, run.stderr


def title(path):
    return str(path.relative_to(HERE).with_suffix("")) if path.is_relative_to(HERE) else path.stem


def difference(want, got):
    import difflib
    return "\n".join(difflib.unified_diff(want.splitlines(), got.splitlines(), "golden", "ptoc", lineterm=""))


def own_options(path):
    given = re.search(r"^// ptoc (.*)$", path.read_text(errors="replace"), re.M)
    return given[1].split() if given else []


def check_golden(options, tap, path, want_code):
    rule = path.stem
    code, stderr = ptoc(options, "--verify-only", *own_options(path), path.name, cwd=path.parent)
    golden = path.with_suffix(".err")
    if options.update and code == want_code:
        golden.write_text(stderr)
    want = golden.read_text() if golden.exists() else ""
    tap.result(
        code == want_code and stderr == want and names_rule(rule, stderr), title(path),
        f"exit status {code}, expected {want_code}" if code != want_code else difference(want, stderr),
        "" if names_rule(rule, stderr) else f"no diagnostic names the rule of {path.name}")


def names_rule(name, stderr):
    """Whether a diagnostic ends with [rule] where the rule is a prefix of the file's name."""
    return any(name == rule or name.startswith(rule + "-") for rule in re.findall(r"\[([a-z0-9-]+)\]$", stderr, re.M))


FLAGS = re.compile(r"// ptoc (.*)\n")  # options that replace --explain-speed


def check_explained(options, tap, path):
    flags = FLAGS.match(path.read_text())
    code, stderr = ptoc(options, "-w", *(flags[1].split() if flags else ["--explain-speed"]), path.name, "-o", "/dev/null", cwd=path.parent)
    golden = path.with_suffix(".err")
    if options.update and code == 0:
        golden.write_text(stderr)
    want = golden.read_text() if golden.exists() else ""
    tap.result(code == 0 and want and stderr == want, title(path), f"exit status {code}", difference(want, stderr))


STRIPS = re.compile(r"^ *strip\.for .*?^ *\} else$", re.M | re.S)


def check_strips(options, tap, path):
    """The plans of a vecscope's loops."""
    kernel = path.read_text().splitlines()[0].removeprefix("// ")
    with tempfile.NamedTemporaryFile("r", suffix=".ir") as out:
        code, stderr = ptoc(options, "-w", "--emit=ir", str(ROOT / kernel), "-o", out.name)
        text = out.read()
    got = "".join(line.strip() + "\n" if "strip.for" in line or "} else" in line else f"  {line.strip()}\n"
                  for block in STRIPS.findall(text) for line in block.splitlines())
    if options.update and code == 0:
        path.write_text(f"// {kernel}\n{got}")
    tap.result(code == 0 and got and path.read_text() == f"// {kernel}\n{got}", title(path), f"exit status {code}", stderr,
               difference(path.read_text(), f"// {kernel}\n{got}"))


def check_planned(options, tap, path):
    with tempfile.NamedTemporaryFile("r", suffix=".sync") as out:
        code, stderr = ptoc(options, "--emit=sync", path.name, "-o", out.name, cwd=path.parent)
        got = out.read()
    golden = path.with_suffix(".sync")
    if options.update and code == 0:
        golden.write_text(got)
    want = golden.read_text() if golden.exists() else ""
    tap.result(code == 0 and not stderr and want and got == want, title(path), f"exit status {code}", stderr,
               difference(want, got))


def check_good(options, tap, path):
    code, stderr = ptoc(options, "--verify-only", *own_options(path), str(path))
    if code == 0 and not stderr:
        with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
            output = Path(folder) / "kernel.c"
            code, stderr = ptoc(options, "--emit=c", *own_options(path), str(path), "-o", str(output))
            text = output.read_text() if output.exists() else ""
            if code == 0 and not re.search("PTO_(CUBE_|MIXED_)?KERNEL", text):
                code, stderr = 1, "the emitted C has no kernel"
            want = re.findall(r"^ *// writes: (.*)$", path.read_text(), re.M)
            got = [numbers.replace(",", "") for numbers in re.findall(r"_WRITES \(\(const uint32_t\[\]\)\{0, ([\d, ]*)\}", text)]
            if code == 0 and want and got != want:
                code, stderr = 1, f"may write {got}, expected {want}"
    tap.result(code == 0 and not stderr, title(path), f"exit status {code}", stderr)


SYNC = re.compile(r"^\s*pto\.(wait_flag|set_flag|get_buf|rls_buf|mem_bar)\b", re.M)


def check_mutants(options, tap, path):
    """The lint reports the removal of any single line of synchronisation from a correct kernel."""
    lines, silent = path.read_text().splitlines(), []
    with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
        mutant = Path(folder) / path.name
        places = [i for i, line in enumerate(lines) if SYNC.match(line)]
        for i in places:
            mutant.write_text("\n".join(lines[:i] + [""] + lines[i + 1:]) + "\n")
            code, stderr = ptoc(options, "--verify-only", str(mutant))
            if code != 0 or "warning:" not in stderr:
                silent.append(f"without line {i + 1}: {lines[i].strip()}")
    tap.result(places and not silent, f"{path.stem}: the lint notices each of {len(places)} missing lines", *silent)


def check_corpus(options, tap):
    """For any file, ptoc ends by itself, with an error unless it accepts."""
    for path in sorted((HERE / "corpus").rglob("*.pto")):
        try:
            run = subprocess.run([options.ptoc, "--emit=c", "-o", "/dev/null", str(path)], capture_output=True, timeout=10)
            ok = run.returncode == 0 or (run.returncode == 1 and b": error: " in run.stderr)
            tap.result(ok, f"corpus: {path.stem}", f"exit status {run.returncode}", run.stderr.decode(errors="replace")[-500:])
        except subprocess.TimeoutExpired:
            tap.result(False, f"corpus: {path.stem}", "out of time")


def check_page(options, tap):
    """The first kernel in docs/pto-language.md."""
    text = re.search(r"^```\n(module .*?)^```", (ROOT / "docs/pto-language.md").read_text(), re.M | re.S)
    with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
        path = Path(folder) / "the example of docs" / "pto-language.pto"
        path.parent.mkdir()
        path.write_text(text[1])
        check_good(options, tap, path)


SHARED = """module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @shared() attributes {pto.kernel} {
    %%a = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
    %%b = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
    %%c = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
%s    return
  }
}
"""
ADD = "    pto.tadd ins(%{0}, %{1} : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) " \
      "outs(%{2} : !pto.tile_buf<vec, 16x64xf32>)\n"


def check_shared(options, tap):
    """A kernel of many tile operations outlines equal ones: compile time grows faster than function size."""
    operands = ("aab", "bbc", "abc", "aaa")     # equal except for addresses: two of the four
    for count, functions in ((63, 0), (64, 4), (160, 3)):
        with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
            path = Path(folder) / "shared.pto"
            path.write_text(SHARED % "".join(ADD.format(*operands[i % 4]) for i in range(count)))
            code, stderr = ptoc(options, "--emit=c", "-w", str(path), "-o", f"{folder}/kernel.c")
            text = Path(f"{folder}/kernel.c").read_text() if code == 0 else ""
        got = text.count("pto_tadd_at("), len(re.findall(r"shared_op\d+\(PTO_LOC", text)), text.count("pto_tadd(")
        want = functions, count if functions else 0, 0 if functions else count
        tap.result(got == want, f"{count} additions share {functions} functions",
                   f"functions, calls of them, others: {got}, expected {want}", stderr)


LONG = """module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @long(%%x: !pto.ptr<f32>, %%y: !pto.ptr<f32>) attributes {pto.kernel} {
    %%c0 = arith.constant 0 : index
    %%c1 = arith.constant 1 : index
    %%c64 = arith.constant 64 : index
    %%vx = pto.make_tensor_view %%x, shape = [%%c1, %%c64], strides = [%%c64, %%c1] : !pto.tensor_view<1x64xf32>
    %%vy = pto.make_tensor_view %%y, shape = [%%c1, %%c64], strides = [%%c64, %%c1] : !pto.tensor_view<1x64xf32>
    %%px = pto.partition_view %%vx, offsets = [%%c0, %%c0], sizes = [%%c1, %%c64]
      : !pto.tensor_view<1x64xf32> -> !pto.partition_tensor_view<1x64xf32>
    %%py = pto.partition_view %%vy, offsets = [%%c0, %%c0], sizes = [%%c1, %%c64]
      : !pto.tensor_view<1x64xf32> -> !pto.partition_tensor_view<1x64xf32>
%s    return
  }
}
"""
STEP = """    %t@ = pto.alloc_tile : !pto.tile_buf<vec, 1x64xf32>
    pto.tload ins(%px : !pto.partition_tensor_view<1x64xf32>) outs(%t@ : !pto.tile_buf<vec, 1x64xf32>)
    pto.tadd ins(%t@, %t@ : !pto.tile_buf<vec, 1x64xf32>, !pto.tile_buf<vec, 1x64xf32>) outs(%t@ : !pto.tile_buf<vec, 1x64xf32>)
    pto.tstore ins(%t@ : !pto.tile_buf<vec, 1x64xf32>) outs(%py : !pto.partition_tensor_view<1x64xf32>)
"""
STEPS, SECONDS = 400, 3     # 0.7 s of a CPU that does nothing else


def check_long(options, tap):
    """The flags of a long kernel are planned in little time."""
    with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
        path = Path(folder) / "long.pto"
        path.write_text(LONG % "".join(STEP.replace("@", str(i)) for i in range(STEPS)))
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        code, stderr = ptoc(options, "--emit=sync", "-w", str(path), "-o", f"{folder}/long.sync")
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        flags = Path(f"{folder}/long.sync").read_text().count("pto.set_flag") if code == 0 else 0
    tap.result(flags >= 2 * STEPS and seconds < SECONDS, f"{STEPS} loads, additions and stores are planned in {SECONDS} s",
               f"{seconds:.2f} s, {flags} flags", stderr)


MASKS = """module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @masks(%x: !pto.ptr<f16>, %bits: !pto.ptr<ui8>) attributes {pto.kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %rows = arith.constant 264 : index
    %cols = arith.constant 256 : index
    %a0 = arith.constant 0 : i64
    %a1 = arith.constant 126976 : i64
    %zero = arith.constant 0.0 : f16
    %vb = pto.make_tensor_view %bits, shape = [%rows, %cols], strides = [%cols, %c1] : !pto.tensor_view<264x256xui8>
    %pb = pto.partition_view %vb, offsets = [%c0, %c0], sizes = [%rows, %cols]
      : !pto.tensor_view<264x256xui8> -> !pto.partition_tensor_view<264x256xui8>
    %a = pto.alloc_tile@ : !pto.tile_buf<vec, 264x256xf16>
    %m = pto.alloc_tile@0 : !pto.tile_buf<vec, 264x256xui8>
    pto.texpands ins(%zero : f16) outs(%a : !pto.tile_buf<vec, 264x256xf16>)
    pto.tcmps ins(%a, %zero {cmpMode = #pto<cmp gt>} : !pto.tile_buf<vec, 264x256xf16>, f16) outs(%m : !pto.tile_buf<vec, 264x256xui8>)
    pto.tstore ins(%m : !pto.tile_buf<vec, 264x256xui8>) outs(%pb : !pto.partition_tensor_view<264x256xui8>)
    %n = pto.alloc_tile@1 : !pto.tile_buf<vec, 264x256xui8>
    pto.tcmps ins(%a, %zero {cmpMode = #pto<cmp le>} : !pto.tile_buf<vec, 264x256xf16>, f16) outs(%n : !pto.tile_buf<vec, 264x256xui8>)
    pto.tsel ins(%n, %a, %a : !pto.tile_buf<vec, 264x256xui8>, !pto.tile_buf<vec, 264x256xf16>, !pto.tile_buf<vec, 264x256xf16>)
      outs(%a : !pto.tile_buf<vec, 264x256xf16>)
    return
  }
}
"""
PLACES = ((("", "", ""), 1), ((" addr = %a1", " addr = %a0", " addr = %a0"), 0))    # planned, or the same bytes by the text


def check_masks(options, tap):
    """Comparisons whose bits no selection takes give a stream of bits, also where planned tiles share bytes."""
    for (tile, first, second), packed in PLACES:
        text = MASKS.replace("alloc_tile@0", f"alloc_tile{first}").replace("alloc_tile@1", f"alloc_tile{second}")
        with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
            path = Path(folder) / "masks.pto"
            path.write_text(text.replace("alloc_tile@", f"alloc_tile{tile}"))
            code, stderr = ptoc(options, "--emit=c", "-w", str(path), "-o", f"{folder}/kernel.c")
            emitted = Path(f"{folder}/kernel.c").read_text() if code == 0 else ""
        got = emitted.count("pto_tcmps("), emitted.count("PTO_COMPARE_PACKED")
        tap.result(got == (2, packed), f"{packed} of two comparisons packs its bits",
                   f"comparisons, packed ones: {got}", stderr)


def check_rules(tap):
    """Every rule has an input that violates it."""
    rules = re.findall(r'^PTO_(?:RULE|LINT)\("([a-z0-9-]+)"', RULES.read_text(), re.M)
    shown = set()
    for golden in (*HERE.glob("rejected/**/*.err"), *HERE.glob("warned/**/*.err")):
        shown.update(re.findall(r"\[([a-z0-9-]+)\]$", golden.read_text(), re.M))
    missing = [rule for rule in rules if rule not in shown]
    tap.result(bool(rules) and not missing, "every rule has an input that breaks it", "not shown: " + ", ".join(missing))
    stray = sorted(shown - set(rules))
    tap.result(not stray, "every diagnostic names a rule of rules.def", "unknown: " + ", ".join(stray))


def check_script(tap, name, *command):
    run = subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, timeout=120)
    tap.result(run.returncode == 0, name, run.stdout, run.stderr)


def check_ops(options, tap):
    """Every row of the op table, in a file of its own."""
    with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
        subprocess.run([sys.executable, str(ROOT / "tools/opkernels.py"), "--out", folder], check=True, timeout=60)
        files = sorted(Path(folder).glob("*.pto"))
        tap.result(bool(files), "the op table gives files")
        for path in files:
            check_good(options, tap, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ptoc", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--update", action="store_true", help="rewrite the goldens")
    parser.add_argument("--only", nargs="+", metavar="GLOB", default=["*"])
    options = parser.parse_args()
    tap = Tap()
    for folder in ("rejected", "warned", "explained", "planned", "accepted", "run"):
        for path in sorted((HERE / folder).rglob("*.pto")):
            if not any(fnmatch.fnmatch(path.stem, glob) for glob in options.only):
                continue
            if folder in ("rejected", "warned"):
                check_golden(options, tap, path, int(folder == "rejected"))
            elif folder == "explained":
                check_explained(options, tap, path)
            elif folder == "planned":
                check_planned(options, tap, path)
            else:
                check_good(options, tap, path)
            if folder == "run" and SYNC.search(path.read_text()):
                check_mutants(options, tap, path)
    for path in sorted((HERE / "strips").glob("*.strips")):
        if any(fnmatch.fnmatch(path.stem, glob) for glob in options.only):
            check_strips(options, tap, path)
    if options.only == ["*"]:
        check_corpus(options, tap)
        check_rules(tap)
        check_page(options, tap)
        check_script(tap, "docs/pto-language.md is current", ROOT / "tools/language_index.py", "--check")
        check_script(tap, "docs/isa is current", ROOT / "tools/reference.py", "--check")
        check_shared(options, tap)
        check_long(options, tap)
        check_masks(options, tap)
        check_ops(options, tap)
        forms.check(options.ptoc, tap)
        words.check(options.ptoc, tap)
        logical.check(options.ptoc, tap)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
