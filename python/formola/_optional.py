"""Packages that are used where they are installed."""

import importlib

from .errors import FormolaError


class MissingPackage(FormolaError, ImportError):
    """What was asked for needs a package of Python that is not installed; all else works without it."""


def need(module, what):
    """The module; MissingPackage says what needs it and how it is installed."""
    package = module.partition(".")[0]
    try:
        importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise  # it is there, and something of its own is missing
        raise MissingPackage(f"{what} needs {package}, which is not installed: apt install python3-{package}, or pip install {package}") from None
    return importlib.import_module(module)
