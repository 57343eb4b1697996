"""The commands. Those of analyses are made from `jourdain.settings`; any other is a module here with a function `command`.

To add one: write the module, and put its name here; its first line of text is the help. Modules import what is heavy
inside their function, so that --help answers at once.
"""

COMMANDS = ("methods", "reproduce", "report", "convert", "reduce", "demo", "doctor", "warmup")
