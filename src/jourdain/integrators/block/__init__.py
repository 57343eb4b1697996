"""L-stable block methods; Radau IIA is one of them."""
