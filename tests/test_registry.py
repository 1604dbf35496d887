"""How a name becomes a solver, and what a name costs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

import solvers
from solvers import Outcome, Problem, Solver, SpecError, Unavailable, load, names
from solvers.builtin import BUILTIN, TRUSTED, is_builtin
from solvers.registry import check_spec, rows

BUILT_IN = [
    "backtracking",
    "backtracking-forward",
    "colour-split",
    "cpsat",
    "cpsat-pairwise",
    "cpsat-boolean",
    "python-constraint",
    "python-constraint-pairwise",
    "python-constraint-alldifferent",
]

MINE = """
from itertools import permutations
from solvers import Solver

class Mine(Solver):
    name = "mine"

    def search(self, problem, run):
        for q in filter(problem.accepts, permutations(range(problem.n))):
            run.found(q)
"""

TWO = MINE + "\nclass Other(Mine):\n    name = 'other'\n"

HELPED = """
from solvers import Solver
from counts_of_queens import COUNTS

class Helped(Solver):
    def search(self, problem, run):
        run.counted(COUNTS[problem.n])
"""


@pytest.fixture(autouse=True)
def imports_of_a_test_are_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Loading a file adds its folder to the path and its modules to those that are imported."""
    monkeypatch.setattr(sys, "path", sys.path[:])
    yield
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a file into a folder of the test's own."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return write


Write = Callable[[str, str], Path]


def count_of(solver: Solver, n: int = 6) -> tuple[str, int, bool]:
    outcome: Outcome = solver.solve(Problem(n))
    return outcome.solver, outcome.count, outcome.finished


def python(code: str) -> str:
    """What a new interpreter prints that runs this code with the project importable."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(solvers.__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    ).stdout


# Names


def test_the_built_in_solvers_have_names() -> None:
    assert list(BUILTIN) == BUILT_IN
    assert names()[: len(BUILT_IN)] == BUILT_IN
    assert set(TRUSTED) <= set(BUILT_IN)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_name_loads_a_solver(name: str) -> None:
    solver = load(name)
    assert solver.name == name
    assert is_builtin(name)
    assert is_builtin(solver)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_row_has_what_list_prints(name: str) -> None:
    row = rows()[name]
    assert row.name == name
    assert row.available
    assert "\n" not in row.model
    assert row.model
    if row.distributions:
        distribution, number = str(row.version).split(" ")
        assert distribution in row.distributions
        assert number[0].isdigit()


@pytest.mark.parametrize(
    "spec", ["nobody", "Cpsat", "", "cpsat ", "backtracking:Backtracking", "py", "mine.pyc", "."]
)
def test_an_unknown_name_is_answered_with_the_choices(spec: str) -> None:
    for ask in (load, check_spec):
        with pytest.raises(SpecError) as refusal:
            ask(spec)
        text = str(refusal.value)
        assert text.startswith(f"no solver is called {spec!r}: choose from {', '.join(names())}")
        assert "FILE.py" in text


# What a name costs

HEAVY = ("constraint", "numpy", "ortools", "pandas", "tabulate")


@pytest.mark.parametrize(
    "code",
    [
        "import solvers",
        "import solvers; solvers.names()",
        "import solvers.registry as r; [(row.available, row.version) for row in r.rows().values()]",
        "from solvers.registry import check_spec; check_spec('cpsat')",
        "from solvers import Lines, Problem; Problem(8)",
        "import solvers; [getattr(solvers, name) for name in solvers.__all__]",
        "import compare; compare.parser()",
    ],
)
def test_names_import_no_backend(code: str) -> None:
    report = f"import json, sys; print(json.dumps([m for m in {HEAVY} if m in sys.modules]))"
    assert json.loads(python(f"{code}\n{report}")) == []


def test_a_load_imports_one_backend() -> None:
    report = f"import json, sys; print(json.dumps([m for m in {HEAVY} if m in sys.modules]))"
    loading = "import solvers; solvers.load('python-constraint')"
    assert json.loads(python(f"{loading}\n{report}")) == ["constraint"]


def test_public_names() -> None:
    assert {type(getattr(solvers, name)) for name in solvers.__all__}.isdisjoint({ModuleType})
    with pytest.raises(AttributeError, match="module 'solvers' has no attribute 'nothing'"):
        _ = solvers.nothing


@pytest.mark.parametrize(
    ("name", "package", "distribution"),
    [
        ("cpsat", "ortools", "ortools"),
        ("python-constraint", "constraint", "python-constraint2"),  # the maintained one
    ],
)
def test_a_missing_package_is_said_with_what_to_install(
    name: str, package: str, distribution: str
) -> None:
    printed = python(
        f"import sys; sys.modules[{package!r}] = None  # what is imported as missing\n"
        "import solvers, solvers.registry\n"
        f"print(solvers.registry.rows()[{name!r}].available)\n"
        "print(solvers.load('backtracking').solve(solvers.Problem(6)).count)\n"
        f"try: solvers.load({name!r})\n"
        "except solvers.Unavailable as reason: print(reason)\n"
    )
    available, count, reason = printed.splitlines()
    assert (available, count) == ("False", "4")
    assert reason.startswith(f"no module {package}")
    assert reason.endswith(f": pip install {distribution}")


# Files


@pytest.mark.parametrize(
    ("text", "suffix", "name"),
    [
        (MINE, "", "mine"),
        (MINE, ":Mine", "mine"),
        (TWO, ":Mine", "mine"),
        (TWO, ":Other", "other"),
        (f"# -*- coding: utf-8 -*-\n{MINE}", "", "mine"),
        (
            f"{MINE}\nif __name__ == '__main__':\n    raise SystemExit('run as a script')\n",
            "",
            "mine",
        ),
    ],
)
def test_a_file_holds_a_solver(write: Write, text: str, suffix: str, name: str) -> None:
    spec = f"{write('mine.py', text)}{suffix}"
    check_spec(spec)
    solver = load(spec)
    assert count_of(solver) == (name, 4, True)
    assert not is_builtin(spec)
    assert not is_builtin(solver)


@pytest.mark.parametrize(
    "name", ["my queens.py", "queens-8.py", "八皇后.py", "C:queens.py", "v1.2.py"]
)
def test_a_file_may_have_any_name(write: Write, name: str) -> None:
    assert count_of(load(str(write(name, MINE)))) == ("mine", 4, True)
    assert count_of(load(f"{write(name, TWO)}:Other")) == ("other", 4, True)


def test_a_file_is_looked_up_from_the_working_folder(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(write("mine.py", MINE).parent)
    assert count_of(load("mine.py")) == count_of(load("./mine.py:Mine")) == ("mine", 4, True)


def test_a_module_beside_the_file_can_be_imported(write: Write) -> None:
    write("counts_of_queens.py", "COUNTS = {6: 4}")
    assert count_of(load(str(write("helped.py", HELPED)))) == ("Helped", 4, True)


def test_a_file_is_a_module_that_others_can_import(write: Write) -> None:
    """Dataclasses and pickles look a class up in the module that it says it is from."""
    path = write("mine.py", f"from dataclasses import dataclass\n{MINE}\nMine = dataclass(Mine)\n")
    solver = load(str(path))
    assert getattr(sys.modules[type(solver).__module__], type(solver).__name__) is type(solver)
    assert sys.modules[type(solver).__module__].__file__ == str(path)


def test_a_file_leaves_nothing_beside_itself(write: Write) -> None:
    path = write("mine.py", MINE)
    load(str(path))
    assert list(path.parent.iterdir()) == [path]


def test_what_a_file_raises_is_its_own(write: Write) -> None:
    with pytest.raises(ZeroDivisionError):
        load(str(write("mine.py", f"{MINE}\n1 / 0")))


@pytest.mark.parametrize(
    ("text", "suffix", "reason", "choices"),
    [
        ("", "", "holds no ", []),
        ("from solvers import Solver", "", "holds no ", []),
        ("x = 1", ":x", "'x'", []),
        (MINE, ":Yours", "'Yours'", ["Mine"]),
        (MINE, ":Solver", "'Solver'", ["Mine"]),
        (MINE, ":", "''", ["Mine"]),
        (TWO, "", "holds several ", ["{path}:Mine", "{path}:Other"]),
    ],
)
def test_a_file_without_the_solver(
    write: Write, text: str, suffix: str, reason: str, choices: list[str]
) -> None:
    """The message names the file, what is wrong with it, and what can be chosen in it."""
    path = write("mine.py", text)
    with pytest.raises(SpecError) as refusal:
        load(f"{path}{suffix}")
    message = str(refusal.value)
    assert message.startswith(f"{path} holds ")
    assert reason in message
    for choice in choices:
        assert choice.format(path=path) in message.removeprefix(str(path))


def test_a_solver_without_a_search_is_refused(write: Write) -> None:
    path = write("mine.py", "from solvers import Solver\nclass Unfinished(Solver): pass")
    with pytest.raises(SpecError, match=r"Unfinished.* search"):
        load(str(path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\ny = (2\n", "{path}, line 2: '(' was never closed"),
        ("def f():\nreturn 1\n", "{path}, line 2: expected an indented block"),
        ("for:\n", "{path}, line 1: invalid syntax"),
        ("x = '\0'\n", "{path}"),
    ],
)
def test_a_file_that_does_not_compile(write: Write, text: str, message: str) -> None:
    path = write("mine.py", text)
    for ask in (check_spec, load):
        with pytest.raises(SpecError) as refusal:
            ask(str(path))
        assert str(refusal.value).startswith(message.format(path=path))


def test_a_file_in_another_encoding_does_not_compile(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(b"x = 'caf\xe9'\n")
    with pytest.raises(SpecError, match=r"mine\.py, line 1: .*utf-8"):
        check_spec(str(path))


@pytest.mark.parametrize("suffix", ["", ":Mine"])
def test_a_file_that_is_missing(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / "mine.py"
    for ask in (check_spec, load):
        with pytest.raises(SpecError, match=f"^{path}: No such file or directory$"):
            ask(f"{path}{suffix}")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.mkdir()
    for ask in (check_spec, load):
        with pytest.raises(SpecError, match=f"^{path}: "):
            ask(str(path))


def test_a_file_is_compiled_but_not_run_to_check_a_spec(write: Write) -> None:
    check_spec(str(write("mine.py", "raise SystemExit")))


# Entry points


@pytest.fixture
def install(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Installs a distribution with these entry points, as pip would leave it."""

    def install(modules: dict[str, str], points: dict[str, str]) -> None:
        for module, text in modules.items():
            write(f"site/{module}.py", text)
        info = "site/their_solvers-1.5.dist-info"
        write(f"{info}/METADATA", "Metadata-Version: 2.1\nName: their-solvers\nVersion: 1.5\n")
        lines = [f"{name} = {target}" for name, target in points.items()]
        write(f"{info}/entry_points.txt", "\n".join(["[queens_compare.solvers]", *lines, ""]))
        monkeypatch.syspath_prepend(tmp_path / "site")

    return install


def test_entry_points_are_solvers(install: Callable[..., None]) -> None:
    before = set(names())
    install({"their_queens": TWO}, {"zeta": "their_queens:Other", "alpha": "their_queens:Mine"})
    assert [name for name in names() if name not in before] == ["alpha", "zeta"]
    assert "their_queens" not in sys.modules
    check_spec("alpha")
    assert count_of(load("alpha")) == ("mine", 4, True)
    assert count_of(load("zeta")) == ("other", 4, True)
    assert not is_builtin("alpha")
    assert not is_builtin(load("alpha"))
    row = rows()["zeta"]
    assert (row.version, row.model) == ("their-solvers 1.5", "entry point their_queens:Other")


def test_no_entry_point_takes_a_built_in_name(install: Callable[..., None]) -> None:
    before = names()
    install({"their_queens": MINE}, {"cpsat": "their_queens:Mine"})
    assert names() == before
    assert is_builtin(load("cpsat"))


def test_an_entry_point_without_its_module_is_unavailable(install: Callable[..., None]) -> None:
    install({}, {"theirs": "their_lost_queens:Mine"})
    with pytest.raises(Unavailable, match="no module their_lost_queens: pip install their-solvers"):
        load("theirs")


def test_an_entry_point_that_is_no_solver_is_refused(install: Callable[..., None]) -> None:
    install({"their_queens": "Mine = dict"}, {"theirs": "their_queens:Mine"})
    with pytest.raises(SpecError, match="their_queens:Mine is no Solver subclass"):
        load("theirs")


def test_a_built_in_name_is_found_without_looking_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is installed takes milliseconds to look through, in every run."""

    def look() -> None:
        raise AssertionError("looked for entry points")

    monkeypatch.setattr("solvers.registry._entry_points", look)
    assert load("backtracking").name == "backtracking"
