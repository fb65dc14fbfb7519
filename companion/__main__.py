"""Entry point of `python -m companion` and of a packed program."""

import sys

from companion.device import system


def main() -> int:
    match system.parse_part(sys.argv[1:]):
        case system.ENGINE_PART:
            from companion.narrator.voices.desktop_engine import run_engine_process

            run_engine_process()
        case system.PROBE_PART:
            from companion.cli.doctor import probe_window_and_sound

            probe_window_and_sound()
        case _:
            from companion.cli.main import main as run_command_line

            return run_command_line()
    return 0


if __name__ == "__main__":
    sys.exit(main())
