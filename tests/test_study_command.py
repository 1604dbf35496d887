"""The command's closer looks: models, traces, and what goes to files."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.command import AGREE, COMPARE, USAGE, compare, compare_anew

SVG = "{http://www.w3.org/2000/svg}"
PAIR = ["-b", "backtracking", "-b", "backtracking-forward"]


def test_a_model_is_printed() -> None:
    done = compare("5", "--model", "cpsat", "--place", "0:1")
    assert (done.returncode, done.stderr) == (AGREE, "")
    assert done.stdout == (
        "cpsat: AllDifferent on q[i], q[i]+i, q[i]-i\n"
        "n = 5, queens, placed 0:1\n\n"
        "variables\n"
        "  q[0] in {1}\n"
        "  q[1], ..., q[4] in {0..4}\n"
        "constraints\n"
        "  AllDifferent(q[0], q[1], q[2], q[3], q[4])\n"
        "  AllDifferent(q[0], q[1] + 1, q[2] + 2, q[3] + 3, q[4] + 4)\n"
        "  AllDifferent(q[0], q[1] - 1, q[2] - 2, q[3] - 3, q[4] - 4)\n\n"
        "5 variables, 3 constraints\n"
    )


def test_many_constraints_are_cut_short() -> None:
    done = compare("8", "--model", "cpsat-pairwise")
    assert "  ... and 44 more\n\n8 variables, 84 constraints\n" in done.stdout


def test_long_constraints_are_wrapped() -> None:
    done = compare("40", "--model", "cpsat")
    assert max(map(len, done.stdout.splitlines())) <= 100
    assert "q[39] + 39" in done.stdout


def test_very_long_constraints_are_cut() -> None:
    done = compare("2000", "--model", "backtracking")
    assert (done.returncode, done.stderr) == (AGREE, "")
    assert "q[1999] + 1999)" in done.stdout
    assert len(done.stdout) < 20_000


def test_several_models() -> None:
    done = compare("2,3", "--model", "backtracking")
    assert done.stdout.count("constraints\n  AllDifferent(q[0], q[1]") == 2


def test_a_model_is_exported(tmp_path: Path) -> None:
    done = compare("--model", "cpsat-boolean", "--export-model", "model.pbtxt", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (AGREE, "")
    assert (tmp_path / "model.pbtxt").read_text().count("variables {") == 16


def test_a_trace_is_printed() -> None:
    done = compare("--trace")
    assert (done.returncode, done.stderr) == (AGREE, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "backtracking, n = 4, queens"
    assert lines[-1] == "17 nodes, with the empty board; 60 squares tested"  # A319283
    assert max(map(len, lines)) < 80


def test_an_interrupted_trace_says_how_far_it_came() -> None:
    command = [sys.executable, COMPARE, "12", "--trace"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        *_, counts, nodes = process.stdout.read().splitlines()
        assert process.wait(timeout=60) == 130
    assert counts.endswith(", interrupted")
    assert "nodes, with the empty board" in nodes


def test_a_long_trace_ends_when_nobody_reads_on() -> None:
    command = [sys.executable, COMPARE, "12", "--trace"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == AGREE


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model", "mine.py"], "--model mine.py: choose one of backtracking, "),
        (["--model", "cpsat", "-b", "cpsat"], "--model compares nothing: leave --backend out"),
        (["--model", "cpsat", "--trace"], "--model compares nothing: leave --trace out"),
        (["--model", "cpsat", "--json"], "--model compares nothing: leave --json out"),
        (["--trace", "--plot", "a.png"], "--trace compares nothing: leave --plot out"),
        (["--model", "cpsat", "--limit", "3"], "--model compares nothing: leave --limit out"),
        (["--trace", "--memory", "3"], "--trace compares nothing: leave --memory out"),
        (["--model", "colour-split"], "--model colour-split: it counts by the colour"),
        (["--trace", "-b", "cpsat"], "--trace shows the search by backtracking: leave other"),
        (["--export-model", "a.txt"], "--export-model writes the model that --model names"),
        (
            ["--model", "backtracking", "--export-model", "a.txt"],
            "--export-model writes a model of CP-SAT's: choose --model cpsat or cpsat-pairwise or",
        ),
        (["4-5", "--model", "cpsat", "--export-model", "a.txt"], "--export-model writes one model"),
        (["--model", "cpsat", "--export-model", "no/a.txt"], "no/a.txt: there is no folder no"),
        (["--show", "1", "--format", "svg"], "--format svg goes to a file: add --output FILE.svg"),
        (["--output", "a.svg"], "--output is the file for pictures: add --format svg"),
        (
            ["--show", "1", "--format", "svg", "--output", "a.png"],
            "a.png: its name has to end in .svg",
        ),
        (["--export", "a.txt"], "a.txt: its name has to end in .csv or .md or .json"),
        (["--plot", "a.pdf"], "a.pdf: "),
        (["--export", "a" * 300 + ".csv"], "a" * 300 + ".csv: File name too long"),
        (
            ["--show", "1", "--format", "svg", "--output", "a.svg", "--plot", "./a.svg"],
            "a.svg: --output and --plot need a file each",
        ),
        (["--fuzz", "3", "--export", "a.csv"], "--fuzz makes problems of its own: leave --export"),
        (["4", "--model", "cpsat", "--place", "9:9"], "placed square 9:9 is off the board"),
    ],
)
def test_what_does_not_go_together(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = compare(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (USAGE, "")
    assert done.stderr.startswith(f"compare.py: {message}")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_solutions_go_to_a_picture(tmp_path: Path) -> None:
    arguments = ["--show", "3", "--format", "svg", "--output", "boards.svg"]
    done = compare("2,6", *PAIR, *arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (AGREE, "")
    assert done.stdout.endswith("Written: boards.svg\n")
    text = (tmp_path / "boards.svg").read_text()
    ET.fromstring(text)
    for number in (1, 2, 3):
        assert f"n = 6: solution {number} of 4" in text
    assert "solution 4" not in text


def test_runs_go_to_a_file_and_the_table_is_printed(tmp_path: Path) -> None:
    done = compare("4-5", *PAIR, "--export", "runs.csv", cwd=tmp_path)
    assert done.returncode == AGREE
    assert "2 solvers agree" in done.stdout
    rows = list(csv.DictReader((tmp_path / "runs.csv").open()))
    assert [(row["n"], row["solver"], row["nodes"]) for row in rows] == [
        ("4", "backtracking", "17"),
        ("4", "backtracking-forward", "17"),
        ("5", "backtracking", "54"),
        ("5", "backtracking-forward", "54"),
    ]


def test_a_document_on_standard_output_stays_one(tmp_path: Path) -> None:
    done = compare("4", *PAIR, "--json", "--export", "runs.json", cwd=tmp_path)
    assert json.loads(done.stdout)["verdict"] == "agree"
    assert json.loads((tmp_path / "runs.json").read_text())["verdict"] == "agree"


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_a_plot(tmp_path: Path) -> None:
    done = compare("4-6", *PAIR, "--plot", "costs.svg", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (AGREE, "")
    text = (tmp_path / "costs.svg").read_text()
    assert "backtracking-forward" in text


def test_files_are_written_also_where_nobody_reads_what_is_printed(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = compare_anew("4", *PAIR, "--export", "a.csv", cwd=tmp_path, stdout=full.fileno())
    assert done.returncode == USAGE
    assert "standard output: No space left on device" in done.stderr
    assert (tmp_path / "a.csv").read_text().count("\n") == 3


def test_one_file_that_cannot_be_written_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "full.svg").symlink_to("/dev/full")
    pictures = ["--show", "1", "--format", "svg", "--output", "full.svg"]
    done = compare("4", *PAIR, *pictures, "--export", "a.csv", cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (USAGE, 1)
    assert done.stdout.endswith("Written: a.csv\n")
    assert (tmp_path / "a.csv").read_text().startswith("n,")


def test_results_are_printed_where_a_file_cannot_be_written_after_all(tmp_path: Path) -> None:
    (tmp_path / "sink.csv").symlink_to("/dev/full")
    done = compare("4", *PAIR, "--export", "sink.csv", cwd=tmp_path)
    assert "2 solvers agree" in done.stdout
    assert done.stderr == "compare.py: sink.csv: No space left on device\n"
    assert done.returncode == USAGE
