"""What people write on the command line, and the one line that they get where it is wrong."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest

from solvers.presentation.options import UsageError, parser
from solvers.problem import MAX_N, VARIANTS


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("8", [8]),
        ("1", [1]),
        ("4-8", [4, 5, 6, 7, 8]),
        ("4-4", [4]),
        ("4,6,8", [4, 6, 8]),
        ("8,4-6,5", [4, 5, 6, 8]),  # ascending, each once
        ("008", [8]),
        (str(MAX_N), [MAX_N]),
    ],
)
def test_sizes(text: str, sizes: list[int]) -> None:
    assert list(parser().parse_args([text]).sizes) == sizes


@pytest.mark.parametrize(
    ("arguments", "name", "value"),
    [
        ([], "sizes", None),
        ([], "variant", "queens"),
        ([], "backend", None),
        ([], "timeout", 60.0),
        ([], "limit", None),
        ([], "memory", None),
        ([], "format", None),
        ([], "json", False),
        (["-b", "cpsat", "--backend", "mine.py:A"], "backend", ["cpsat", "mine.py:A"]),
        (["--place", "3:1", "--place", "4:3"], "place", [(3, 1), (4, 3)]),
        (["--forbid", "0:0"], "forbid", [(0, 0)]),
        (["--instance", "x.param", "--diagonals", "0"], "diagonals", 0),
        (["--limit", "1"], "limit", 1),
        ([], "jobs", 1),
        (["-j", "2"], "jobs", 2),
        ([], "split", 1),
        (["--split", "8"], "split", 8),
        ([], "runs", 1),
        (["--runs", "5"], "runs", 5),
        (["--timeout", "0.5"], "timeout", 0.5),
        (["--timeout", "1e3"], "timeout", 1000.0),
        (["--memory", "512"], "memory", 512),
        (["--show", "3"], "show", 3),
        (["--show", "all"], "show", sys.maxsize),
        *((["--variant", name], "variant", name) for name in VARIANTS),
        *(
            (["--format", name], "format", name)
            for name in ("board", "list", "one-based", "digits", "matrix")
        ),
    ],
)
def test_option(arguments: Sequence[str], name: str, value: object) -> None:
    assert getattr(parser().parse_args(arguments), name) == value


# arguments, and the words of the message: what is wrong, and what would be right
BAD = [
    (["0"], ["n = 0", "at least 1 row"]),
    (["-j", "0"], ["'0' is no whole number from 1 on"]),
    (["-j", "257"], ["257 processes are too many: at most 256"]),
    (["--split", "1025"], ["1025 parts are too many: at most 1024"]),
    (["--split", "0"], ["'0' is no whole number from 1 on"]),
    (["--runs", "x"], ["'x' is no whole number from 1 on"]),
    (["-3"], ["'-3' is no size", "8, 4-8 or 4,6,8"]),
    (["x"], ["'x' is no size", "8, 4-8 or 4,6,8"]),
    (["8-4"], ["8-4 runs backwards", "4-8"]),
    (["4,"], ["'4,' is no size"]),
    ([","], ["',' is no size"]),
    ([""], ["'' is no size"]),
    (["4--8"], ["'4--8' is no size"]),
    (["4.0"], ["'4.0' is no size"]),
    (["٤"], ["'٤' is no size"]),
    (["4-0"], ["4-0 runs backwards"]),
    (["0-4"], ["n = 0"]),
    ([str(MAX_N + 1)], [f"n = {MAX_N + 1}", f"largest board has n = {MAX_N}", "16 bits"]),
    (["1-99999"], ["n = 99999", f"largest board has n = {MAX_N}"]),
    (["9" * 30], ["is no size"]),
    (["4", "5"], ["unrecognized arguments: 5"]),
    (["--variant", "knights"], ["'knights'", *VARIANTS]),
    (["--format", "gif"], ["'gif'", "board", "list", "one-based", "digits", "matrix"]),
    (["--nosuch"], ["unrecognized arguments: --nosuch"]),
    (["--time", "3"], ["unrecognized arguments: --time"]),  # no abbreviations
    (["-b"], ["-b", "expected one argument"]),
    *(
        ([option, text], [option, f"{text!r} is no square", "ROW:COLUMN"])
        for option in ("--place", "--forbid")
        for text in ("3", "3:", ":1", "3:1:2", "a:b", "3,1", "1.5:2", "3: 1")
    ),
    (["--place=-1:0"], ["--place", "'-1:0' is no square", "from 0"]),
    (["--forbid=0:-1"], ["--forbid", "'0:-1' is no square", "from 0"]),
    (["--place", "-1:0"], ["--place", "expected one argument"]),  # it looks like an option
    *(
        ([option, text], [option, f"{text!r} is no whole number from 1 on"])
        for option in ("--limit", "--memory", "--show")
        for text in ("0", "-1", "x", "1.5", "")
    ),
    (["--show", "some"], ["nor `all`"]),
    *((["--diagonals", text], [f"{text!r} is no whole number from 0 on"]) for text in ("-1", "x")),
    *(
        (["--timeout", text], [f"{text!r} is no number of seconds", "over 0"])
        for text in ("0", "-1", "x", "nan", "inf", "1e99", "")
    ),
]


@pytest.mark.parametrize(("arguments", "words"), BAD)
def test_bad_input_is_one_clear_line(
    arguments: Sequence[str], words: Sequence[str], capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError) as caught:
        parser().parse_args(arguments)
    message = str(caught.value)
    assert [word for word in words if word not in message] == []
    assert "\n" not in message
    assert capfd.readouterr() == ("", "")  # no usage block
