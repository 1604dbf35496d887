"""How a run is carried out: in a child process of its own, under limits."""
