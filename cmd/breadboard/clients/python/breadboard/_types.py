"""The types of the commands' keywords, for those who read signatures and for type checkers."""
import os
from typing import Any, Callable, Iterable, Union

Word = Union[str, int, float]
Words = Union[Word, Iterable[Word]]  # a text, a number, or several
Path = Union[str, "os.PathLike[str]"]
Array = Any  # a NumPy array, or nested lists
File = Union[Path, Array, Iterable[Path]]  # the name of a file, or what would be in it
Spec = Union[Words, Array]  # words, or an array that stands for file:PATH
Time = Union[str, int, float]  # "30s", or a number of seconds
LogF = Union[Path, Array, Callable[..., float]]
Step = Callable[..., Any]
