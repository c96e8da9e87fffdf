# SPDX-License-Identifier: Apache-2.0
"""Split files, and compile times of large texts, in CPU time. The limits are ten times those of a current machine, so that
only another order of growth fails."""
import subprocess

from harness import CONFIGURATION, ROOT, cpu_seconds, floats, ptometal, read_floats, run, test, write

REGISTER, MASK = "!pto.vreg<64xf32>", "!pto.mask<b32>"
HEAD = """module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @large(%x: !pto.ptr<f32, gm>, %y: !pto.ptr<f32, gm>) attributes {pto.aicore} {
    %c0 = arith.constant 0 : index
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %bytes = arith.constant 256 : i64
    %one = arith.constant 1.0 : f32
    %ub = pto.castptr %c0_i64 : i64 -> !pto.ptr<f32, ub>
    pto.mte_gm_ub %x, %ub, %c0_i64, %bytes nburst(%c1_i64, %bytes, %bytes)
      : !pto.ptr<f32, gm>, !pto.ptr<f32, ub>, i64, i64, i64, i64, i64
    pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
    pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
"""
END = """    pto.set_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]
    pto.wait_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]
    pto.mte_ub_gm %ub, %y, %bytes nburst(%c1_i64, %bytes, %bytes)
      : !pto.ptr<f32, ub>, !pto.ptr<f32, gm>, i64, i64, i64, i64
    return
  }
}
"""


def kernel(scopes, operations):
    """`num` scopes that each add 1 to 64 floats, with the same names."""
    scope = f"""    pto.vecscope {{
      %all = pto.pset_b32 "PAT_ALL" : {MASK}
      %v0 = pto.vlds %ub[%c0] : !pto.ptr<f32, ub> -> {REGISTER}
"""
    scope += "".join(f"      %v{i + 1} = pto.vadds %v{i}, %one, %all : {REGISTER}, f32, {MASK} -> {REGISTER}\n"
                     for i in range(operations))
    scope += f"""      pto.vsts %v{operations}, %ub[%c0], %all : {REGISTER}, !pto.ptr<f32, ub>, {MASK}
      pto.mem_bar "VST_VLD"
    }}
"""
    return HEAD + scope * scopes + END


@test
def scope_of_2000_operations_compiles(folder):
    source = floats(64)
    write(folder, "x", source)
    write(folder, "k.pto", kernel(1, 2000) + f"// {folder}\n")
    used = run(folder, "k.pto", "in:x", "out:y=256").expect(0).cpu
    assert list(read_floats(folder / "y")) == [x + 2000 for x in source]
    assert used < 15, f"{used:.1f} s of processor time"
    print(f"# compiled and run in {used:.2f} s of processor time")


@test
def text_of_100000_lines_is_compiled_to_c(folder):
    text = kernel(1000, 95)
    assert text.count("\n") > 100000
    before = cpu_seconds()
    subprocess.run([ROOT / "build" / "host" / "ptoc", write(folder, "k.pto", text), "-o", folder / "k.c"], check=True)
    used = cpu_seconds() - before
    assert used < 10, f"{used:.1f} s of processor time"
    print(f"# compiled in {used:.2f} s of processor time")


@test
def parts_of_a_file_are_files_of_their_own(folder):
    """Lines `// -----` split a file; `check` judges each part, and `run` takes the part that has the kernel."""
    add = (ROOT / "examples" / "add.pto").read_text(encoding="utf-8")
    wrong = add.replace("pto.vadd ", "pto.vaddd ")
    write(folder, "split.pto", "// -----\n".join([add.replace("@add(", "@first("), add, wrong.replace("@add(", "@last(")]))
    outcome = ptometal(folder, "check", *CONFIGURATION, "split.pto").expect(1, r"split\.pto:137:16: error: .*vaddd")
    assert "split.pto, part 2: compiles\nsplit.pto, part 3: 1 error\n2 of 3 files compile" in outcome.stdout, outcome.stdout
    write(folder, "x", floats(40))
    for entry in "first", "add":
        run(folder, "split.pto", "--entry", entry, "in:x", "in:x", "out:y=160", "40").expect(0)
        assert list(read_floats(folder / "y")) == [2 * value for value in read_floats(folder / "x")]
        (folder / "y").unlink()
    run(folder, "split.pto", "--entry", "last", "in:x", "in:x", "out:y=160", "40").expect(1, "vaddd")
