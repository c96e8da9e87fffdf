# SPDX-License-Identifier: Apache-2.0
"""Builds the wheel: the package is a stub, and the tree that it runs from lies below it as ptometal/tree."""
import pathlib
import re
import shutil
import subprocess

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).resolve().parent
UNSHIPPED = shutil.ignore_patterns("__pycache__", "*.pyc", "weights", "fuzz")


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(ptometal VERSION ([\d.]+)", text, re.M)[1]


def commit():
    """The commit of the checkout; empty outside of one, where git need not be installed."""
    if not (ROOT / ".git").exists():
        return ""
    done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty=+", "--abbrev=7", "--exclude=*"],
                          capture_output=True, text=True, check=False)
    return done.stdout.strip()


class WithTree(build_py):
    """Copies the parts of cmake/shipped.txt beside the package's __init__.py, which finds its modules there."""

    def run(self):
        package = pathlib.Path(self.build_lib) / "ptometal"
        tree = package / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        for name in (ROOT / "cmake/shipped.txt").read_text(encoding="utf-8").split():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, tree / name, ignore=UNSHIPPED)
            else:
                shutil.copy2(ROOT / name, tree / name)
        shutil.copy2(tree / "tools/ptometal/__init__.py", package)
        (tree / ".installed").write_text(commit(), encoding="utf-8")


SCRATCH = "build/wheel"     # setuptools writes beside the sources otherwise
(ROOT / SCRATCH).mkdir(parents=True, exist_ok=True)
setup(version=version(), cmdclass={"build_py": WithTree}, package_dir={"ptometal": "tools/ptometal"}, packages=["ptometal"],
      options={"build": {"build_base": SCRATCH}, "bdist_wheel": {"bdist_dir": f"{SCRATCH}/image"},
               "egg_info": {"egg_base": SCRATCH}})
