"""The types of the commands' keywords, for those who read signatures and for type checkers. All may be left out."""
import os
from typing import Any, Callable, Iterable, Optional, Sequence, Union

Word = Union[str, int, float]
Words = Union[Word, Iterable[Word], None]  # a text, a number, or several
Path = Union[str, "os.PathLike[str]", None]
Array = Any  # a NumPy array, or nested lists
File = Union[Path, Array, Iterable[Path]]  # the name of a file, or what would be in it
Spec = Union[Words, Array]  # words, or an array that stands for file:PATH
Time = Union[str, int, float, None]  # "30s", or a number of seconds
Switch = Optional[bool]
LogF = Union[Path, Array, Callable[..., float]]
Shape = Union[int, Sequence[int], None]
Asked = Optional[Callable[..., Any]]  # a function that the program asks
