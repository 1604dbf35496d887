"""Models that somebody else wrote, as solvers: Python functions, programs, MiniZinc models."""
