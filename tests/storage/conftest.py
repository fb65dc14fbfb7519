from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from companion.storage.store import Store, open_memory_store, open_store
from tests.storage.exchange import START, Clock, Device, fill_store

HERE = Path(__file__).parent


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def reopen(tmp_path: Path, clock: Clock) -> Iterator[Callable[[], Store]]:
    """Open the store of this test's folder, after closing it if it is open."""
    opened: list[Store] = []

    def again() -> Store:
        for store in opened:
            store.close()
        opened.append(open_store(tmp_path, clock))
        return opened[-1]

    yield again
    for store in opened:
        store.close()


@pytest.fixture
def store(reopen: Callable[[], Store]) -> Store:
    opened = reopen()
    if not opened.is_durable:
        pytest.fail(f"the store did not open: {opened.problems}")
    return opened


@pytest.fixture(scope="session")
def counter() -> ModuleType:
    """The counter game, the same file that the child processes run."""
    spec = importlib.util.spec_from_file_location("storage_counter", HERE / "counter.py")
    if spec is None or spec.loader is None:
        pytest.fail("counter.py is missing")
    module = importlib.util.module_from_spec(spec)
    # Type hints are looked up by the module's name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def create_device(tmp_path: Path, clock: Clock) -> Iterator[Callable[[str], Device]]:
    devices: list[Device] = []

    def create(name: str) -> Device:
        devices.append(Device(tmp_path / name, clock))
        return devices[-1]

    yield create
    for device in devices:
        device.store.close()


@pytest.fixture
def here(create_device: Callable[[str], Device]) -> Device:
    return create_device("here")


@pytest.fixture
def there(create_device: Callable[[str], Device]) -> Device:
    return create_device("there")


@pytest.fixture(scope="module")
def source() -> Iterator[Store]:
    """Games of every kind, with a look, a group and an alias."""
    store = open_memory_store(lambda: START)
    fill_store(store, 11, 14)
    with store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('ada', 'Ada', 'star', 'red', NULL)", ())
        execute("INSERT INTO people VALUES ('adina', 'Adina', NULL, NULL, 'ada')", ())
    store.rosters.save_group("Tuesdays", ["Ada", "آرش"])
    yield store
    store.close()
