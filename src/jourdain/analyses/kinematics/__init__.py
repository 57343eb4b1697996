"""Motion of driven mechanisms without integration: positions by continuation, what drives can and cannot do."""
