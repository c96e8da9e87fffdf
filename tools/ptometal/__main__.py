# SPDX-License-Identifier: Apache-2.0
"""`python3 -m ptometal`, and the command `ptometal` of a wheel: the ./ptometal of the tree."""
import os
import sys

from ptometal.common import ROOT


def main():
    os.execvp("sh", ["sh", os.path.join(ROOT, "ptometal"), *sys.argv[1:]])


if __name__ == "__main__":
    main()
