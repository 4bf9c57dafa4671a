"""Temporary folders, which go when nothing needs them any more, and when this process ends, however it ends."""
import atexit
import contextlib
import os
import shutil
import subprocess
import tempfile
import weakref

GOES = 'read end; rm -rf "$0"'  # when nobody holds the other end of its input


class Root:
    """The folder of this process, which has all others."""

    def __init__(self):
        self.process, self.path, self.life = os.getpid(), tempfile.mkdtemp(prefix="breadboard-"), None
        self.waits = None
        if os.name == "posix":  # a shell waits for the end of this process, and of those that hold life
            read, self.life = os.pipe()
            with contextlib.suppress(OSError), open(os.devnull, "wb") as null:  # without a shell it stays after a kill
                path = os.pathsep.join([os.environ.get("PATH", ""), os.defpath])
                self.waits = subprocess.Popen(["/bin/sh", "-c", GOES, self.path], stdin=read, stdout=null, stderr=null,
                                              cwd="/", env={"PATH": path}, start_new_session=True)
            os.close(read)
        atexit.register(self.end)

    def end(self):
        """Remove all, at the end of the process that made it."""
        if os.getpid() != self.process:
            return
        shutil.rmtree(self.path, True)
        if self.life is not None:
            os.close(self.life)
        if self.waits is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.waits.wait(1)


_roots = {}  # by process, as this one may be copied


def root():
    """Return the folder of this process."""
    process = os.getpid()
    if process not in _roots or not os.path.isdir(_roots[process].path):
        _roots[process] = Root()
    return _roots[process]


def new(owner):
    """Return a new folder, which goes with its owner."""
    path = tempfile.mkdtemp(prefix="", dir=root().path)
    weakref.finalize(owner, remove, path, os.getpid())
    return path


def remove(path, process):
    """Remove a folder in the process that made it."""
    if os.getpid() == process:
        shutil.rmtree(path, True)


def held():
    """Return the descriptors with which another process keeps these folders."""
    return () if root().life is None else (root().life,)
