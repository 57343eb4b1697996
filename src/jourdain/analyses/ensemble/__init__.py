"""Many runs of one model: ensembles, sweeps, and what a search for the best values is made of."""
