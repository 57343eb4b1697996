"""A run under way: consistent start, time loop in chunks, events, collecting the result, estimating its error."""
