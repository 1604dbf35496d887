"""The usual model in CPMpy, solved by OR-Tools.

Usage: cpmpy_model.py N; prints the number of solutions and the seconds.
"""

import sys
import time

import cpmpy as cp
import numpy as np

n = int(sys.argv[1])
begun = time.perf_counter()
queens = cp.intvar(0, n - 1, shape=n)
rows = np.arange(n)
model = cp.Model(
    cp.AllDifferent(queens), cp.AllDifferent(queens + rows), cp.AllDifferent(queens - rows)
)
solutions = []
model.solveAll(solver="ortools", display=lambda: solutions.append(queens.value()))
print(len(solutions), time.perf_counter() - begun)
