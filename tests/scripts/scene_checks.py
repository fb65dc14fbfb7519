"""Checks of scenes: nothing overlaps, and everything is within the picture."""

from collections.abc import Iterator

from companion.scripts.teaching import HEIGHT, WIDTH, Scene, SceneItem, Shape


def find_overlaps(scene: Scene) -> Iterator[tuple[SceneItem, SceneItem]]:
    """Yield pairs of items that overlap although neither is an overlay."""
    flat_items = [item for item in scene if not item.is_overlay and item.shape is not Shape.ARROW]
    for index, item_a in enumerate(flat_items):
        for item_b in flat_items[index + 1 :]:
            if (
                item_a.left < item_b.right
                and item_b.left < item_a.right
                and item_a.top < item_b.bottom
                and item_b.top < item_a.bottom
            ):
                yield item_a, item_b


def find_out_of_bounds(scene: Scene) -> Iterator[SceneItem]:
    """Yield the items that are partly outside the picture."""
    for item in scene:
        if item.left < 0 or item.top < 0 or item.right > WIDTH or item.bottom > HEIGHT:
            yield item
