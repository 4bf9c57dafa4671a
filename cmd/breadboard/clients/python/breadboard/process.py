"""The program, run once for a command: what it prints, what it asks, and how it ends."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading

from .errors import BadInput, BreadboardError

PATIENCE = 10  # seconds for the last words of a program that has ended; a child of its own may hold the pipe

BROKEN = "a law is broken"  # the last line beside exit code 1; the verdict says it better

PROGRESS = re.compile(r"breadboard: \w+: .* after \d")  # breadboard: exact: 61% after 2s, and about 1s to go


def find(binary=None):
    """The path of the program."""
    named = binary or os.environ.get("BREADBOARD") or "breadboard"
    path = shutil.which(named)
    if path is None:
        raise FileNotFoundError(f"no program {named}; the argument binary, BREADBOARD or the PATH may name it")
    return os.path.abspath(path)


def talk(binary, line, folder, asked=None):
    """Run a command line, and answer what it asks. Return what it printed; its exit code, 0, or 1 where what was
    examined is broken; and its warnings. Raise what is wrong, in the program's own sentence."""
    __tracebackhide__ = True
    said = []
    words = [binary, line[0], "--format=json", *line[1:]]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", bufsize=-1) as program:
        listener = threading.Thread(target=listen, args=(program.stderr, said), daemon=True)
        listener.start()
        try:
            text = converse(program, asked)
            program.wait()
        except KeyboardInterrupt:
            interrupt(program)
            raise
        except BaseException:
            program.kill()
            raise
        finally:
            listener.join(PATIENCE)  # before the pipe is closed that it reads
    said = [in_python(words.replace("breadboard: ", "", 1).replace(folder + os.sep, "").strip()) for words in said]
    sentence = "\n".join(said)
    if program.returncode in (0, 1) and text.strip():
        warned = [words for words in said if words != BROKEN and not words.startswith(line[0] + ": ")]
        return text.replace(json.dumps(folder + os.sep)[1:-1], ""), program.returncode, warned
    if program.returncode in (130, -signal.SIGINT):
        raise KeyboardInterrupt
    if program.returncode in (1, 2) and sentence:
        raise BadInput(sentence)
    raise BreadboardError(sentence or f"{binary} ended with exit code {program.returncode}")


def interrupt(program):
    """End a program as Ctrl-C does, and wait until it has ended. A second Ctrl-C ends it at once."""
    try:
        if os.name == "nt":
            program.terminate()  # Windows has no such signal for a child
        else:
            program.send_signal(signal.SIGINT)
        hang_up(program)  # or it would wait for the answer to its last question
        program.stdout.close()
        program.wait()
    except BaseException:
        program.kill()
        program.wait()
        raise


def hang_up(program):
    """Say that no more answers come."""
    try:
        program.stdin.close()
    except BrokenPipeError:
        pass  # it has ended, and says why


def in_python(sentence):
    """A sentence of the program as Python has its words: --mc-seed is mc_seed, and -T is T."""
    sentence = sentence.replace("--target", "--logf")
    sentence = re.sub(r"--([a-z][a-z-]*)", lambda flag: flag[1].replace("-", "_"), sentence)
    return re.sub(r"(?<!\S)-([A-Z])(?!\S)", r"\1", sentence)


def converse(program, asked):
    """Answer the program's questions, and return what else it prints."""
    report = []
    if asked is None:
        program.stdin.close()
        return program.stdout.read()
    for line in program.stdout:
        if not line.startswith('{"'):  # the report comes after the last question
            report.append(line)
            continue
        reply = asked.reply(json.loads(line))
        if reply is not None:
            try:
                program.stdin.write(reply + "\n")
                program.stdin.flush()
            except BrokenPipeError:
                pass  # it has ended, and says why
    hang_up(program)
    return "".join(report)


def listen(stream, said):
    """Show how far the program is, and keep what it says last."""
    for line in stream:
        if PROGRESS.match(line):
            sys.stderr.write(line)
            sys.stderr.flush()
        else:
            said.append(line)
