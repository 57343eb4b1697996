"""The commands. One small module each, with a function `command`; its first line of text is the help.

To add one: write the module, and put its name here. Modules import what is heavy inside their function, so that --help
answers at once.
"""

COMMANDS = ("check", "assemble", "run", "verify", "report", "convert", "demo", "doctor", "warmup")
