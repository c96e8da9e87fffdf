# SPDX-License-Identifier: Apache-2.0
"""`ptometal help`: lists commands, and shows the reference of an instruction or of a word."""
import importlib
import os
import sys

from ptometal import boards
from ptometal.common import ROOT, did_you_mean, usage_error
from ptometal.options import Option

with open(os.path.join(os.path.dirname(__file__), "help.txt"), encoding="utf-8") as text:
    SUMMARY = text.read()
OPTIONS = [Option("--completion", "SHELL", choices=("bash", "zsh"), text="write what completes commands and options in a shell")]
# Works in both shells; zsh emulates bash's completion.
COMPLETION = """\
_ptometal() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "%(commands)s" -- "$word"))
        return
    fi
    case "$command $before" in
%(values)s
    esac
    if [ -z "$words" ] && [ "${word#-}" != "$word" ]; then
        case $command in
%(options)s
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    [ -n "$words" ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _ptometal ptometal ./ptometal
"""


def completion(shell):
    """The completion script of a shell, from the options of all commands."""
    from ptometal.cli import COMMANDS
    options, values = [], []
    for command in COMMANDS:
        known = importlib.import_module(f"ptometal.commands.{command}").OPTIONS
        options.append(f"        {command}) words=\"{' '.join([option.name for option in known] + ['--help'])}\" ;;")
        for option in known:
            words = boards.names() if option.name == "--board" else option.choices
            if words:
                values.append(f"    \"{command} {option.name}\") words=\"{' '.join(map(str, words))}\" ;;")
    start = "autoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else ""
    return start + COMPLETION % {"commands": " ".join((*COMMANDS, "setup")), "options": "\n".join(options),
                                 "values": "\n".join(values)}


def main(values, words):
    if values.completion:
        print(completion(values.completion), end="")
        return 0
    if len(words) > 1:
        raise usage_error(f"help takes one name of an instruction or a word of the glossary, {len(words)} are given")
    if not words:
        print(SUMMARY, end="")
        return 0
    sys.path.insert(0, os.path.join(ROOT, "tools"))
    import reference   # on demand: reads all tables
    page = reference.find(words[0])
    if page is None:
        raise usage_error(f"{words[0]}: no such instruction, and no word of docs/glossary.md{did_you_mean(words[0], reference.names())}")
    print(page, end="")
    return 0
