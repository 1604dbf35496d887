"""The model of the textbooks on python-constraint: a function for each pair of rows.

Usage: textbook.py N; prints the number of solutions and the seconds.
"""

import sys
import time
from itertools import combinations

import constraint

n = int(sys.argv[1])
begun = time.perf_counter()
problem = constraint.Problem()
problem.addVariables(range(n), range(n))
for i, j in combinations(range(n), 2):
    problem.addConstraint(lambda a, b, d=j - i: a != b and abs(a - b) != d, (i, j))
solutions = problem.getSolutions()
print(len(solutions), time.perf_counter() - begun)
