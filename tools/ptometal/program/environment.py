# SPDX-License-Identifier: Apache-2.0
"""The settings of runs in the environment, for front ends whose command lines are those of other programs."""
import shlex

from ptometal.common import usage_error
from ptometal.timing import options

# The quickest boards, with the same bits as every other. Ranks share out the clusters of theirs: a rank whose cores all wait
# for signals could not send any.
ONE_RANK, RANKS = "native", "native-8"
BUILDS = {"--board": ("board", str), "--vlen": ("vlen", int)}      # for the image
OPTIONS = {**BUILDS, "--policy": ("policy", str), "--harts": ("harts", int), "--timeout": ("timeout", float)}
FLAGS = ("--check", "--time")
FILES = tuple(f"--{name}" for name in options.WRITTEN)


def settings_of(text, source):
    """The settings of runs given by words. With words for times there is `times`, which hears those of all runs."""
    settings, outputs, words = {}, {}, iter(shlex.split(text))
    for word in words:
        try:
            if word in FLAGS:
                settings[word.removeprefix("--")] = True
            elif word in FILES:
                outputs[word.removeprefix("--")] = next(words)
            else:
                name, kind = OPTIONS[word]
                settings[name] = kind(next(words))
        except (KeyError, ValueError, StopIteration):
            raise usage_error(f"PTOMETAL_RUN={text}: {word} is not one of {', '.join((*OPTIONS, *FILES))} with a value, or "
                              f"{' or '.join(FLAGS)}") from None
    if settings.pop("time", False) or outputs:
        settings["times"] = options.times(source, outputs)
    return settings
