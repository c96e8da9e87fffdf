# SPDX-License-Identifier: Apache-2.0
"""A plugin for pytest: tests of kernels under several policies, findings of the checker as failures (docs/programs.md)."""
import pytest

POLICIES = "eager,lazy,random:1"


def pytest_addoption(parser):
    parser.getgroup("ptometal").addoption(
        "--pto-policies", default=POLICIES, metavar="LIST",
        help=f"policies under which tests with the fixture `policy` run (default {POLICIES})")


def pytest_generate_tests(metafunc):
    if "policy" in metafunc.fixturenames:
        metafunc.parametrize("policy", metafunc.config.getoption("--pto-policies").split(","))


@pytest.fixture
def no_findings():
    """Checks a call of a kernel; findings of the checker fail the test."""
    def check(kernel, *args, **settings):
        findings = kernel.check(*args, **settings)
        if findings:
            pytest.fail("\n".join(finding.text for finding in findings), pytrace=False)
    return check
