#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the man pages of ptometal and of its commands, from their help and their options: manual.py FOLDER"""
import importlib
import os
import sys

sys.path[0] = os.path.dirname(os.path.abspath(__file__))

from ptometal.cli import COMMANDS, version  # noqa: E402  (after the path is right)


def escaped(text):
    """Text for roff: no escapes, no hyphens for minus signs, no requests at the start of a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def paragraphs(text):
    """Text as roff: what is indented stays as it stands."""
    lines, is_literal = [], False
    for line in text.strip("\n").split("\n"):
        if line.startswith(" ") != is_literal and line:
            is_literal = line.startswith(" ")
            lines.append(".nf" if is_literal else ".fi")
        lines.append(escaped(line.rstrip()) if line.strip() else ".PP")
    return lines + [".fi"] * is_literal


def header(name):
    return [f'.TH {name.upper()} 1 "" "ptometal {version()}" "ptometal"']


def page(command):
    """The page of a command."""
    module = importlib.import_module(f"ptometal.commands.{command}")
    synopsis, _, text = module.SUMMARY.strip("\n").partition("\n\n")
    if not text:      # a list of commands, not of one
        synopsis, text = f"ptometal {command}", module.SUMMARY
    about = " ".join(text.strip().split("\n\n")[0].split()).partition(". ")[0].rstrip(".:")
    lines = header(f"ptometal-{command}") + [".SH NAME", escaped(f"ptometal-{command}") + " \\- " + escaped(about[0].lower() + about[1:])]
    lines += [".SH SYNOPSIS", *paragraphs(synopsis), ".SH DESCRIPTION", *paragraphs(text), ".SH OPTIONS"]
    for option in module.OPTIONS:
        lines += [".TP", f".B {escaped(option.name)}" + (f" \\fI{escaped(option.value)}\\fR" if option.value else ""), escaped(option.text)]
    lines += [".TP", f".B {escaped('--help')}", "this help"]
    status = getattr(module, "EPILOGUE", "").strip()
    if status:
        lines += [".SH EXIT STATUS", *paragraphs(status.removeprefix("Exit status: "))]
    return "\n".join([*lines, ".SH SEE ALSO", ".BR ptometal (1)"]) + "\n"


def overview():
    """The page of ptometal itself."""
    summary = importlib.import_module("ptometal.commands.help").SUMMARY.replace("./ptometal", "ptometal")
    pages = ",\n".join(f".BR {escaped(f'ptometal-{command}')} (1)" for command in sorted(COMMANDS))
    return "\n".join([*header("ptometal"), ".SH NAME", "ptometal \\- PTO kernels on bare\\-metal RISC\\-V", ".SH SYNOPSIS",
                      ".B ptometal", "\\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIWORD\\fR...]", ".SH DESCRIPTION",
                      *paragraphs(summary.partition("\n\n")[2]), ".SH SEE ALSO", pages.replace(" (1),", " (1),")]) + "\n"


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name, text in {"ptometal": overview(), **{f"ptometal-{command}": page(command) for command in COMMANDS}}.items():
        with open(os.path.join(folder, f"{name}.1"), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
