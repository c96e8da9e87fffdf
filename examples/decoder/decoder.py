#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a text by a small decoder on the board, letter by letter: decoder.json, 1,088 launches in one boot.

    decoder.py [PROMPT] [--random] [-- OPTION...]     options of `ptometal run`: --policy lazy, --harts 4, --check

The weights are those of train.py, which runs first where there are none (a minute); --random takes random ones. What the
board has computed is compared with numpy: keys, values and logits of each position, and the letters.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import model  # noqa: E402 (the path is set above)

TRAINED = HERE / "weights"


def write_weights(folder, weights):
    folder.mkdir(exist_ok=True)
    cos, sin = model.angles()
    for name, array in {**weights, "cos": cos, "sin": sin}.items():
        kind = "f16" if name in model.SHAPES else "f32"
        array.astype("<f2" if kind == "f16" else "<f4").tofile(folder / f"{name}.{kind}")


def read_weights(folder):
    weights = {name: numpy.fromfile(folder / f"{name}.f16", "<f2").astype("f4").reshape(shape)
               for name, shape in model.SHAPES.items()}
    for name in "table", "gains":
        weights[name] = numpy.fromfile(folder / f"{name}.f32", "<f4").reshape(-1, model.WIDTH)
    return weights


def program_in(folder):
    """The program, for the weights in a folder."""
    if folder == TRAINED:
        return HERE / "decoder.json"
    shutil.copytree(HERE, folder / "program", ignore=shutil.ignore_patterns("weights", "__pycache__"))
    (folder / "program" / "weights").symlink_to(folder)
    return folder / "program" / "decoder.json"


def run(folder, prompt, options):
    """Runs the program on a prompt; the letters, and how many of them were given."""
    words, given = (numpy.zeros(model.POSITIONS, "<i4") for _ in range(2))
    encoded = model.encode(prompt)[:model.POSITIONS]
    words[:len(encoded)], given[:len(encoded)] = encoded, 1
    words.tofile(folder / "words.i32")
    given.tofile(folder / "given.i32")
    status = subprocess.run([HERE.parent.parent / "ptometal", "run", program_in(folder), *options], check=False).returncode
    if status:
        sys.exit(status)
    return numpy.fromfile(folder / "words.i32", "<i4"), len(encoded)


def compare(folder, words, given):
    """The largest difference of keys, values and logits from numpy, by their largest value; and letters that differ."""
    decoder = model.Decoder(read_weights(folder))
    logits = numpy.array([decoder.step(at, word) for at, word in enumerate(words)])
    worst, found = 0.0, {name: numpy.fromfile(folder / f"{name}.f32", "<f4") for name in ("k", "v", "logits")}
    for name, wanted in (("k", decoder.k), ("v", decoder.v), ("logits", logits)):
        seen = found[name].reshape(-1, wanted.shape[1])[-len(wanted):]
        worst = max(worst, float(numpy.abs(seen - wanted).max() / numpy.abs(wanted).max()))
    best = logits[:-1, :model.LETTERS]
    missed = sum(best[at - 1].max() - best[at - 1][words[at]] > 0.01 for at in range(max(given, 1), len(words)))
    return worst, int(missed)


def show(folder, prompt, options):
    """Writes a text; whether it is that of numpy."""
    words, given = run(folder, prompt, options)
    print(model.decode(words))
    worst, missed = compare(folder, words, given)
    print(f"# keys, values and logits differ from numpy by at most {worst:.1e} of the largest; {missed} other letters")
    return worst < 2e-2 and missed == 0


def main(words):
    options = words[words.index("--") + 1:] if "--" in words else []
    words = words[:words.index("--")] if "--" in words else words
    prompt = next((word for word in words if word != "--random"), "The ")
    if "--random" in words:
        with tempfile.TemporaryDirectory() as folder:
            write_weights(pathlib.Path(folder), model.random_weights())
            return 0 if show(pathlib.Path(folder), prompt, options) else 1
    if not (TRAINED / "trained").exists():
        subprocess.run([sys.executable, HERE / "train.py"], check=True)
    return 0 if show(TRAINED, prompt, options) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
