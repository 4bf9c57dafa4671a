"""A copy of the process ends with it, within its bounds, and nothing that it does gets out.

    python3 -m pytest tests/test_fork.py
"""
import contextlib
import ctypes
import fcntl
import io
import json
import logging
import mmap
import multiprocessing
import os
import pathlib
import random
import resource
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import pytest

from breadboard import fork, nowhere, wall
from breadboard.following import Follower
from breadboard.source import NotFollowed

np = pytest.importorskip("numpy")
HERE, HELD_OPEN = os.getpid(), os.open
SIGNALS = []
LIBC = ctypes.CDLL(None)
WALLED = wall.there(LIBC)  # elsewhere a step that starts a process is refused, and a library in C does what it likes


class Called:
    """Functions that are followed by their numbers."""

    def __init__(self, functions):
        self.functions = functions

    def aim(self, beta, logf, update):
        pass

    def run_from(self, number):
        return self.functions[number]()


def followed(*functions, patience=10, outcomes=()):
    """Return where a run of each function ends, by outcomes of its choices; raise what cannot be followed."""
    follower = Follower(Called(functions), patience)
    try:
        made = follower.ask((1, [], 0), [[number, *outcomes] for number in range(len(functions))], False, False)
        return [json.loads(run)[2] for run, _ in made]
    finally:
        follower.end()


class World:
    """What a process may change outside of itself: an effect by its name, and what is seen of it from here."""

    def __init__(self, folder):
        self.folder = folder
        self.path = folder / "log.txt"
        self.child = subprocess.Popen(["sleep", "1000"])
        kinds = ("of_", "by_") if WALLED else "of_"  # what a wall alone holds begins with by_
        self.effects = {name[3:]: getattr(self, name)() for name in dir(type(self)) if name.startswith(kinds)}

    def lines(self, name, header="header\n"):
        """Return the path of a file with a header, and what reads it."""
        path = self.folder / name
        path.write_text(header)
        return path, lambda: path.read_text() if path.exists() else None

    def of_file(self):
        path, seen = self.lines("file")
        file = open(path, "w")
        file.write("header\n")  # and it is in a buffer
        return lambda: (file.write("line\n"), file.flush()), seen

    def of_file_both_ways(self):
        path, seen = self.lines("both")
        file = open(path, "r+")
        return lambda: (file.seek(0, 2), file.write("line\n"), file.flush()), seen

    def of_append(self):
        path, seen = self.lines("append")

        def append():
            with open(path, "a") as file:
                file.write("line\n")
        return append, seen

    def of_descriptor(self):
        path, seen = self.lines("descriptor")
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
        return lambda: os.write(descriptor, b"line\n"), seen

    def of_path(self):
        path, seen = self.lines("path")
        return lambda: path.write_text("other"), seen

    def by_removal(self):
        path, seen = self.lines("removed")
        return lambda: path.exists() and os.remove(path), seen

    def by_renaming(self):
        path, seen = self.lines("renamed")
        return lambda: path.exists() and path.rename(self.folder / "other"), seen

    def by_folder(self):
        return lambda: os.makedirs(self.folder / "new" / "deep", exist_ok=True), lambda: sorted(
            path.name for path in self.folder.glob("new/*"))

    def of_array(self):
        path, seen = self.lines("array.npy")
        return lambda: np.save(path, np.zeros(1)), lambda: path.read_bytes()

    def of_database(self):
        return self.database("plain.db")

    def of_database_with_a_log(self):
        return self.database("logged.db", "pragma journal_mode=wal")

    def database(self, name, *first):
        """Return a statement that inserts into a database that is open, and how many rows there are by another."""
        database = sqlite3.connect(self.folder / name)
        for statement in (*first, "create table t(x)", "insert into t values(1)"):
            database.execute(statement)
        database.commit()

        def insert():
            assert database.execute("select x from t").fetchone() == (1,)
            database.execute("insert into t values(2)")
            database.commit()
        return insert, lambda: self.rows(name)

    def rows(self, name):
        """Return the number of rows of a database, and whether it is whole."""
        database = sqlite3.connect(self.folder / name)
        found = database.execute("select count(*) from t").fetchone() + database.execute(
            "pragma integrity_check").fetchone()
        database.close()
        return found

    def by_database_of_each_call(self):
        self.database("each.db")

        def insert():
            database = sqlite3.connect(self.folder / "each.db")
            database.execute("insert into t values(2)")
            database.commit()
            database.close()
        return insert, lambda: self.rows("each.db")

    def of_socket(self):
        mine, other = socket.socketpair()
        other.setblocking(False)
        stream = mine.makefile("w")

        def send():
            mine.sendall(b"line")
            stream.write("line")
            stream.flush()
        return send, lambda: self.received(lambda: other.recv(1 << 10))

    def of_pipe(self):
        read, write = os.pipe()
        os.set_blocking(read, False)
        return lambda: os.write(write, b"line"), lambda: self.received(lambda: os.read(read, 1 << 10))

    def received(self, receive):
        """Return what has come; what has come before is kept with it."""
        try:
            self.came = getattr(self, "came", b"") + receive()
        except BlockingIOError:
            pass
        return getattr(self, "came", b"")

    def of_logging(self):
        path, seen = self.lines("logged")
        logger = logging.Logger("held")
        logger.addHandler(logging.FileHandler(path))
        return lambda: logger.error("line"), seen

    def of_logging_that_opens_late(self):
        path, seen = self.lines("late")
        logger = logging.Logger("late")
        logger.addHandler(logging.FileHandler(path, delay=True))
        return lambda: logger.error("line"), seen

    def of_output(self):
        path, seen = self.lines("output")
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)

        def say():
            kept = os.dup(1)
            os.dup2(descriptor, 1)
            print("line", file=io.TextIOWrapper(os.fdopen(1, "wb", closefd=False)), flush=True)
            os.dup2(kept, 1)
            os.close(kept)
        return say, seen

    def by_signal(self):
        signal.signal(signal.SIGUSR1, lambda *_: SIGNALS.append(1))
        return lambda: os.kill(HERE, signal.SIGUSR1), lambda: len(SIGNALS)

    def of_memory(self):
        shared = mmap.mmap(-1, 8)
        return lambda: shared.write_byte(1) if shared.tell() < 8 else None, lambda: bytes(shared[:])

    def of_memory_of_a_file(self):
        array = np.memmap(self.folder / "mapped", np.uint8, "w+", shape=8)

        def count():
            array[0] += 1
            array.flush()
        return count, lambda: (self.folder / "mapped").read_bytes()

    def of_place(self):
        path, _ = self.lines("read", "a long line that is read letter by letter" * 9)
        file = open(path, "rb", buffering=0)
        file.seek(3)

        def read():
            assert file.tell() >= 3
            file.read(1)
        return read, file.tell

    def by_command(self):
        path, seen = self.lines("by a command")
        return lambda: subprocess.run(["sh", "-c", 'echo line >> "$0"', path], stderr=subprocess.DEVNULL), seen

    def by_command_that_removes(self):
        path, seen = self.lines("removed by a command")
        return lambda: subprocess.run(["rm", "-f", path]), seen

    def by_command_that_empties(self):
        path, seen = self.lines("emptied")
        return lambda: os.system(f"(: > '{path}') 2> /dev/null"), seen

    def by_command_that_renames(self):
        path, seen = self.lines("renamed by a command")
        return lambda: os.waitpid(os.posix_spawnp("mv", ["mv", path, f"{path} once more"], os.environ, file_actions=[
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]), 0), seen

    def by_command_that_ends_another(self):
        child = subprocess.Popen(["sleep", "1000"])
        return lambda: (os.system(f"kill -9 {child.pid} 2> /dev/null"), time.sleep(0.1)), child.poll

    def by_fork(self):
        path, seen = self.lines("of a fork")

        def remove():
            child = os.fork()
            if child == 0:
                LIBC.unlink(os.fsencode(path))
                os._exit(0)
            os.waitpid(child, 0)
        return remove, seen

    def libc(self, call, *more):
        """Return a call of the C library on a file, and what is seen of that file, and of one beside it."""
        path = self.folder / call
        path.write_text("header")
        return lambda: getattr(LIBC, call)(os.fsencode(path), *more), lambda: path.exists() and (
            path.read_text(), path.stat().st_mode, path.stat().st_mtime, path.stat().st_nlink)

    def by_creat(self):
        return self.libc("creat", 0o600)

    def by_unlink(self):
        return self.libc("unlink")

    def by_rename(self):
        return self.libc("rename", os.fsencode(self.folder / "other by libc"))

    def by_link(self):
        return self.libc("link", os.fsencode(self.folder / "link by libc"))

    def by_truncate(self):
        return self.libc("truncate", ctypes.c_long(1))

    def by_chmod(self):
        return self.libc("chmod", 0o777)

    def by_utimes(self):
        return self.libc("utimes", (ctypes.c_long * 4)(1, 1, 1, 1))

    def by_mode_of_descriptor(self):
        path, _ = self.lines("by descriptor")
        descriptor = os.open(path, os.O_RDONLY)
        return lambda: LIBC.fchmod(descriptor, 0o777), lambda: path.stat().st_mode

    def by_kill(self):
        signal.signal(signal.SIGUSR2, lambda *_: SIGNALS.append(2))
        return lambda: LIBC.kill(HERE, signal.SIGUSR2), lambda: SIGNALS.count(2)

    def by_priority(self):
        return (lambda: LIBC.setpriority(os.PRIO_PROCESS, self.child.pid, 19),
                lambda: os.getpriority(os.PRIO_PROCESS, self.child.pid))

    def by_limit(self):
        limits = (ctypes.c_ulong * 2)(0, 0)
        return (lambda: LIBC.prlimit(self.child.pid, resource.RLIMIT_CORE, limits, None),
                lambda: resource.prlimit(self.child.pid, resource.RLIMIT_CORE))

    def by_processors(self):
        most = len(os.sched_getaffinity(0))
        return (lambda: LIBC.sched_setaffinity(self.child.pid, ctypes.c_size_t(8), ctypes.byref(ctypes.c_ulong(1))),
                lambda: most > 1 and len(os.sched_getaffinity(self.child.pid)))

    def by_shared_memory(self):
        name = f"/breadboard{HERE}"
        return lambda: LIBC.shm_open(name.encode(), os.O_CREAT | os.O_RDWR, 0o600), lambda: os.path.exists(
            f"/dev/shm{name}")

    def by_semaphore(self):
        semaphore = LIBC.semget(0, 1, 0o1600)
        return lambda: LIBC.semctl(semaphore, 0, 16, 3), lambda: LIBC.semctl(semaphore, 0, 12)

    def by_datagram(self):
        other = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        other.bind(("127.0.0.1", 0))
        other.setblocking(False)
        place = socket.inet_aton("127.0.0.1")
        place = b"\2\0" + other.getsockname()[1].to_bytes(2, "big") + place + bytes(8)
        came = []

        def received():
            with contextlib.suppress(BlockingIOError):
                came.append(other.recv(9))
            return len(came)
        return lambda: LIBC.sendto(LIBC.socket(2, 2, 0), b"line", ctypes.c_size_t(4), 0, place, len(place)), received

    def by_connection(self):
        other = socket.create_server(("127.0.0.1", 0))
        command = ["bash", "-c", f"(: > /dev/tcp/127.0.0.1/{other.getsockname()[1]}) 2> /dev/null"]
        return lambda: subprocess.run(command), lambda: bool(select.select([other], [], [], 0)[0])


FAIL = ("database", "database_of_each_call", "database_with_a_log", "signal", "socket")  # in a copy, and say so


def test_nothing_gets_out(tmp_path):
    """No effect of a function that is followed is seen, and each of one that is called here is: the other way round
    this would be no test. That it is called makes no other ends, unless it fails."""
    world = World(tmp_path)

    def with_effect(effect):
        def function():
            effect()
            return random.random() < 0.25
        return function

    before = {name: seen() for name, (_, seen) in world.effects.items()}
    assert before["file"] == ""
    before["file"] = "header\n"  # which is written before the copy is made
    functions = [with_effect(effect) for effect, _ in world.effects.values()]
    for outcome in (0, 1):
        for name, end in zip(world.effects, followed(*functions, outcomes=[outcome])):
            assert str(end).startswith("an error, ") if name in FAIL else end == (outcome == 0), (name, end)
    assert {name: seen() for name, (_, seen) in world.effects.items()} == before
    for name, (effect, seen) in world.effects.items():
        effect()
        assert seen() != before[name], name
    for path in (f"/dev/shm/breadboard{HERE}",) if WALLED else ():
        os.remove(path)
    world.child.kill()


@pytest.mark.skipif(not WALLED, reason="the system holds no wall")
def test_a_session_of_its_own_ends_with_a_copy():
    [started] = followed(lambda: subprocess.Popen(["sleep", "1000"], start_new_session=True).pid)
    until(lambda: not alive(started))


@pytest.mark.skipif(not WALLED, reason="the system holds no wall")
def test_a_copy_holds_no_lock_and_no_right_of_root(tmp_path):
    path = tmp_path / "locked"
    path.touch()
    kept = []

    def take():
        kept.append(os.open(path, os.O_RDONLY))
        fcntl.lockf(kept[-1], fcntl.LOCK_SH)
        fcntl.flock(kept[-1], fcntl.LOCK_EX)
        with open("/proc/self/status", encoding="ascii") as file:
            return next(int(line.split()[1], 16) for line in file if line.startswith("CapEff"))
    follower = Follower(Called([take]), 10)
    [[run, _]] = follower.ask((1, [], 0), [[0]])
    with open(path, "r+", encoding="ascii") as file:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    follower.end()
    assert json.loads(run)[2] & ~wall.OF_ROOT == 0


MADE = "import pathlib; pathlib.Path('made').touch()"


@pytest.mark.parametrize("function, says", (
    (lambda: subprocess.run([sys.executable, "-c", MADE]), "subprocess.Popen"),
    (lambda: os.system("touch made"), "os.system"), (lambda: os.fork() or open("made", "w"), "os.fork"),
    (lambda: os.posix_spawnp("touch", ["touch", "made"], os.environ), "os.posix_spawn"),
    (lambda: multiprocessing.get_context("spawn").Process(target=open, args=("made", "w")).start(), "started|subprocess.Popen"),
    (lambda: os.mkdir("made"), "os.mkdir"), (lambda link=os.symlink: link("other", "made"), "os.symlink"),
    (lambda: os.kill(HERE, signal.SIGTERM), "os.kill"), (lambda: sqlite3.connect("made"), "sqlite3.connect"),
    (lambda: socket.socket(socket.AF_UNIX).bind("made"), "socket.bind"),
))
def test_without_a_wall_it_is_refused_by_name(function, says, tmp_path, monkeypatch):
    monkeypatch.setattr(wall, "abi", lambda _: 0)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotFollowed, match=says):
        followed(function)
    assert not os.listdir(tmp_path)


def test_a_large_file_in_memory_is_not_copied(tmp_path, monkeypatch):
    """Its pages are the copy's own; memory without a file that is too large to be copied can be read alone."""
    count, seen = World.of_memory_of_a_file(World(tmp_path))
    write, read = World.of_memory(None)
    monkeypatch.setattr(nowhere, "MOST_SHARED", 0)
    assert followed(lambda: (count(), [*read()])[1]) == [[0] * 8] and seen() == bytes(8)
    with pytest.raises(NotFollowed, match="it ended the process"):
        followed(write)
    assert read() == bytes(8)


@pytest.mark.parametrize("function, says", (
    (lambda: HELD_OPEN("made", os.O_WRONLY | os.O_CREAT), "opened for writing (made), by a function that is held"),
    (lambda: io.FileIO("made", "w"), "opened for writing (made), by a function that is held"),
))
def test_what_cannot_lead_nowhere_is_refused(function, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotFollowed) as refused:
        followed(function)
    assert says in str(refused.value) and not os.listdir(tmp_path)


def ignoring(*signals):
    for number in signals:
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass


def test_no_wait_is_without_a_limit():
    """A copy that stops itself, is busy, ignores all signals, or sleeps, is ended."""
    for function, says in (
        (lambda: os.kill(os.getpid(), signal.SIGSTOP), "it stopped the process"),
        (lambda: ignoring(), "a run takes more than 0.2 seconds; patience="),
        (lambda: ignoring(signal.SIGALRM, signal.SIGTERM, signal.SIGIO), "more than 0.2 seconds"),
        (lambda: time.sleep(1000), "more than 0.2 seconds"),
    ):
        with pytest.raises(NotFollowed, match=says):
            followed(function, patience=0.2)


def test_the_memory_of_a_copy_is_bound():
    """1 GiB beside what was there is right, and 3 GiB are refused; here both are to be had."""
    kept = np.empty(3 << 29, np.uint8)
    assert len(np.empty(3 << 30, kept.dtype)) == 2 * len(kept)
    assert followed(lambda: len(np.empty(1 << 30, np.uint8))) == [1 << 30]
    with pytest.raises(NotFollowed, match="it takes more than 2 GiB of memory"):
        followed(lambda: len(np.empty(3 << 30, np.uint8)))


PARENT = """
import os, signal, subprocess, sys, time
from breadboard import folders, fork
def serve(pipe):
    signal.signal(signal.SIGIO, signal.SIG_IGN)
    started = subprocess.Popen(["sleep", "1000"])
    pipe.send(started.pid)
    while True:
        if sys.argv[1].startswith("asleep"):
            time.sleep(1000)
copy = fork.Copy(serve, None)
print(copy.child, copy.pipe.recv(), folders.new(copy), flush=True)
if "leaves" in sys.argv[1]:
    os._exit(3)
if "ends" in sys.argv[1]:
    sys.exit(0)
if "becomes" in sys.argv[1]:
    os.execv("/bin/sleep", ["sleep", "1000"])
time.sleep(1000)
"""


@pytest.mark.parametrize("how", (
    "busy, killed", "asleep, killed with its group", "busy, leaves", "busy, ends", "asleep, becomes"))
def test_a_copy_ends_with_its_parent(how):
    """However the parent ends, its copy, what that has started, and the temporary folders go."""
    parent = subprocess.Popen([sys.executable, "-c", PARENT, how], stdout=subprocess.PIPE, text=True,
                              start_new_session=True)
    child, started, folder = parent.stdout.readline().split()
    folder = pathlib.Path(folder)
    if "killed" in how:
        assert alive(child) and alive(started) and folder.exists()
        (os.killpg if "group" in how else os.kill)(parent.pid, signal.SIGKILL)
    if "becomes" not in how:
        parent.wait()
    until(lambda: not alive(child) and not alive(started) and not folder.parent.exists())
    parent.kill()
    parent.communicate()


def late():
    time.sleep(1000)


def stopped():
    os.kill(os.getpid(), signal.SIGSTOP)


def left():
    os._exit(3)


@pytest.mark.parametrize("how", (late, stopped, left, None))
def test_what_a_copy_has_started_ends_with_it(how):
    """Also where this process goes on: however the copy ends, or is ended, it has no child any more."""
    def serve(pipe):
        started = subprocess.Popen(["sh", "-c", "sleep 1000 & echo $!; wait"], stdout=subprocess.PIPE, text=True)
        pipe.send((started.pid, started.stdout.readline()))
        pipe.recv()
        how()

    copy = fork.Copy(serve, None)
    started = [int(process) for process in copy.ask(None, 60)]
    assert all(map(alive, started))
    if how is None:
        copy.end()
    else:
        with pytest.raises((TimeoutError, EOFError)):
            copy.ask(None, 0.2)
    until(lambda: not any(map(alive, started)))


def alive(process):
    """Report whether a process runs; one that nobody has waited for does not."""
    try:
        stat = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def until(holds):
    """Wait until something holds, which is soon, and fail if it does not at all."""
    for _ in range(1200):
        if holds():
            return
        time.sleep(0.05)
    assert holds()
