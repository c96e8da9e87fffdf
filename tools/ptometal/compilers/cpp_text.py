# SPDX-License-Identifier: Apache-2.0
"""Kernels in C++: compilation, and the descriptors of their entry points.

A function `__global__ AICORE void NAME(...)` of the file is a kernel. The compiler gets the text of the file under its
own name, with a line appended for each kernel: <pto/kernel.hpp> makes the descriptor from the function's type.
"""
import os
import re
import shutil
import subprocess

from ptometal import build
from ptometal.binary import elf
from ptometal.common import NOT_COMPILED, ROOT, Stop

HEADERS = os.path.join(ROOT, "firmware", "include", "cpp")
HEADER = os.path.join(HEADERS, "pto", "pto-inst.hpp")
# An endless loop meets the time limit: C++, unlike C, lets compilers assume even of for (;;) that it ends.
LANGUAGE = ["-x", "c++", "-std=gnu++20", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-nostdinc++",
            "-fno-finite-loops", "-Wno-unknown-pragmas", "-Wno-missing-braces", "-Wno-unknown-attributes", "-I" + HEADERS,
            "-isystem", os.path.join(HEADERS, "std"), "-isystem", os.path.join(HEADERS, "host")]

COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
MACRO = re.compile(r"^[ \t]*#[ \t]*define\s+(?P<name>\w+)(?:\((?P<params>[^()]*)\))?(?P<body>(?:\\\n|[^\n])*)", re.M)
# What stands before the type of a kernel: words of an NPU's compiler, macros for such words, attributes.
WORDS = (r"(?P<words>(?:(?:\b(?:__global__|__aicore__|__vector__|__cube__|inline|static|[A-Z][A-Z0-9_]*)\b|\[aicore\]|"
         r"\b__mix__\s*\([^()]*\)|\b__attribute__\s*\(\([^()]*\)\))\s*)+)")
ENTRY = re.compile(r'(?P<before>template\s*<[^;{}]*>\s*|"C"\s*)?' + WORDS +
                   r'void\s+(?P<name>\w+)\s*\((?P<params>[^()]*)\)\s*(?:noexcept\s*)?\{')

# The instantiation of a template of a kernel: `template __global__ AICORE void NAME<...>(...);`
INSTANCE = re.compile(r"\btemplate\s+" + WORDS +
                      r"void\s+(?P<of>(?:\w*::)*(?P<name>\w+)\s*<[^;{}()]*>)\s*\([^;{}]*\)\s*;")
# What opens or closes a scope, between strings.
SCOPE = re.compile(r"""\bnamespace\s+(?P<name>\w[\w:\s]*?)\s*\{|[{}]|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""")

# The entry of a runtime that packs arguments: pointers and scalars as words of an array.
PACKED = re.compile(r"void\s+(?P<name>kernel_entry)\s*\(\s*(?:__gm__\s+)?int64_t\s*\*\s*(?P<words>\w+)\s*\)\s*\{"
                    r"(?P<body>.*?^\})", re.S | re.M)


def options(compiler):
    """Translate C compiler options to C++. Include folders of C++ come before those of the C library."""
    words = [word for word in compiler if not word.startswith("-std=")]
    return words[:1] + LANGUAGE + words[1:]


def plain(text):
    """The text without comments; strings and newlines stay, for line numbers."""
    return COMMENT_OR_STRING.sub(lambda m: m[0] if m[0][0] == '"' else re.sub(r"[^\n]", " ", m[0]), text)


def code(text):
    """As plain(), with macros that stand for kernels replaced, in lines as they were."""
    text, makers = plain(text), []
    for match in MACRO.finditer(text):
        if match["params"] is not None and "__global__" in match["body"]:
            makers.append((match["name"], [param.strip() for param in match["params"].split(",")],
                           re.sub(r"\\\n\s*", " ", match["body"])))
    text = MACRO.sub(lambda m: "\n" * m[0].count("\n"), text)
    for name, params, body in makers:
        def made(match):
            values = dict(zip(params, map(str.strip, match["args"].split(","))))
            put = re.sub(r"\b\w+\b", lambda word: values.get(word[0], word[0]), body)
            return re.sub(r"\s*##\s*", "", put) + "\n" * match[0].count("\n")
        text = re.sub(rf"\b{name}\s*\((?P<args>(?:[^()]|\([^()]*\))*)\)", made, text)
    return text


def configures(source):
    """Whether a file defines a macro that our headers read."""
    return re.search(r"^\s*#\s*(?:define|undef)\s+(?:PTO_|__NPU_ARCH__)", plain(build.read(source) or ""), re.M) is not None


def packed(text):
    """The match of a packed entry in a text without comments, and the type of each word that it reads, or (None, [])."""
    match = PACKED.search(text)
    if not match or "__global__" in text[:match.start()].rpartition("\n")[2]:
        return None, []
    word, body = rf"{match['words']}\s*\[\s*(\d+)\s*\]", match["body"]
    casts = rf"_cast\s*<([^<>]*\*)\s*>\s*\(\s*{word}", rf"\(([^()<>]*\*)\s*\)\s*{word}"
    pointers = {int(at): spelling for cast in casts for spelling, at in re.findall(cast, body)}
    count = max((int(at) + 1 for at in re.findall(word, body)), default=0)
    return match, [pointers.get(i, "int64_t") for i in range(count)]


def parameter_names(params):
    """The names in the parameter list of a function."""
    params = [param for param in params.split(",") if param.strip() not in ("", "void")]
    names = [re.search(r"(\w+)\s*(?:\[\s*\])?\s*$", param.split("=")[0]) for param in params]
    return [name[1] if name else f"p{i}" for i, name in enumerate(names)]


def instances(text):
    """(match, name) of each instantiated kernel of a text without comments: `scale<float, 64>` is scale_float_64."""
    return [(match, re.sub(r"\W+", "_", text[match.start("name"):match.end("of")]).strip("_"))
            for match in INSTANCE.finditer(text) if "__global__" in match["words"]]


def entries(text):
    """(name, line, names of its parameters) of each kernel of a file."""
    text, found, templates = code(text), [], {}
    match, words = packed(text)
    if match:
        found.append((match["name"], text.count("\n", 0, match.start("name")) + 1,
                      [f"{match['words']}{i}" for i in range(len(words))]))
    for match in ENTRY.finditer(text):
        line, names = text.count("\n", 0, match.start("name")) + 1, parameter_names(match["params"])
        if (match["before"] or "").startswith("template"):
            templates[match["name"]] = line, names
        elif "__global__" in match["words"]:
            found.append((match["name"], line, names))
    found += [(name, *templates[match["name"]]) for match, name in instances(text) if match["name"] in templates]
    return found


# The kinds of cores of a cluster, with the macros by which a kernel tells its code for each.
CORES = {"cube": "CUBE", "vector": "VEC"}
# A unified core is of both kinds.
HEAD = """#if !defined(__DAV_CUBE__) && !defined(__DAV_VEC__)
{macros}#endif
#line 1 "{source}"
"""


def macros(core):
    return "".join(f"#define __DAV_{name}__ 1\n#define __DAV_C220_{name}__ 1\n"
                   for kind, name in CORES.items() if core in (None, kind))


def has_sections(files):
    """Whether files have code for each kind of core."""
    text = "".join(plain(build.read(file) or "") for file in files)
    return all(re.search(rf"\b__DAV_(?:C220_)?{name}__", text) for name in CORES.values())


def tail(kernel, core):
    """The lines that make the descriptor of a kernel. That of a cluster is in the code of vector cores."""
    name, line, params = kernel
    described = ", ".join([name, str(line), *(f'"{param}"' for param in params)])
    if core is None:
        return f"PTO_CPP_ENTRY(entry, {name})\nPTO_CPP_KERNEL(PTO_CPP_KIND, {described})\n"
    both = f"PTO_CPP_CLUSTER({name})\nPTO_CPP_KERNEL(PTO_KERNEL_MIXED, {described})\n"
    return f"PTO_CPP_ENTRY({core}, {name})\n" + ("" if core == "cube" else both)


def namespaces(text, places):
    """The namespaces around places of a text without comments, each once."""
    found, opened, scopes = {}, [], list(SCOPE.finditer(text))
    for at in sorted(places):
        while scopes and scopes[0].start() < at:
            match = scopes.pop(0)
            if match[0] == "}":
                opened = opened[:-1]
            elif match[0].endswith("{"):
                opened.append(re.sub(r"\s", "", match["name"] or ""))
        if any(opened):
            found["::".join(filter(None, opened))] = None
    return list(found)


def aliases(text):
    """Names for kernels in namespaces, and for instantiated ones."""
    text = code(text)
    made = instances(text)
    kernels = [match for match in ENTRY.finditer(text) if "__global__" in match["words"]] + [match for match, _ in made]
    used = namespaces(text, [match.start() for match in kernels])
    return "".join([*(f"using namespace ::{name};\n" for name in used),
                    *(f"static constexpr auto &{name} = {match['of']};\n" for match, name in made)])


def unpacked(text):
    """A function with parameters of their own for a packed entry, which gets its name."""
    match, words = packed(plain(text))
    if not match:
        return ""
    names = [f"{match['words']}{i}" for i in range(len(words))]
    return (f"static void {match['name']}({', '.join(map(' '.join, zip(words, names)))})\n{{\n"
            f"int64_t words[] = {{{', '.join(f'(int64_t){name}' for name in names)}}};\n::{match['name']}(words);\n}}\n")


def check_kernels(source):
    """Stop unless the file has a kernel."""
    if not entries(build.read(source) or ""):
        raise Stop(NOT_COMPILED, f'{source}: no kernel: a function `extern "C" __global__ AICORE void NAME(...)`')


# Headers of pto-isa for single instructions of a machine: <pto/pto-inst.hpp> has them all.
OF_INSTRUCTIONS = re.compile(r'^([ \t]*#[ \t]*include[ \t]*)[<"]pto/(?:npu/(?:a2a3|a5)|cpu|common/arch|comm/(?:a2a3|a5))/'
                             r'[\w/.]+[>"]', re.M)
# What no compiler but an NPU's reads: an attribute, and how a function of the host launches a kernel.
OF_NPU = re.compile(COMMENT_OR_STRING.pattern + r"|\[aicore\]|<<<[^;{}]*?>>>", re.S)


def readable(text):
    """The text as other compilers read it: a launch is a call. Lines stay where they are."""
    text = OF_NPU.sub(lambda m: m[0] if m[0][0] in '/"' else "\n" * m[0].count("\n"), text)
    return OF_INSTRUCTIONS.sub(r"\1<pto/pto-inst.hpp>", text)


def wrap(source, work, core=None):
    """Write the text to compile into the folder `work`, for one kind of core or (None) for both; returns its path."""
    text = build.read(source) or ""
    kernels = entries(text)
    shown = source.replace("\\", "\\\\").replace('"', '\\"')
    path = os.path.join(work, "kernel.cpp")
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD.format(macros=macros(core), source=shown))
        file.write(readable(text) + "\n")
        file.write(f"namespace pto_kernels_of_file {{\n{unpacked(text)}{aliases(text)}")
        file.writelines(tail(kernel, core) for kernel in kernels)
        file.write("}\n")
    return path


def search(source):
    """Include options for the folder of the file, since the compiler gets a copy of it."""
    return ["-iquote", os.path.dirname(os.path.abspath(source))]


# Runtime functions called by kernels that synchronise explicitly.
SYNCHRONISATION = {"pto_set_flag_at", "pto_wait_flag_at", "pto_flag_at", "pto_get_buf_at", "pto_rls_buf_at", "pto_pipe_barrier_at",
                   "pto_wait_event_at", "pto_tile_after_at", "pto_tsync_at"}
# ... and by those whose cores wait for one another.
EXCHANGE = {"pto_set_cross_core_at", "pto_wait_cross_core_at", "pto_set_intra_block_at", "pto_wait_intra_block_at",
            "pto_initialize_pipe_at", "pto_syncall_at"}
# Of the first, those that automatic order does not call; where a kernel waits for events then, it calls one more.
IN_AUTOMATIC = SYNCHRONISATION - {"pto_wait_event_at", "pto_tile_after_at", "pto_tsync_at"} | {"pto_cpp_waits_itself"}
# Words of kernels that synchronise explicitly, and the files where they may be.
SYNCHRONISES = re.compile(r"\b(?:(?:pto_)?(?:set_flag|wait_flag|pipe_barrier|get_buf|rls_buf)|RecordEvent|Event|TSYNC|PtoSetWaitFlag)\b")
QUOTED = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
RECORDS = re.compile(r"^RELOCATION RECORDS FOR \[(.*)\]:")
SYMBOL = re.compile(r"^[0-9a-f]+ .{7} (\S+)\s+[0-9a-f]+ (?:\.hidden )?(\S+)$")


def tool(name, obj):
    """The program of that name for an object file."""
    with open(obj, "rb") as file:
        is_host = elf.machine(file.read(64)) == elf.HOST
    return shutil.which(name if is_host else f"riscv64-unknown-elf-{name}")


def references(obj):
    """The section of each symbol of an object file, and the symbols and sections that each section refers to."""
    done = subprocess.run([tool("objdump", obj), "-r", "-t", obj], capture_output=True, text=True, check=True)
    section_of, calls, current = {}, {}, None
    for line in done.stdout.splitlines():
        if match := RECORDS.match(line):
            current = calls.setdefault(match[1], set())
        elif current is not None and len(words := line.split()) == 3:
            current.add(re.sub(r"[+-]0x[0-9a-f]+$", "", words[2]))
        elif match := SYMBOL.match(line):
            section_of[match[2]] = match[1]
    return section_of, calls


def reaches(entry, functions, section_of, calls):
    """Whether code of a kernel calls one of the functions."""
    reached, pending = set(), [f"pto_kernel_{kind}_{entry}" for kind in ("entry", *CORES)]     # of <pto/kernel.hpp>
    while pending:
        name = pending.pop()
        if name in functions:
            return True
        section = section_of.get(name, name)
        if section.startswith((".text", ".rodata", ".data")) and section not in reached:
            reached.add(section)
            pending += calls.get(section, ())
    return False


def chosen(source, entry):
    return [name for name, _, _ in entries(build.read(source) or "") if entry in (None, name)]


def unsynchronised(functions):
    """A question about a kernel: the names of those that call none of the functions, if none of them does: "add", "a, b"."""
    def answer(source, entry, graph):
        names = chosen(source, entry)
        return "" if any(reaches(name, functions, *graph) for name in names) else ", ".join(names)
    return answer


def seems_synchronised(source, flags):
    """Whether a file, or one that it includes by a quoted name, has words of kernels that synchronise explicitly."""
    folders = [os.path.dirname(os.path.abspath(source)), *(flag[2:] for flag in flags if flag.startswith("-I"))]
    pending, seen = [source], set()
    while pending:
        path = os.path.realpath(pending.pop())
        text = "" if path in seen else plain(build.read(path) or "")
        seen.add(path)
        if SYNCHRONISES.search(text):
            return True
        pending += [os.path.join(folder, name) for name in QUOTED.findall(text) for folder in [os.path.dirname(path), *folders]]
    return False


def exchanges(source, entry, graph):
    """Whether cores of a kernel wait for one another."""
    return any(reaches(name, EXCHANGE, *graph) for name in chosen(source, entry))


def hide(source, obj):
    """Leave only the entries of the cube core visible in an object."""
    kept = [f"--keep-global-symbol=pto_kernel_cube_{name}" for name in chosen(source, None)]
    subprocess.run([tool("objcopy", obj), *kept, obj], check=True)
