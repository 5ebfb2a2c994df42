"""What the tests of the package have in common: where it is, and models from text."""

import os
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ.get("FORMOLA_PROGRAM", ROOT / "build/release/tools/formola"))
os.environ.setdefault("FORMOLA_LIBFORMOLA", str(PROGRAM.resolve().parent.parent / "src/api/libformola.so"))
sys.path.insert(0, str(ROOT / "python"))

import formola as fo  # noqa: E402

_FOLDER = tempfile.TemporaryDirectory()  # files are read again by values that ask for a new translation


def model(text, **options):
    """The last model of a text."""
    file = pathlib.Path(tempfile.mkdtemp(dir=_FOLDER.name)) / "model.mo"
    file.write_text(text)
    return fo.load(file, **options)
