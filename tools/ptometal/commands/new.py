# SPDX-License-Identifier: Apache-2.0
"""`ptometal new`: start a user's project as a copy of examples/project."""
import array
import os
import re
import shlex
import shutil

from ptometal.common import DONE, ROOT, usage_error
from ptometal.options import Option
from ptometal.project import check_path

SUMMARY = """ptometal new FOLDER [--cpp]

Start a project with a kernel, its image and its tests in FOLDER.
"""
OPTIONS = [Option("--cpp", text="its kernel is in C++ (docs/cpp.md)")]
LINK = ".ptometal"     # symbolic link to ptometal: without absolute paths a team can share all files
DATA = "x.f32"     # input of the README's example
KERNEL = "scale.c"
# Files of the project that name the kernel.
NAMING = ("CMakeLists.txt", "README.md", "test_scale.py", os.path.join(".vscode", "tasks.json"))


def write_in_cpp(target):
    """Replace the kernel in C of a project by the one in C++, which has the same parameters and tests."""
    os.remove(os.path.join(target, KERNEL))
    shutil.copy(os.path.join(ROOT, "examples", "scale.cpp"), target)
    for name in NAMING:
        path = os.path.join(target, name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(re.sub(rf"\b{re.escape(KERNEL)}\b", "scale.cpp", text))


def main(values, words):
    if len(words) != 1:
        raise usage_error("new takes one folder: ptometal new FOLDER")
    target = words[0]
    if os.path.exists(target) and (not os.path.isdir(target) or os.listdir(target)):
        raise usage_error(f"{target} exists already")
    check_path(target)
    try:
        shutil.copytree(os.path.join(ROOT, "examples", "project"), target, dirs_exist_ok=True)
        if values.cpp:
            write_in_cpp(target)
        os.symlink(ROOT, os.path.join(target, LINK))
        with open(os.path.join(target, DATA), "wb") as file:
            array.array("f", (0.25 * i for i in range(1000))).tofile(file)
    except OSError as error:
        raise usage_error(f"{target}: {error.strerror}") from None
    print(f"{target}: a kernel ({'scale.cpp' if values.cpp else KERNEL}), its image (CMakeLists.txt), its tests on the target "
          "(scale_test.c), with files (check.py) and from Python (test_scale.py)")
    print(f"  {os.path.relpath(os.path.join(ROOT, 'ptometal'))} test {shlex.quote(target)}")
    return DONE
