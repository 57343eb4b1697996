"""Models as files: text, units, short and plain forms, parts."""
