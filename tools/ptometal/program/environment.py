# SPDX-License-Identifier: Apache-2.0
"""The settings of runs in the environment, for front ends whose command lines are those of other programs."""
import shlex

from ptometal.common import usage_error

# The quickest boards, with the same bits as every other. Ranks share out the clusters of theirs: a rank whose cores all wait
# for signals could not send any.
ONE_RANK, RANKS = "native", "native-8"
BUILDS = {"--board": ("board", str), "--vlen": ("vlen", int)}      # for the image
OPTIONS = {**BUILDS, "--policy": ("policy", str), "--harts": ("harts", int), "--timeout": ("timeout", float)}


def settings_of(text):
    """The settings of runs given by words."""
    settings, words = {}, iter(shlex.split(text))
    for word in words:
        if word == "--check":
            settings["check"] = True
            continue
        try:
            name, kind = OPTIONS[word]
            settings[name] = kind(next(words))
        except (KeyError, ValueError, StopIteration):
            raise usage_error(f"PTOMETAL_RUN={text}: {word} is not one of {', '.join(OPTIONS)} with a value, or --check") from None
    return settings
