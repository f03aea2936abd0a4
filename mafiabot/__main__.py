"""`python -m mafiabot`: the same as the `mafiabot` command."""

from mafiabot.cli import main

if __name__ == "__main__":
    main()
