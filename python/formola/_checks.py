"""What users give: names and numbers that are right, or errors that say what is wrong."""

import difflib
import math
import operator

from .errors import UnknownName, UsageError


class Named(dict):
    """Values by name; a wrong name raises with a similar one."""

    def __missing__(self, name):
        raise UnknownName(unknown(self, name))


class Inspected(Named):
    """What `formola inspect --json` tells: found["blocks"], or found.blocks."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self[name]
        except UnknownName as error:
            raise AttributeError(str(error)) from None


def unknown(names, name, what="variable"):
    """That there is no such thing, with a similar one."""
    similar = []
    if isinstance(name, str):
        similar = [each for each in names if each.lower() == name.lower()] or difflib.get_close_matches(name, list(names), 1)
    return f"there is no {what} {name!r}" + (f"; did you mean '{similar[0]}'?" if similar else "")


def encoded(name, what="a name") -> bytes:
    """A text for the library."""
    if not isinstance(name, str):
        raise UsageError(f"{what} is a text, not {name!r}")
    return name.encode()


def listed(names) -> list:
    """Several names, or one."""
    if isinstance(names, str):
        return [names]
    try:
        return list(names)
    except TypeError:
        raise UsageError(f"{names!r} is no list of names") from None


def number(value, what) -> float:
    """A Real number."""
    if isinstance(value, str):
        raise UsageError(f"{what}: {value!r} is no number")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise UsageError(f"{what}: {value!r} is no number") from None


def count(value, what, least=1, most=2**31 - 1) -> int:
    """A whole number."""
    try:
        found = operator.index(value)
    except TypeError:
        raise UsageError(f"{what} is {value!r}; it is a whole number") from None
    if not least <= found <= most:
        raise UsageError(f"{what} is {found}; it is from {least} to {most}")
    return found


def pairs(values, what):
    """Of a mapping from names to values."""
    if values is None:
        return []
    if not hasattr(values, "items"):
        raise UsageError(f"{what}: give values by name, as {{\"name\": value}}, not {values!r}")
    return list(values.items())


def bound(value, what) -> float:
    """A bound of a parameter; NaN: that of the model."""
    return math.nan if value is None else number(value, what)
