"""Files in and out of a phone, through Android's own classes in a real JVM.

Each function without `test_` runs on the phone and tries several things there: a phone starts slowly.
"""

from __future__ import annotations

import hashlib
import queue
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.core.game import Problem, ProblemError
from companion.device.android_files import SCHEME, create_file_exchange, uri_of_intent
from companion.device.system import IncomingLink
from companion.files import share_link
from tests.phone.jvm import Phone


def told(result: Any) -> Any:
    """What was told, as JSON can carry it."""
    if isinstance(result, Problem):
        return [result.code, result.args.get("file")]
    return None if result is None else [result.location.value, result.path_or_name]


class OnTheAppsThread:
    """What is to happen soon, done when the test looks."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[Callable[[], object]] = queue.Queue()

    def __call__(self, act: Callable[[], object]) -> None:
        self._waiting.put(act)

    def look(self) -> None:
        self._waiting.get(timeout=30)()


def exported(name: str = "avalon-2026-11-17-12.json", data: bytes = b"{}") -> Path:
    folder = Path(tempfile.mkdtemp()) / "exports"
    folder.mkdir()
    path = folder / name
    path.write_bytes(data)
    return path


def shared() -> Any:
    from jnius import autoclass, cast

    exchange = create_file_exchange(OnTheAppsThread())
    path = exported()
    exchange.share(path, "application/json")
    page = autoclass("android.app.Activity")
    chooser = page.started.get(0)
    intent = cast("android.content.Intent", chooser.getParcelableExtra("android.intent.extra.INTENT"))
    stream = cast("android.net.Uri", intent.getParcelableExtra("android.intent.extra.STREAM"))
    seen = [
        exchange.can_share,
        chooser.getAction(),
        intent.getAction(),
        intent.getType(),
        stream.toString(),
        intent.getClipData().uri.toString(),
        intent.getFlags() & 1,
    ]
    refusals = []
    for refusal in ("nobody", "forbidden"):
        page.refusal = refusal
        refusals.append(_refused(lambda: exchange.share(path, "application/json")))
    page.refusal = ""
    elsewhere = Path(tempfile.mkdtemp()) / "companion.db"
    elsewhere.touch()
    refusals.append(_refused(lambda: exchange.share(elsewhere, "application/zip")))
    return [seen, refusals]


def _refused(act: Callable[[], object]) -> Any:
    try:
        act()
    except ProblemError as refused:
        return told(refused.problem)
    return "not refused"


def test_a_file_is_shared_by_a_uri_that_one_app_may_read(phone: Phone) -> None:
    seen, refusals = phone(shared)
    address = "content://org.tablecompanion.companion.files/exports/avalon-2026-11-17-12.json"
    assert seen == [
        True,
        "android.intent.action.CHOOSER",
        "android.intent.action.SEND",
        "application/json",
        address,
        address,
        1,
    ]
    game = "avalon-2026-11-17-12.json"
    assert refusals == [["not_shared", game], ["not_shared", game], ["not_shared", "companion.db"]]


def words_shared(words: str) -> Any:
    from jnius import autoclass, cast

    exchange = create_file_exchange(OnTheAppsThread())
    exchange.share_text(words)
    page = autoclass("android.app.Activity")
    chooser = page.started.get(0)
    intent = cast("android.content.Intent", chooser.getParcelableExtra("android.intent.extra.INTENT"))
    handed = intent.extras.get("android.intent.extra.TEXT")
    seen = [chooser.getAction(), intent.getAction(), intent.getType(), handed, intent.getFlags()]
    refusals = []
    for refusal in ("nobody", "forbidden"):
        page.refusal = refusal
        refusals.append(_refused(lambda: exchange.share_text(words)))
    return [seen, refusals]


def test_a_text_is_shared_without_a_file(phone: Phone) -> None:
    words = "Chloe takes the night\n\u200fآرش ۳ · Άννα · 🎲"
    seen, refusals = phone(words_shared, words)
    assert seen == ["android.intent.action.CHOOSER", "android.intent.action.SEND", "text/plain", words, 0]
    assert refusals == [["text_not_shared", None]] * 2


def saved_to_downloads() -> Any:
    from jnius import autoclass

    soon = OnTheAppsThread()
    exchange = create_file_exchange(soon)
    resolver = autoclass("android.content.ContentResolver")
    path = exported("backup.zip", bytes(range(256)) * 1000)
    answers: list[Any] = []
    address = "content://media/external/downloads/backup.zip"
    exchange.save(path, "application/zip", lambda result: answers.append(told(result)))
    soon.look()
    row = resolver.rows.get(address)
    same = bytes(resolver.files.get(address)) == path.read_bytes()
    whole = [same, row.get("is_pending"), row.get("mime_type")]
    for wrong in ("no row", "refused", "null", "gone", "full"):
        resolver.writing = wrong
        exchange.save(path, "application/zip", lambda result: answers.append(told(result)))
        soon.look()
    return [answers, whole, resolver.rows.size()]


def test_a_file_is_saved_to_the_downloads_completely_or_not_at_all(phone: Phone) -> None:
    answers, whole, rows = phone(saved_to_downloads)
    assert answers == [
        ["downloads", "backup.zip (1)"],
        *(["not_saved", "backup.zip"] for _ in range(4)),
        ["full", "backup.zip"],
    ]
    assert whole == [True, 0, "application/zip"]
    # What could not be written whole was taken away again; here it takes the name of what was there.
    assert rows == 0


def saved_on_an_old_phone() -> Any:
    from jnius import autoclass

    autoclass("android.os.Build$VERSION").SDK_INT = 28
    page, here = autoclass("android.app.Activity"), autoclass("org.kivy.android.PythonActivity").mActivity
    intents, addresses = autoclass("android.content.Intent"), autoclass("android.net.Uri")
    soon = OnTheAppsThread()
    exchange = create_file_exchange(soon)
    answers: list[Any] = []
    path = exported()

    def keep(result: Any) -> None:
        answers.append(told(result))

    exchange.save(path, "application/json", keep)
    asked = page.started.get(0)
    here.answer(page.lastRequest, -1, intents("", addresses.parse("content://docs/7")))
    soon.look()
    exchange.save(path, "application/json", keep)
    here.answer(page.lastRequest, 0, None)
    soon.look()
    page.refusal = "nobody"
    exchange.save(path, "application/json", keep)
    written = autoclass("android.content.ContentResolver").files.get("content://docs/7")
    return [asked.getAction(), asked.getType(), answers, bytes(written).decode()]


def test_an_old_phone_opens_a_save_dialog(phone: Phone) -> None:
    action, kind, answers, written = phone(saved_on_an_old_phone)
    assert (action, kind) == ("android.intent.action.CREATE_DOCUMENT", "application/json")
    assert answers == [["chosen", "game.json"], None, ["not_saved", "avalon-2026-11-17-12.json"]]
    assert written == "{}"


def chosen() -> Any:
    from jnius import autoclass

    page, here = autoclass("android.app.Activity"), autoclass("org.kivy.android.PythonActivity").mActivity
    intents, addresses = autoclass("android.content.Intent"), autoclass("android.net.Uri")
    resolver = autoclass("android.content.ContentResolver")
    soon = OnTheAppsThread()
    exchange = create_file_exchange(soon)
    found: list[Any] = []

    def ask(result: int, intent: Any) -> Any:
        exchange.choose_file(found.append)
        here.answer(page.lastRequest, result, intent)
        soon.look()
        return found.pop()

    file = intents("", addresses.parse("content://docs/primary%3A7"))
    arrival = ask(-1, file)
    asked = page.started.get(0)
    page_seen = [asked.getAction(), asked.getType(), list(asked.strings("android.intent.extra.MIME_TYPES"))]
    # 20 MB, of which it says that they are three bytes.
    resolver.length, resolver.said = 20_000_000, 3
    name, said = arrival.describe()
    size, digest = 0, hashlib.sha256()
    with arrival.open() as source:
        while chunk := source.read(1 << 16):
            size += len(chunk)
            digest.update(chunk)
    as_written = digest.digest() == hashlib.sha256(bytes(range(200)) * 100_000).digest()
    read = [name, said, size, as_written, resolver.open]
    names = []
    resolver.said = -1
    for described in ("null", "refused", "empty", "other columns"):
        resolver.described = described
        names.append(list(arrival.describe()))
    resolver.described, resolver.name = "", "../../\x00\u202eevil" + "x" * 300
    names.append(list(arrival.describe()))
    resolver.name = "game.json"
    refusals = []
    for reading in ("gone", "refused", "null", ""):
        resolver.reading, resolver.breaks = reading, 100_000
        refusals.append(_refused(lambda: _read(arrival)))
    cancelled = [ask(0, file), ask(-1, None), ask(0, None)]
    page.refusal = "nobody"
    refusals.append(_refused(lambda: exchange.choose_file(found.append)))
    exchange.close()
    return [page_seen, read, names, refusals, cancelled, here.listeners()]


def _read(arrival: Any) -> None:
    with arrival.open() as source:
        while source.read(1 << 16):
            pass


def test_a_chosen_file_is_read_whatever_its_metadata(phone: Phone) -> None:
    page, read, names, refusals, cancelled, listeners = phone(chosen)
    assert page[:2] == ["android.intent.action.OPEN_DOCUMENT", "*/*"]
    assert {"application/json", "application/zip"} <= set(page[2])
    assert read == ["game.json", 3, 20_000_000, True, 0]
    assert names[:4] == [["primary%3A7", None]] * 4
    assert names[4][0].startswith("../../")
    assert refusals == [["not_handed", "game.json"]] * 4 + [["no_chooser", None]]
    assert cancelled == [None, None, None]
    assert listeners == 0


def handed() -> Any:
    from jnius import autoclass, cast

    here = autoclass("org.kivy.android.PythonActivity").mActivity
    intents, addresses = autoclass("android.content.Intent"), autoclass("android.net.Uri")
    resolver = autoclass("android.content.ContentResolver")
    soon = OnTheAppsThread()
    names: list[str] = []

    def note(arrival: Any) -> None:
        names.append(arrival.describe()[0])

    def viewed(address: str) -> Any:
        return intents(intents.ACTION_VIEW, addresses.parse(address))

    resolver.described = "null"
    here.setIntent(viewed("content://mail/launch"))
    exchange = create_file_exchange(soon)
    exchange.watch_incoming(note)
    soon.look()
    sent = intents(intents.ACTION_SEND)
    sent.putExtra(intents.EXTRA_STREAM, cast("android.os.Parcelable", addresses.parse("content://mail/sent")))
    from_history = viewed("content://mail/long-ago")
    from_history.addFlags(intents.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY)
    for ignored in (
        from_history,
        viewed("file:///data/data/org.tablecompanion.companion/files/companion.db"),
        intents(intents.ACTION_SEND),
        intents(intents.ACTION_MAIN),
        intents(intents.ACTION_VIEW),
        None,
    ):
        here.hand(ignored)
    here.hand(sent)
    soon.look()
    exchange.close()
    # Watched again, as after a restart within the same process.
    exchange.watch_incoming(note)
    here.hand(viewed("content://mail/viewed"))
    soon.look()
    return names


def links_opened() -> Any:
    from jnius import autoclass, cast

    here = autoclass("org.kivy.android.PythonActivity").mActivity
    intents, addresses = autoclass("android.content.Intent"), autoclass("android.net.Uri")
    soon = OnTheAppsThread()
    came: list[Any] = []

    def viewed(address: str) -> Any:
        return intents(intents.ACTION_VIEW, addresses.parse(address))

    here.setIntent(viewed("tablecompanion:n/0123"))
    exchange = create_file_exchange(soon)
    exchange.watch_incoming(came.append)
    soon.look()
    sent = intents(intents.ACTION_SEND)
    link = cast("android.os.Parcelable", addresses.parse("tablecompanion:g/AAAA"))
    sent.putExtra(intents.EXTRA_STREAM, link)
    from_history = viewed("tablecompanion:g/long-ago")
    from_history.addFlags(intents.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY)
    for intent in (
        viewed("https://example.org/g/AAAA"),
        from_history,
        sent,
        viewed("tablecompanion:g/Ab-_9"),
    ):
        here.hand(intent)
    soon.look()
    exchange.close()
    return [arrival.text for arrival in came if isinstance(arrival, IncomingLink)], len(came)


def test_a_share_link_is_passed_on_unchanged(phone: Phone) -> None:
    assert phone(links_opened) == [["tablecompanion:n/0123", "tablecompanion:g/Ab-_9"], 2]


def test_the_scheme_of_share_links_is_the_same_everywhere() -> None:
    filters = Path("android/intent_filters.xml")
    manifest = (Path(__file__).parents[2] / filters).read_text(encoding="utf-8")
    assert SCHEME == share_link.SCHEME
    assert f'<data android:scheme="{SCHEME}" />' in manifest


def handed_amiss() -> Any:
    from jnius import autoclass, cast

    here = autoclass("org.kivy.android.PythonActivity").mActivity
    intents, addresses = autoclass("android.content.Intent"), autoclass("android.net.Uri")

    def sent(brought: Any) -> Any:
        intent = intents(intents.ACTION_SEND)
        intent.putExtra(intents.EXTRA_STREAM, cast("android.os.Parcelable", brought))
        return intent

    no_address = uri_of_intent(sent(intents(intents.ACTION_MAIN)))
    unreadable = sent(addresses.parse("content://mail/sent"))
    address = uri_of_intent(unreadable).toString()
    unreadable.unreadable = True
    here.setIntent(unreadable)
    create_file_exchange(OnTheAppsThread()).watch_incoming(lambda _: None)
    return [no_address, address, here.listeners()]


def test_invalid_intents_are_ignored(phone: Phone) -> None:
    assert phone(handed_amiss) == [None, "content://mail/sent", 1]


def test_an_intent_is_handled_once(phone: Phone) -> None:
    assert phone(handed) == ["launch", "sent", "viewed"]
