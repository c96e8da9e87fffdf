# SPDX-License-Identifier: Apache-2.0
"""Files that tools write from the tables of isa/: written, or with --check compared with what is there."""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def stale(texts, folders=()):
    """Paths of `texts` (path -> text) that have another text or none, and other files of `folders`."""
    others = [path for folder in folders for path in folder.rglob("*") if path.is_file() and path not in texts]
    return sorted(others + [path for path, text in texts.items() if not path.exists() or path.read_text() != text])


def main(tool, texts, folders=()):
    """Write `texts` and remove other files of `folders`; with --check, name what differs. Returns the exit status."""
    differing = stale(texts, folders)
    for path in differing:
        if "--check" in sys.argv[1:]:
            print(f"{path.relative_to(ROOT)} is not what the tables say: run python3 tools/{tool}.py")
        elif path in texts:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[path])
        else:
            path.unlink()
    return 1 if "--check" in sys.argv[1:] and (differing or not texts) else 0
