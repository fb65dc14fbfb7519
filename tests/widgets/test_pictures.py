"""Labels on a map: inside its bounds, and clear of points, lines and each other where possible."""

from hypothesis import given
from hypothesis import strategies as st

from companion.widgets.pictures import LabelPoint, Rect, is_covered, place_labels

ROOM = Rect(0, 0, 400, 500)
WORDS = (80.0, 30.0)


def test_a_label_is_beside_its_point():
    mark = LabelPoint(200, 200, 20, WORDS)
    (frame,) = place_labels([mark], ROOM, gap=4)
    assert frame.overlap_share(mark.rect) == 0
    assert frame.x + frame.width == 200 - 20 - 4
    assert frame.y + frame.height / 2 == 200


def test_a_label_that_would_leave_the_bounds_is_on_the_other_side():
    (frame,) = place_labels([LabelPoint(30, 200, 20, WORDS)], ROOM)
    assert frame.x >= 50


def test_labels_of_neighbouring_points_do_not_cover_each_other():
    marks = [LabelPoint(200, 200, 20, WORDS), LabelPoint(130, 200, 20, WORDS)]
    frames = place_labels(marks, ROOM)
    assert not any(is_covered(frame, marks, frames) for frame in frames)


def test_labels_avoid_a_legend_and_lines():
    mark, legend = LabelPoint(200, 200, 20, WORDS), Rect(80, 150, 100, 100)
    (frame,) = place_labels([mark], ROOM, others=[legend])
    assert frame.overlap_share(legend) == 0
    line = [Rect(x, 198, 4, 4) for x in range(0, 400, 8)]
    (frame,) = place_labels([mark], ROOM, others=line)
    assert not any(frame.overlap_share(piece) for piece in line)


def test_covered_labels_are_reported():
    marks = [LabelPoint(200, 200, 20, WORDS), LabelPoint(300, 400, 20)]
    frames = place_labels(marks, ROOM)
    assert not is_covered(frames[0], marks, frames)
    assert is_covered(Rect(190, 190, 5, 5), marks, frames)
    assert is_covered(Rect(frames[0].x, frames[0].y, 9, 9), marks[1:], frames)


MARKS = st.lists(
    st.builds(
        LabelPoint, st.floats(0, 400), st.floats(0, 500), st.just(19.0),
        st.tuples(st.floats(5, 200), st.floats(5, 60)),
    ),
    max_size=20,
)  # fmt: skip


@given(MARKS)
def test_labels_never_leave_the_bounds(marks):
    for frame in place_labels(marks, ROOM):
        assert ROOM.x <= frame.x <= ROOM.width - frame.width + 1e-6
        assert ROOM.y <= frame.y <= ROOM.height - frame.height + 1e-6
