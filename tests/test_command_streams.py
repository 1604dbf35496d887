"""The command among other programs: its streams, what it says on a terminal, Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from tests.command import AGREE, COMPARE, INTERRUPTED, UNDECIDED, USAGE, compare_anew, environment
from tests.test_command import read_document

posix = pytest.mark.skipif(os.name != "posix", reason="signals and closed pipes of POSIX")


# Standard streams


@posix
@pytest.mark.parametrize("arguments", [["7", "--show", "all"], ["4", "--json"], ["--list"]])
def test_a_closed_pipe_is_quiet(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = compare_anew(*arguments, "-b", "backtracking", stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (AGREE, "")


@posix
def test_who_reads_the_first_line_only_gets_it() -> None:
    """The output is more than a pipe holds, so that the command meets the end that was closed."""
    writer = subprocess.Popen(
        [sys.executable, COMPARE, "9", "--show", "all", "-b", "backtracking"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert writer.stdout is not None
    assert writer.stderr is not None
    assert writer.stdout.readline() == b"n = 9: 352 of 352, by backtracking\n"
    writer.stdout.close()
    assert writer.stderr.read() == b""
    assert writer.wait() == AGREE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("arguments", [["4", "-b", "backtracking"], ["--list"]])
def test_a_full_device_is_one_line(arguments: list[str]) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        done = compare_anew(*arguments, stdout=full)
    finally:
        os.close(full)
    assert done.returncode == USAGE
    assert done.stderr == "compare.py: standard output: No space left on device\n"


@posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_from_the_start_does_no_harm(closed: str) -> None:
    line = f'"$0" "$1" 5 -b backtracking -b python-constraint {closed}'
    done = subprocess.run(
        ["/bin/sh", "-c", line, sys.executable, COMPARE],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (AGREE, "")
    assert ("2 solvers agree" in done.stdout) is (">&-" not in closed.replace("2>&-", ""))


def said_on_a_terminal(status: int, *arguments: str, **more: str) -> str:
    """What the command writes to standard error, where that is a terminal of 100 columns."""
    import fcntl
    import pty
    import struct
    import termios

    own, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    os.set_blocking(own, False)
    try:
        done = subprocess.run(
            [sys.executable, COMPARE, *arguments],
            stdout=subprocess.PIPE,
            stderr=theirs,
            env=environment(TERM="xterm", **more),
            timeout=60,
            check=False,
        )
        said = os.read(own, 1 << 16).decode()
    finally:
        os.close(theirs)
        os.close(own)
    assert done.returncode == status
    return said


@posix
@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["30"], r"n = 30, python-constraint: [\d,]+ solutions so far, \d s"),
        (["30,31", "-j", "2"], r"n = 30, python-constraint: [\d,]+ [a-z ]+, and 1 more, \d s"),
        (
            ["30", "--split", "9"],
            r"n = 30, python-constraint, 0 of 9 parts done, 1 running: [\d,]+ [a-z ]+, \d s",
        ),
    ],
)
def test_progress_is_one_line_on_a_terminal_and_gone_when_done(
    arguments: list[str], line: str
) -> None:
    said = said_on_a_terminal(UNDECIDED, *arguments, "--timeout", "1", "-b", "python-constraint")
    assert re.search(line, said)
    assert "\n" not in said
    *_, last, end = said.split("\r")
    assert (last.strip(), end) == ("", "")


@posix
def test_a_first_use_that_compiles_is_announced(tmp_path: Path) -> None:
    said = said_on_a_terminal(AGREE, "6", "-b", "colour-split", NUMBA_CACHE_DIR=str(tmp_path))
    assert re.search(r"loading the solvers; the first time they are compiled, [1-9]\d* s", said)


# Ctrl-C

SLOW = """\
import time
from pathlib import Path
{loading}
from solvers import Solver

class Slow(Solver):
    def search(self, problem, run):
        if problem.n == 4:
            run.found((1, 3, 0, 2))
            run.found((2, 0, 3, 1))
            return
        run.found(tuple(range(0, 5, 2)) + (1, 3))
        Path("started").touch()
        {hanging}
"""
SLEEPING = "time.sleep(3600)"
DEAF = """\
while True:
            try:
                time.sleep(3600)
            except BaseException:
                pass"""


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command with arguments, at work on n = 5 (or on loading), in a process group of its own;
    what it started has ended when it has."""
    process = subprocess.Popen(
        [sys.executable, COMPARE, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
        start_new_session=True,
    )
    try:
        for _ in range(600):
            if (folder / "started").exists():
                break
            time.sleep(0.05)
        started = psutil.Process(process.pid).children(recursive=True)
        assert len(started) >= 2  # the fork server and the run
        yield process
        assert psutil.wait_procs(started, timeout=10)[1] == []
    finally:
        process.kill()
        process.communicate()


@posix
@pytest.mark.parametrize("hanging", [SLEEPING, DEAF], ids=["sleeping", "deaf"])
def test_ctrl_c_prints_what_is_finished(tmp_path: Path, hanging: str) -> None:
    (tmp_path / "slow.py").write_text(SLOW.format(loading="", hanging=hanging))
    with running(tmp_path, "4-6", "-b", "slow.py", "-b", "backtracking") as process:
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (INTERRUPTED, "")
    assert re.search(r"^4 +2 .* 2 .* agree$", output, re.M)
    assert re.search(r"^5 +interrupted .* interrupted .* undecided$", output, re.M)
    assert not re.search(r"^6 ", output, re.M)
    assert output.endswith("; interrupted before the rest.\n")


@posix
def test_ctrl_c_with_json_gives_a_whole_document(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW.format(loading="", hanging=SLEEPING))
    arguments = ["4-6", "-b", "slow.py", "-b", "backtracking", "--json"]
    with running(tmp_path, *arguments) as process:
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (INTERRUPTED, "")
    said = read_document(output)
    assert said["verdict"] == "undecided"
    assert [(p["n"], p["verdict"]) for p in said["problems"]] == [(4, "agree"), (5, "undecided")]
    assert {o["status"] for o in said["problems"][1]["outcomes"]} == {"interrupted"}


@posix
def test_ctrl_c_while_loading_finishes_nothing(tmp_path: Path) -> None:
    loading = "Path('started').touch(); time.sleep(3600)"
    (tmp_path / "slow.py").write_text(SLOW.format(loading=loading, hanging=SLEEPING))
    with running(tmp_path, "4", "-b", "slow.py", "--json") as process:
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (INTERRUPTED, "")
    said = read_document(output)
    assert (said["verdict"], said["problems"]) == ("undecided", [])


@posix
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_command_that_is_killed_leaves_no_child(tmp_path: Path, how: signal.Signals) -> None:
    (tmp_path / "slow.py").write_text(SLOW.format(loading="", hanging=DEAF))
    with running(tmp_path, "5", "-b", "slow.py") as process:
        process.send_signal(how)
        process.communicate(timeout=30)
    assert process.returncode == -how
