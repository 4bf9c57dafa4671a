"""The process of breadboard, one for each call: what it prints, what it asks, and how it ends."""
import contextlib
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from importlib import metadata

from . import folders

HERE = os.path.dirname(os.path.realpath(__file__))
FOLDERS = ("sweep", "protocol", "score", "reproduce")  # commands that draw figures into a folder alone
PATIENCE = 10  # seconds for the last words of a process that has ended; a child of its own may hold the pipe
SLOW = 60  # seconds in which a command says its version
VERSION = re.compile(r"breadboard (\d[\w.+-]*)")  # as breadboard version begins
BROKEN = "a law is broken"  # the last line beside exit code 1; the verdict says it better
PROGRESS = re.compile(r"breadboard: \w+: (.* after \d|\S+ so far$)")  # breadboard: exact: 61% after 2s, or 2s so far


class BreadboardError(RuntimeError):
    """Breadboard ended without an answer."""
    breadboard_function = None  # of an assertion, which GitHub shows; without one it shows the test


class BadInput(BreadboardError, ValueError):
    """What was asked has no answer. The sentence says what to use."""


def find(binary=None):
    """Return the path of breadboard: what is named, what pip installed with this package, or what is in the PATH."""
    named = binary or os.environ.get("BREADBOARD")
    path = shutil.which(named) if named else with_package() or shutil.which("breadboard")
    if path:
        path = os.path.abspath(path)
        check_version(path, os.stat(path).st_mtime_ns)
        return path
    if named:
        raise FileNotFoundError(f"no executable {named}; the argument binary, BREADBOARD or the PATH may name it")
    raise FileNotFoundError(how_to_get())


@functools.lru_cache(maxsize=None)
def check_version(path, _changed):
    """Raise a sentence if a command is not breadboard, or not of this package's version: it may ask, and answer,
    otherwise than the package. It is asked once, until it changes."""
    from . import __version__

    cure = "name another in BREADBOARD, or in the argument binary"
    try:
        said = version_said(path)
    except OSError as error:
        raise BreadboardError(f"{path} cannot be run: {error.strerror}; {cure}") from None
    found = VERSION.match(said)
    if found and found[1] == __version__:
        return
    if found:
        raise BreadboardError(f"{path} is {found[0]}, and this package is {__version__}; use both of one clone, by pip "
                              f"install ./cmd/breadboard/clients/python, or {cure}")
    words = f"prints {said[:60]!r}" if said else "prints nothing"
    raise BreadboardError(f"{path} is not breadboard: {path} version {words}; {cure}")


def version_said(path):
    """Return the first line that a command prints to version."""
    nothing, pipe = subprocess.DEVNULL, subprocess.PIPE
    with subprocess.Popen([path, "version"], stdin=nothing, stdout=pipe, stderr=nothing) as asked:
        late = threading.Timer(SLOW, asked.kill)
        late.start()
        said = asked.stdout.readline(200)
        late.cancel()
        asked.kill()  # it may go on
    return said.decode(errors="replace").strip()


def with_package():
    """Return the program that pip installed together with this package, or None."""
    with contextlib.suppress(metadata.PackageNotFoundError):
        package = metadata.distribution("breadboard-exact")
        if os.path.realpath(package.locate_file("breadboard")) == HERE:  # and not another one, beside a clone in use
            for file in package.files or ():
                if file.name in ("breadboard", "breadboard.exe"):
                    return shutil.which(file.locate())
    return None


def how_to_get():
    """Return why there is no program, and how to get it."""
    try:
        with open(os.path.join(HERE, "missing.txt"), encoding="utf-8") as file:  # the wheel says why it has none
            why = file.read() or "it was removed"
    except OSError:
        return "no executable breadboard; use go install ./cmd/breadboard in the clone, and put it into the PATH"
    cure = "install Go 1.26 (https://go.dev/dl)" if "no Go" in why else "see that BREADBOARD is not set"
    if why.startswith("go build"):
        cure = "connect to the network, or name a Go module proxy in GOPROXY"
    return f"{cure}, and repeat pip install with --force-reinstall --no-cache-dir: there is no executable breadboard, as {why}"


def run(words, folder, at, answer=None):
    """Run breadboard at a place, and answer the lines that it asks. Return its report; its exit code, 0, or 1 where
    what was examined is broken; and its warnings. Raise what is wrong, in breadboard's own sentence."""
    lines = []
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, cwd=at, encoding="utf-8",
                          pass_fds=folders.held()) as running:
        listener = threading.Thread(target=listen, args=(running.stderr, lines), daemon=True)
        listener.start()
        try:
            report = converse(running, answer)
            running.wait()
        except BaseException:
            running.terminate()
            running.stdout.close()
            raise
        finally:
            hang_up(running)  # or it would wait for the answer to its last question
            listener.join(PATIENCE)  # before the pipe is closed that it reads
    lines = [in_python(line.replace("breadboard: ", "", 1).replace(folder + os.sep, "").strip()) for line in lines]
    sentence = "\n".join(lines)
    if running.returncode == 0 or running.returncode == 1 and report.strip():
        warned = [line for line in lines if line != BROKEN and not line.startswith(words[1] + ": ")]
        return report.replace(json.dumps(folder + os.sep)[1:-1], ""), running.returncode, warned
    if running.returncode in (1, 2) and sentence:
        raise BadInput(sentence)
    raise BreadboardError(sentence or f"{words[0]} ended with exit code {running.returncode}")


def converse(running, answer):
    """Answer the questions of the process, and return what else it prints."""
    if answer is None:
        hang_up(running)
        return running.stdout.read()
    report = []
    for line in running.stdout:
        reply = answer(line)
        if reply is None:
            report.append(line)
        elif reply:
            with contextlib.suppress(BrokenPipeError):  # it has ended, and says why
                running.stdin.write(reply + "\n")
                running.stdin.flush()
    return "".join(report)


def hang_up(running):
    """Say that no more answers come."""
    with contextlib.suppress(BrokenPipeError):  # it has ended, and says why
        running.stdin.close()


def in_python(sentence):
    """Return a sentence of breadboard with the words of Python: --mc-seed is mc_seed, and -T is T."""
    sentence = sentence.replace("--exec tells", "your function tells").replace("--exec -: ", "").replace(" --exec", "")
    sentence = sentence.replace("--target", "--logf")
    sentence = re.sub(r"--([a-z][a-z-]*)", lambda flag: flag[1].replace("-", "_"), sentence)
    return re.sub(r"(?<!\S)-([A-Z])(?!\S)", r"\1", sentence)


def listen(stream, lines):
    """Show how far breadboard is, and keep its other lines."""
    for line in stream:
        if PROGRESS.match(line):
            sys.stderr.write(line)
            sys.stderr.flush()
        else:
            lines.append(line)
