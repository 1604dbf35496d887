"""Solvers with one fault each, to be run as `faults.py:Name`: what a harness has to survive.

Those that stop half-way report three solutions first, so that what they found is seen to be kept.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from abc import abstractmethod
from itertools import permutations
from pathlib import Path

from solvers import Problem, Run, Solver, Unavailable, Unsupported
from solvers.problem import Placement

FOREVER = 3600.0  # seconds


def solutions(problem: Problem) -> list[Placement]:
    """All solutions, by the rule itself, of a problem whose lines include the columns."""
    return [q for q in permutations(range(problem.n)) if problem.accepts(q)]


class Right(Solver):
    """No fault at all, to hold the others against."""

    name = "right"

    def search(self, problem: Problem, run: Run) -> None:
        for q in solutions(problem):
            run.found(q)


class _Lying(Solver):
    """Says something else than the truth."""

    def search(self, problem: Problem, run: Run) -> None:
        for q in self.lie(solutions(problem)):
            run.found(q)

    @abstractmethod
    def lie(self, truth: list[Placement]) -> list[Placement]: ...


class OneMissing(_Lying):
    def lie(self, truth: list[Placement]) -> list[Placement]:
        return truth[1:]


class OneTwice(_Lying):
    def lie(self, truth: list[Placement]) -> list[Placement]:
        return [*truth, truth[0]]


class OneMissingAnotherTwice(_Lying):
    def lie(self, truth: list[Placement]) -> list[Placement]:
        return [*truth[1:], truth[1]]


class OneIllegal(_Lying):
    def lie(self, truth: list[Placement]) -> list[Placement]:
        return [*truth, tuple(range(len(truth[0])))]


class OneIllegalForOneMissing(_Lying):
    def lie(self, truth: list[Placement]) -> list[Placement]:
        return [*truth[1:], tuple(range(len(truth[0])))]


class OneOffTheBoard(_Lying):
    def lie(self, truth: list[Placement]) -> list[Placement]:
        return [*truth[1:], (*truth[0][:-1], len(truth[0]))]


class OneFarOffTheBoard(_Lying):
    def lie(self, truth: list[Placement]) -> list[Placement]:
        return [*truth[1:], (*truth[0][:-1], -(2**70))]


class WrongCount(Solver):
    def search(self, problem: Problem, run: Run) -> None:
        run.counted(len(solutions(problem)) + 1)


class _Stopping(Solver):
    """Reports three solutions and then does what it is called."""

    def search(self, problem: Problem, run: Run) -> None:
        for q in solutions(problem)[:3]:
            run.found(q)
        self.stop()

    @abstractmethod
    def stop(self) -> None: ...


class HangsInALoop(_Stopping):
    def stop(self) -> None:
        while True:
            pass


class Sleeps(_Stopping):
    def stop(self) -> None:
        time.sleep(FOREVER)


class DeafToExceptions(_Stopping):
    def stop(self) -> None:
        while True:
            with contextlib.suppress(BaseException):
                while True:
                    pass


class DeafToSignals(_Stopping):
    def stop(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(FOREVER)


class DiesBySegmentationFault(_Stopping):
    def stop(self) -> None:
        ctypes.string_at(0)


class DiesByKill(_Stopping):
    def stop(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Aborts(_Stopping):
    def stop(self) -> None:
        os.abort()


class ExitsAtOnceWith0(_Stopping):
    def stop(self) -> None:
        os._exit(0)


class ExitsAtOnceWith7(_Stopping):
    def stop(self) -> None:
        print("the last words", file=sys.stderr, flush=True)
        os._exit(7)


class ExitsWith0(_Stopping):
    def stop(self) -> None:
        sys.exit(0)


class ExitsWithNothing(_Stopping):
    def stop(self) -> None:
        sys.exit()


class Raises(_Stopping):
    def stop(self) -> None:
        raise ValueError("the model\nis wrong")


class RaisesKeyboardInterrupt(_Stopping):
    def stop(self) -> None:
        raise KeyboardInterrupt


class RecursesWithoutEnd(_Stopping):
    def stop(self) -> None:
        self.stop()


class RaisesMemoryError(_Stopping):
    def stop(self) -> None:
        raise MemoryError


class IsUnsupported(_Stopping):
    def stop(self) -> None:
        raise Unsupported("no boards\nof even size")


class IsUnavailable(_Stopping):
    def stop(self) -> None:
        raise Unavailable("pip install\nthis")


class EatsMemory(_Stopping):
    def stop(self) -> None:
        eaten = []
        while True:
            eaten.append(b"x" * 2**20)
            time.sleep(0.001)


class EatsMemoryInAChild(_Stopping):
    def stop(self) -> None:
        if os.fork() == 0:
            EatsMemory().stop()
        time.sleep(FOREVER)


class ClosesEveryDescriptor(_Stopping):
    def stop(self) -> None:
        os.closerange(0, 256)


class KillsItsParent(_Stopping):
    def stop(self) -> None:
        Path("killer").write_text(str(os.getpid()))
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(FOREVER)


class StopsItsParent(Right):
    """Right, but stops who would tell that it has ended."""

    def search(self, problem: Problem, run: Run) -> None:
        super().search(problem, run)
        os.kill(os.getppid(), signal.SIGSTOP)


class _Chatting(Solver):
    """Right, but talks beside."""

    def search(self, problem: Problem, run: Run) -> None:
        self.chat()
        Right().search(problem, run)

    @abstractmethod
    def chat(self) -> None: ...


class PrintsMegabytes(_Chatting):
    def chat(self) -> None:
        for _ in range(5):
            print("x" * 999_999)


class PrintsMegabytesInAChild(_Chatting):
    def chat(self) -> None:
        subprocess.run([sys.executable, "-c", "print('x' * 4_999_999)"], check=True)


class PrintsMegabytesOfErrors(_Chatting):
    def chat(self) -> None:
        print("x" * 5_000_000, file=sys.stderr)


class WritesLinesToEveryDescriptor(_Chatting):
    def chat(self) -> None:
        for descriptor in range(3, 256):
            with contextlib.suppress(OSError):
                os.write(descriptor, b'garbage\n{"outcome": 1}\n[]\n{}\n\xff\n')


class WritesHalfALineToEveryDescriptor(_Chatting):
    def chat(self) -> None:
        for descriptor in range(3, 256):
            with contextlib.suppress(OSError):
                os.write(descriptor, b'{"outcome": ')


class ForksAndBothReturn(_Chatting):
    def chat(self) -> None:
        os.fork()


class ForksAndOnlyTheChildReturns(_Chatting):
    def chat(self) -> None:
        if child := os.fork():
            os.waitpid(child, 0)
            os._exit(0)


class LeavesADaemon(_Chatting):
    """Forks twice and leaves its session, as daemons do; the file `daemon` has its id."""

    def chat(self) -> None:
        leave_a_daemon()


class LeavesADaemonAndHangs(_Stopping):
    def stop(self) -> None:
        leave_a_daemon()
        DeafToSignals().stop()


class LeavesAChild(_Chatting):
    def chat(self) -> None:
        sleeper = [sys.executable, "-c", f"import time; time.sleep({FOREVER})"]
        Path("daemon").write_text(str(subprocess.Popen(sleeper).pid))


def leave_a_daemon() -> None:
    """Start a process that no parent and no session ties to this one."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        os.write(writing, str(os.getpid()).encode())
        time.sleep(FOREVER)
    os.waitpid(child, 0)
    Path("daemon").write_text(os.read(reading, 32).decode())


class FindsTwoBeforeItIsKilled(Solver):
    """Lets more time pass between its two reports than the frame lets pass between two tallies,
    and then dies: all is reported by the second, nothing after it."""

    def search(self, problem: Problem, run: Run) -> None:
        first, second, *_ = solutions(problem)
        run.found(first)
        time.sleep(0.1)
        run.found(second)
        os.kill(os.getpid(), signal.SIGKILL)


class CountsInNoNumbers(Solver):
    """What is no number among the statistics must not reach the tallies of a run that is killed."""

    def search(self, problem: Problem, run: Run) -> None:
        run.statistics["not a number"] = float("nan")
        run.statistics["nodes"] = 17
        FindsTwoBeforeItIsKilled().search(problem, run)
