"""Results as files: NetCDF and tables."""
