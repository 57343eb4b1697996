"""Random examples are the same in every run: what fails, fails for everybody, and a change is judged by what it changed."""

from hypothesis import settings

settings.register_profile("jourdain", derandomize=True)
settings.load_profile("jourdain")
