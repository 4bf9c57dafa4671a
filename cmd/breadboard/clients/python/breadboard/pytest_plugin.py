"""What pytest does with the package installed: on GitHub a verdict that fails a test is an annotation of the line where
its function begins."""
import os

from .asserts import Rejected

_rejected = []  # verdicts, each with its function


def pytest_runtest_makereport(item, call):
    """Keep what was rejected. pytest calls this after each part of a test."""
    if call.excinfo and isinstance(call.excinfo.value, Rejected):
        _rejected.append(call.excinfo.value)


def pytest_terminal_summary(terminalreporter):
    """Write the annotations, which have to begin a line. pytest calls this at its end."""
    if os.environ.get("GITHUB_ACTIONS") != "true":
        return
    for verdict in _rejected:
        code = getattr(verdict.function, "__code__", None)
        at = f" file={os.path.relpath(code.co_filename)},line={code.co_firstlineno}" if code else ""
        said = str(verdict).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
        terminalreporter.write_line(f"::error{at}::{said}")
