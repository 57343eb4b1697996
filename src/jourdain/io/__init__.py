"""Models and results as plain data and as files."""
