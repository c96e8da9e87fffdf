# SPDX-License-Identifier: Apache-2.0
"""A plugin for pytest: tests of kernels under several policies, findings of the checker as failures (docs/programs.md)."""
import pytest

POLICIES, BOARDS = "eager,lazy,random:1", "qemu-virt"


def pytest_addoption(parser):
    group = parser.getgroup("ptometal")
    group.addoption("--pto-policies", default=POLICIES, metavar="LIST",
                    help=f"policies under which tests with the argument `policy` run (default {POLICIES})")
    group.addoption("--pto-boards", default=BOARDS, metavar="LIST",
                    help="boards, NAME or NAME:VLEN, on which tests with the argument `board` run "
                         f"(default {BOARDS})")


def configuration(word):
    """The keywords of ptometal.load() for NAME or NAME:VLEN."""
    name, _, length = word.partition(":")
    if length and not length.isdigit():
        raise pytest.UsageError(f"--pto-boards {word}: a board is NAME or NAME:VLEN")
    return {"board": name, "vlen": int(length) if length else None}


def pytest_configure(config):
    for word in config.getoption("--pto-boards").split(","):
        configuration(word)     # a wrong one ends pytest before it collects tests


def pytest_generate_tests(metafunc):
    for name, option, value in (("policy", "--pto-policies", str), ("board", "--pto-boards", configuration)):
        # A fixture of that name, or values that the test states, are the user's own.
        stated = any(name in str(mark.args[0]) for mark in metafunc.definition.iter_markers("parametrize"))
        if name in metafunc.fixturenames and not stated and not metafunc._arg2fixturedefs.get(name):
            words = metafunc.config.getoption(option).split(",")
            metafunc.parametrize(name, [value(word) for word in words], ids=words)


@pytest.fixture
def no_findings():
    """Checks a call of a kernel; findings of the checker fail the test."""
    def check(kernel, *args, **settings):
        findings = kernel.check(*args, **settings)
        if findings:
            pytest.fail("\n".join(finding.report() for finding in findings), pytrace=False)
    return check
