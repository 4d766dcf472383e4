"""`python -m dealt` is the command `dealt`."""

from dealt.cli import main

if __name__ == "__main__":
    main()
