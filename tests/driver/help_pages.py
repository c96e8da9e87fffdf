# SPDX-License-Identifier: Apache-2.0
"""`ptometal help`: every operation of the tables, every word of the glossary, every rule, and hints for the rest."""
import re
import subprocess
import sys

from harness import ROOT, ptometal, test

TABLE_NAME = re.compile(r'^(?:OP|COMMAND|ALIAS)\(\w+,\s*"([^"]+)"', re.M)


@test
def help_has_every_operation_and_each_other_name(_):
    names = [name for path in ("system.def", "tile_values.def") for name in TABLE_NAME.findall((ROOT / "isa" / path).read_text())]
    names += [f"pto.{name}" for name in re.findall(r"^PTO_TRANSFER\(\w+,\s+(\w+),", (ROOT / "isa/transfer.def").read_text(), re.M)]
    words = [name for heading in re.findall(r"^### (.*)", (ROOT / "docs/glossary.md").read_text(), re.M) for name in heading.split(", ")]
    assert len(names) > 250 and len(words) > 100, (len(names), len(words))
    code = "import sys, reference; print([name for name in sys.argv[1:] if not reference.find(name)])"
    found = subprocess.run([sys.executable, "-c", code, *names, *words], cwd=ROOT / "tools", capture_output=True, text=True, check=False)
    assert found.stdout == "[]\n", found.stdout + found.stderr


@test
def help_tells_operands_limits_and_the_c_call(folder):
    page = ptometal(folder, "help", "wait_flag").expect(0).stdout
    assert "pto_wait_flag(src, dst, id)" in page and 'pto.wait_flag["PIPE_MTE2"' in page and "Illegal:" in page, page
    page = ptometal(folder, "help", "mte_gm_ub").expect(0).stdout
    assert "| `burst_length` | integer, 16 bits; bytes |" in page and "`nburst(source_stride)` | integer, 40 bits" in page, page
    page = ptometal(folder, "help", "pto_copy_ubuf_to_ubuf").expect(0).stdout
    assert "pto_copy_ubuf_to_ubuf(source, destination, stream, count, burst_length," in page, page
    page = ptometal(folder, "help", "TSTORE_FP").expect(0).stdout
    assert page.startswith("# pto.tstore\n") and "pto_tstore(dst, src, fp, preQuantScalar, stPhase," in page, page
    assert "TSTORE_FP<class D, class S, class F, AtomicType atomic = AtomicType::AtomicNone," in page, page
    assert ptometal(folder, "help", "barrier_sync").expect(0).stdout.startswith("# pto.pipe_barrier\n")


@test
def help_explains_words_and_rules(folder):
    assert "unified buffer" in ptometal(folder, "help", "UB").expect(0).stdout
    assert "`pto.set_flag`" in ptometal(folder, "help", "sync").expect(0).stdout
    assert ptometal(folder, "help", "event-range").expect(0).stdout.startswith("# event-range\n\nA rule of ptoc: ")
    ptometal(folder, "help", "wiat_flag").expect(2, "did you mean wait_flag").expect_one_line()
    ptometal(folder, "help", "double bufering").expect(2, "did you mean double buffering").expect_one_line()


@test
def shells_complete_every_option(folder):
    script = ptometal(folder, "help", "--completion", "bash").expect(0).stdout
    (folder / "complete").write_text(script)
    (folder / "kernel.pto").write_text("")

    def completed(*words):
        line = f". ./complete; COMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}; _ptometal; " \
               'printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True, check=True)
        return done.stdout.split()

    assert completed("ptometal", "ch") == ["check"] and "setup" in completed("ptometal", "")
    assert completed("ptometal", "run", "--cc", "") == ["clang", "gcc"]
    assert completed("ptometal", "run", "--board", "shak") == ["shakti_c"]
    assert completed("ptometal", "run", "ker") == ["kernel.pto"]
    for command in ("run", "check", "test", "debug", "boards"):
        known = re.findall(r"^  (-\S+)", ptometal(folder, command, "--help").expect(0).stdout, re.M)
        assert sorted(completed("ptometal", command, "-")) == sorted(known), command
    zsh = ptometal(folder, "help", "--completion", "zsh").expect(0).stdout
    assert zsh.startswith("autoload -U +X bashcompinit && bashcompinit\n") and zsh.endswith(script)
