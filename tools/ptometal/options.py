# SPDX-License-Identifier: Apache-2.0
"""Command line options: words may stand before, between and after them, and a wrong one gets a hint.

Not by argparse: it takes words and options in one order only, and answers a wrong option with its whole usage. Nor does
argcomplete complete them: it would start Python at each key, where `help --completion` writes a script from the same table.
"""
import math
import re

from ptometal.common import did_you_mean, usage_error

NUMBER = r"[-+]?(\d|\.\d)"


class Option:
    """An option: its syntax, its value, and its line in the help."""

    def __init__(self, name, value=None, default=None, choices=None, kind=str, many=False, text="", image=None):
        self.name = name            # "--vlen"
        self.value = value          # name of the value in the help; None: no value
        self.default = [] if many else default
        self.choices = choices
        self.kind = kind            # converts the value; ValueError: usage error. Its docstring describes valid values.
        self.many = many            # may be repeated
        self.text = text
        self.image = image          # the word for the image (firmware/apps/runner/options.def); None: not passed

    @property
    def key(self):
        return self.name.lstrip("-").replace("-", "_")

    def convert(self, text):
        if self.choices and text not in [str(choice) for choice in self.choices]:
            raise usage_error(f"{self.name} {text}: no such choice{did_you_mean(text, self.choices)}")
        try:
            return self.kind(text)
        except ValueError:
            expected = self.kind.__doc__ if self.kind is not int else "a whole number"
            raise usage_error(f"{self.name} {text}: not {expected}") from None


class Values:
    """The values of the options, as attributes."""

    def __init__(self, options):
        for option in options:
            default = option.default
            setattr(self, option.key, list(default) if option.many else default)


def is_option(word):
    return word.startswith("-") and word != "-" and not re.match(NUMBER, word)


def find(word, options):
    """The option that `word` names and the value joined to it, or None."""
    name, equals, joined = word.partition("=")
    name = "--help" if name == "-h" else name
    for option in options:
        if option.name == name:
            return option, joined if equals else None
        short = len(option.name) == 2 and option.value
        if short and word.startswith(option.name):
            return option, word[2:]
    raise usage_error(f"{name}: no such option{did_you_mean(name, [o.name for o in options])}")


def parse(argv, options):
    """Split the command line into option values and the other words."""
    values, words = Values(options), []
    at = 0
    while at < len(argv):
        word = argv[at]
        at += 1
        if word == "--":
            words += argv[at:]
            break
        if not is_option(word):
            words.append(word)
            continue
        option, joined = find(word, options)
        if option.value is None:
            if joined is not None:
                raise usage_error(f"{option.name} takes no value")
            setattr(values, option.key, True)
            continue
        if joined is None:
            if at == len(argv):
                raise usage_error(f"{option.name} needs a value: {option.name} {option.value}")
            joined = argv[at]
            at += 1
        value = option.convert(joined)
        if option.many:
            getattr(values, option.key).append(value)
        else:
            setattr(values, option.key, value)
    return values, words


def describe(options):
    """The help lines of options."""
    names = [f"{option.name} {option.value or ''}".rstrip() for option in options]
    width = max(map(len, names), default=0)
    return "\n".join(f"  {name:{width}}  {option.text}" for name, option in zip(names, options))


def positive(text):
    """a whole number, at least 1"""
    value = int(text, 0)
    if value < 1:
        raise ValueError(text)
    return value


SECONDS_MAX = 1e8


def seconds(text):
    """a number of seconds, 0 to 1e8"""
    value = float(text)
    if not 0 <= value <= SECONDS_MAX:
        raise ValueError(text)
    return float(math.ceil(value))    # images count whole seconds


def named(text):
    """a name"""
    if not text:
        raise ValueError(text)
    return text


def regex(text):
    """a regular expression"""
    try:
        re.compile(text)
    except re.error:
        raise ValueError(text) from None
    return named(text)
