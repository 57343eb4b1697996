"""`python -m jourdain` is the command `jourdain` of this Python, wherever the script of that name is."""

from jourdain.commands.cli import main

if __name__ == "__main__":
    main()
