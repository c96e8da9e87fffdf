# SPDX-License-Identifier: Apache-2.0
"""Where pytest finds ptometal: installed, or through .ptometal."""
import importlib.util
import pathlib
import sys

if not importlib.util.find_spec("ptometal"):
    sys.path.append(str(pathlib.Path(__file__).parent / ".ptometal" / "tools"))

pytest_plugins = ["ptometal.pytest_plugin"]
