"""`python -m demine` is the command line."""

from demine.cli import main

main()
