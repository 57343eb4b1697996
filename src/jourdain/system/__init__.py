"""From a Model to a System: frozen tables, the pattern of the Newton matrix, names of every equation."""
