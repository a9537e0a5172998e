"""The `a2a-lifecycle` command: arguments and printing, nothing else."""
