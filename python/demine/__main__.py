"""`python -m demine` is the command line."""

from demine.cli import main

# Processes that play strategies import the module that runs here, under another name.
if __name__ == "__main__":
    main()
