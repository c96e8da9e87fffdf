# SPDX-License-Identifier: Apache-2.0
"""Installed trees: a wheel in a venv without a network, and what `cmake --install` writes."""
import os
import re
import shutil
import subprocess
import sys

from harness import ROOT, Outcome, test, test_with, write
from kernels import SCALE


UNSET = ("PTOMETAL_BUILD", "PTO_BUILD", "PYTHONPATH", "PYTHONPYCACHEPREFIX")    # of the tests: not a user's


def done(words, folder, **more):
    """The outcome of a command that has the user's home in the folder, and must end well."""
    environment = {**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), **more}
    environment = {name: value for name, value in environment.items() if name not in UNSET or name in more}
    ended = subprocess.run([str(word) for word in words], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return Outcome(ended, 0, 0).expect(0)


@test_with("numpy", "pytest", "build", "setuptools", "wheel", "venv", "ensurepip")
def wheel_installs_without_a_network_and_runs_a_kernel(folder):
    # On the board that is built quickest: the test below shows that the sources of the target are there, by the same list.
    version = re.search(r"^project\(ptometal VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)[1]
    before = set(os.listdir(ROOT))
    done([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT], folder)
    assert set(os.listdir(ROOT)) - before <= {"build"}, "the build left files in the checkout"
    done([sys.executable, "-m", "venv", "--system-site-packages", "env"], folder)
    pip = ["--disable-pip-version-check", "--no-index", "--no-deps"]
    done(["env/bin/pip", "install", *pip, folder / f"ptometal-{version}-py3-none-any.whl"], folder)
    assert done(["env/bin/ptometal", "--version"], folder).stdout.startswith(f"ptometal {version}")
    assert done(["env/bin/ptometal", "help", "set_flag"], folder).stdout.startswith("# pto.set_flag")
    assert "/env/lib/" in done(["env/bin/python", "-c", "import ptometal; print(ptometal.__path__)"], folder).stdout
    done(["env/bin/ptometal", "new", "mine"], folder)
    assert "3 passed" in done(["env/bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pto-boards", "native", "mine"],
                              folder).stdout
    built = list((folder / "cache").glob("ptometal-*/*/ptometal.json"))
    assert len(built) == 1 and not list((folder / "env").rglob("tree/build")), built


PROJECT = """cmake_minimum_required(VERSION 3.25)
find_package(ptometal 0.1 REQUIRED)
set(CMAKE_TOOLCHAIN_FILE ${PTOMETAL}/toolchain.cmake)
project(mine LANGUAGES C ASM)
add_subdirectory(${PTOMETAL} ptometal)
pto_add_kernel(scale SOURCES scale.c)
"""


def installed_tree(folder):
    done(["cmake", "-S", ROOT / "cmake/install", "-B", folder / "b"], folder)
    done(["cmake", "--install", "b", "--prefix", folder / "prefix"], folder)
    return folder / "prefix"


@test
def cmake_installs_what_projects_and_python_find(folder):
    prefix = installed_tree(folder)
    tree = prefix / "share/ptometal"
    assert os.readlink(prefix / "bin/ptometal") == "../share/ptometal/ptometal"
    assert re.match(r"ptometal \d", done([prefix / "bin/ptometal", "--version"], folder).stdout)
    found = done([sys.executable, "-c", "import ptometal.common; print(ptometal.common.ROOT)"], folder,
                 PYTHONPATH=str(prefix / "lib/python3/dist-packages")).stdout
    assert found.strip() == str(tree.resolve()), found
    write(folder, "scale.c", SCALE)
    write(folder, "CMakeLists.txt", PROJECT)
    done(["cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}"], folder)
    done(["cmake", "--build", "build"], folder)
    write(folder, "x", bytes(32))
    done([prefix / "bin/ptometal", "run", "build/scale.elf", "in:x", "out:y=32", "2.0", "8"], folder)
    assert (folder / "y").stat().st_size == 32 and not (tree / "build").exists()
    done(["cmake", "-G", "Ninja", "-S", tree / "tools", "-B", "tools"], folder)      # ptoc, of a tree without tests
    (folder / "mine").mkdir()
    write(folder, "mine/CMakeLists.txt", (ROOT / "examples/project/CMakeLists.txt").read_text(encoding="utf-8").partition("# scale.elf")[0])
    done(["cmake", "-G", "Ninja", "-S", "mine", "-B", "other", f"-DCMAKE_PREFIX_PATH={prefix}"], folder)


@test
def man_pages_and_completions_have_every_option(folder):
    prefix = installed_tree(folder)
    pages = {page.stem: page for page in (prefix / "share/man/man1").glob("*.1")}
    assert {"ptometal", "ptometal-run", "ptometal-lsp"} <= set(pages) and len(pages) > 12, pages
    for name in ("run", "check", "test", "flash"):
        known = set(re.findall(r"^  (-\S+)", done([prefix / "bin/ptometal", name, "--help"], folder).stdout, re.M))
        text = pages[f"ptometal-{name}"].read_text(encoding="utf-8").replace("\\-", "-")
        assert known == set(re.findall(r"^\.B (-\S+)", text, re.M)), name
    if shutil.which("groff"):
        for page in pages.values():
            said = done(["groff", "-man", "-ww", "-z", page], folder).stderr
            assert not said, said
    bash = (prefix / "share/bash-completion/completions/ptometal").read_text(encoding="utf-8")
    assert "complete -o filenames -F _ptometal" in bash
    assert (prefix / "share/zsh/vendor-completions/_ptometal").read_text(encoding="utf-8").startswith("#compdef ptometal\n")


@test
def debian_package_is_built(folder):
    if not all(map(shutil.which, ("dpkg-buildpackage", "dh", "git"))) or not (ROOT / ".git").exists():
        return "Debian's dpkg-dev or debhelper is not installed, or this is no checkout"
    source = folder / "ptometal"
    for name in done(["git", "-C", ROOT, "ls-files", "-z"], folder).stdout.split("\0"):
        if name and not name.startswith(("tests/", "examples/data/")) or name.startswith("tests/ptoc/"):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    done(["sh", "-c", "cd ptometal && exec dpkg-buildpackage --build=binary --no-sign --no-check-builddeps"], folder)
    package, = folder.glob("*.deb")
    version = re.search(r"^project\(ptometal VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)[1]
    assert package.name == f"ptometal_{version}_all.deb", package
    done(["dpkg-deb", "-x", package, "root"], folder)
    assert done(["root/usr/bin/ptometal", "--version"], folder).stdout.strip() == f"ptometal {version}"
    for name in ("man/man1/ptometal-run.1.gz", "doc/ptometal/copyright", "cmake/ptometal/ptometalConfig.cmake", "ptometal/toolchain.cmake"):
        assert (folder / "root/usr/share" / name).is_file(), name
