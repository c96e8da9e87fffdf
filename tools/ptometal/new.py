# SPDX-License-Identifier: Apache-2.0
"""`ptometal new`: start a project of one's own, as a copy of examples/project."""
import os
import shlex
import shutil

from ptometal.common import DONE, ROOT, usage_error
from ptometal.options import Option, parse

OPTIONS = [Option("--help", text="this help")]
PLACE = '"${CMAKE_CURRENT_SOURCE_DIR}/../.."'   # of ptometal, as seen from the example


def main(argv):
    values, words = parse(argv, OPTIONS)
    if values.help:
        print("ptometal new FOLDER: start a project with a kernel, its image and its tests in FOLDER")
        return DONE
    if len(words) != 1:
        raise usage_error("new takes one folder: ptometal new FOLDER")
    target = words[0]
    if os.path.exists(target) and (not os.path.isdir(target) or os.listdir(target)):
        raise usage_error(f"{target} exists already")
    try:
        shutil.copytree(os.path.join(ROOT, "examples", "project"), target, dirs_exist_ok=True)
        make = os.path.join(target, "CMakeLists.txt")
        with open(make, encoding="utf-8") as file:
            text = file.read()
        with open(make, "w", encoding="utf-8") as file:
            file.write(text.replace(PLACE, f'"{ROOT}"'))
    except OSError as error:
        raise usage_error(f"{target}: {error.strerror}") from None
    print(f"{target}: a kernel (scale.c), its image (CMakeLists.txt), its tests on the target (scale_test.c) and "
          "with files (check.py)")
    print(f"  {os.path.relpath(os.path.join(ROOT, 'ptometal'))} test {shlex.quote(target)}")
    return DONE
