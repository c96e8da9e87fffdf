# SPDX-License-Identifier: Apache-2.0
"""`ptometal new`: start a user's project as a copy of examples/project."""
import array
import os
import shlex
import shutil

from ptometal.common import DONE, ROOT, usage_error
from ptometal.project import check_path

SUMMARY = """ptometal new FOLDER

Start a project with a kernel, its image and its tests in FOLDER.
"""
OPTIONS = []
LINK = ".ptometal"     # symbolic link to ptometal: without absolute paths a team can share all files
DATA = "x.f32"     # input of the README's example


def main(_, words):
    if len(words) != 1:
        raise usage_error("new takes one folder: ptometal new FOLDER")
    target = words[0]
    if os.path.exists(target) and (not os.path.isdir(target) or os.listdir(target)):
        raise usage_error(f"{target} exists already")
    check_path(target)
    try:
        shutil.copytree(os.path.join(ROOT, "examples", "project"), target, dirs_exist_ok=True)
        os.symlink(ROOT, os.path.join(target, LINK))
        with open(os.path.join(target, DATA), "wb") as file:
            array.array("f", (0.25 * i for i in range(1000))).tofile(file)
    except OSError as error:
        raise usage_error(f"{target}: {error.strerror}") from None
    print(f"{target}: a kernel (scale.c), its image (CMakeLists.txt), its tests on the target (scale_test.c) and "
          "with files (check.py)")
    print(f"  {os.path.relpath(os.path.join(ROOT, 'ptometal'))} test {shlex.quote(target)}")
    return DONE
