"""Another process, to which functions are sent where this one cannot be copied, as on Windows."""
import multiprocessing
import pickle

from . import nowhere
from .source import NotFollowed

BEGIN = 60  # seconds in which it begins, and ends
NAME = "runs for breadboard"
CANNOT = "Windows cannot copy a process, and to another it cannot be sent"
RUNS_AGAIN = ("its process does not begin, which runs the script again up to its first call of breadboard; put that "
              "below if __name__ == '__main__':")


class Another:
    """Another process that answers messages by serve(pipe, functions, patience), or by refuse(pipe, what)."""

    def __init__(self, serve, refuse, functions, patience):
        context = multiprocessing.get_context("spawn")
        self.pipe, its = context.Pipe()
        try:
            given = its, serve, refuse, pickle.dumps(functions), patience
            self.process = context.Process(target=serve_sent, args=given, name=NAME, daemon=True)
            self.process.start()
        except Exception as error:  # pylint: disable=broad-except
            raise NotFollowed(f"{CANNOT} ({error}); define it by def in a file, outside of other functions") from None
        its.close()
        self.first = BEGIN

    def ask(self, message, seconds):
        """Return the answer to a message, as a copy does."""
        try:
            self.pipe.send(message)
            while self.pipe.poll(max(seconds, self.first)):
                word = self.pipe.recv()
                self.first = 0
                if word is not None:
                    return word
        except (EOFError, OSError):
            raise EOFError(RUNS_AGAIN if self.first else "it ended the process") from None
        raise TimeoutError

    def end(self):
        """End the process."""
        self.process.kill()
        self.process.join(BEGIN)


def serve_sent(pipe, serve, refuse, sent, patience):
    """Serve functions that were sent from another process."""
    try:
        functions = pickle.loads(sent)
    except Exception as error:  # pylint: disable=broad-except
        refuse(pipe, f"{CANNOT} ({error}); define it in a file, and import it")
    nowhere.stand_in(lambda what: refuse(pipe, what), False)
    serve(pipe, functions, patience)


def leave():
    """End a process that serves, if it begins by running a script again that calls breadboard."""
    if multiprocessing.current_process().name == NAME:
        raise SystemExit
