"""Kinds of arguments that several modules have in common, for their type hints."""

import os
import typing

Array = typing.Any  # what numpy makes an array of: a list, an array, a Series of pandas
Names = typing.Union[str, typing.Sequence[str]]
Values = typing.Mapping[str, typing.Any]  # of parameters and start values, by name: numbers, truth values, texts, lists
Path = typing.Union[str, "os.PathLike[str]"]
# Of a model over time, by name: a number, a function of the time, a pair (times, values), a Table, a Series of pandas; or the
# path of a file with a column for each.
Inputs = typing.Union[typing.Mapping[str, typing.Any], Path]
Progress = typing.Union[bool, typing.Callable[[float, float, float], typing.Any]]
Measured = typing.Mapping[str, typing.Any]  # {"load.w": (times, values)}, or what has an index and values
Bounds = typing.Union[Names, typing.Mapping[str, typing.Optional[typing.Tuple[typing.Optional[float], typing.Optional[float]]]]]
