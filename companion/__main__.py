"""`python -m companion`, and what a packed program begins with."""

import sys

from companion.device import alone


def main() -> int:
    match alone.part_asked_for(sys.argv[1:]):
        case alone.ENGINE:
            from companion.narrator.voices.desktop_engine import speak_to_files

            speak_to_files()
        case alone.PROBE:
            from companion.doctor import probe

            probe()
        case _:
            from companion import cli

            return cli.main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
