"""The forms of a report, one module or folder each. They read the model and nothing else."""
