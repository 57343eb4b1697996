"""Adams-Bashforth-Moulton methods."""
