# SPDX-License-Identifier: Apache-2.0
"""The wheel: built, installed into a venv without a network, and used there."""
import importlib.util
import os
import re
import subprocess
import sys

from harness import ROOT, Outcome, numpy, test, write
from kernels import SCALE


def done(words, folder, **environment):
    """The outcome of a command that has the user's home in the folder, and must end well."""
    environment = {**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), **environment}
    for name in ("PTOMETAL_BUILD", "PTO_BUILD", "PYTHONPATH", "PYTHONPYCACHEPREFIX"):
        environment.pop(name, None)
    ended = subprocess.run([str(word) for word in words], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return Outcome(ended, 0, 0).expect(0)


@test
def wheel_installs_without_a_network_and_runs_a_kernel(folder):
    if not numpy or not all(map(importlib.util.find_spec, ("build", "setuptools", "wheel", "venv", "ensurepip", "pytest"))):
        return "numpy, pytest, or Debian's python3-build, -setuptools, -wheel or -venv is not installed"
    version = re.search(r"^project\(ptometal VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)[1]
    before = set(os.listdir(ROOT))
    done([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT], folder)
    assert set(os.listdir(ROOT)) - before <= {"build"}, "the build left files in the checkout"
    done([sys.executable, "-m", "venv", "--system-site-packages", "env"], folder)
    pip = ["--disable-pip-version-check", "--no-index", "--no-deps"]
    done(["env/bin/pip", "install", *pip, folder / f"ptometal-{version}-py3-none-any.whl"], folder)
    assert done(["env/bin/ptometal", "--version"], folder).stdout.startswith(f"ptometal {version}")
    assert done(["env/bin/ptometal", "help", "set_flag"], folder).stdout.startswith("# pto.set_flag")
    write(folder, "scale.c", SCALE)
    write(folder, "test_scale.py", """import numpy, ptometal

def test_scale(policy):
    y = ptometal.load("scale.c")(numpy.arange(8, dtype="f4"), 2.0, 8, out=8, policy=policy)
    assert list(y) == [2 * i for i in range(8)]
    assert "/env/lib/" in ptometal.__path__[0], ptometal.__path__
""")
    assert "3 passed" in done(["env/bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider"], folder).stdout
    built = list((folder / "cache").glob("ptometal-*/*/ptometal.json"))
    assert len(built) == 1 and not list((folder / "env").rglob("tree/build")), built
