"""How long a game was played."""

from companion.statistics.formatting import MAX_MOVE_SECONDS, compute_played_seconds


def test_it_is_the_time_from_the_start_to_the_last_move():
    assert compute_played_seconds(100.0, (130.0, 190.0)) == 90.0


def test_of_a_long_break_only_so_much_counts():
    assert (
        compute_played_seconds(0.0, (60.0, 60.0 + 7 * 86_400, 90.0 + 7 * 86_400)) == 90.0 + MAX_MOVE_SECONDS
    )


def test_a_clock_that_was_set_back_takes_nothing_away():
    assert compute_played_seconds(100.0, (160.0, 10.0, 40.0)) == 90.0


def test_a_game_that_was_read_in_has_no_length():
    assert compute_played_seconds(100.0, ()) is None
    assert compute_played_seconds(100.0, (100.0, 100.0)) is None
