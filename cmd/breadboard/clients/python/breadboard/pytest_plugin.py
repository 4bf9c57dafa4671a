"""What pytest does with the package installed: on GitHub a verdict that fails a test, and an error of a step, are
annotations of the line where its function begins."""
import os

_failed = []  # a place in a file, or "", and what is said, of each


def pytest_runtest_makereport(item, call):
    """Keep what is of a function that was asked. pytest calls this after each part of a test."""
    if not call.excinfo or not hasattr(call.excinfo.value, "breadboard_function"):
        return
    error = call.excinfo.value
    said = "\n".join([str(error), *getattr(error, "__notes__", [])])
    _failed.append((place(error.breadboard_function) or place(getattr(item, "function", None)), said))


def place(function):
    """Return where a function begins, as GitHub takes it: in a file of the repository; "" of any other."""
    code = getattr(function, "__code__", None)
    root = os.environ.get("GITHUB_WORKSPACE") or os.getcwd()
    path = os.path.relpath(code.co_filename, root) if code else os.pardir
    return "" if path.startswith(os.pardir) else f" file={path},line={code.co_firstlineno}"


def pytest_terminal_summary(terminalreporter):
    """Write the annotations, which have to begin a line. pytest calls this at its end."""
    if os.environ.get("GITHUB_ACTIONS") != "true":
        return
    for at, said in _failed:
        said = said.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
        terminalreporter.write_line(f"::error{at}::{said}")
