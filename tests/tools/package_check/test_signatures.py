"""A stand-in with a wrong signature is found out, by the jar or by newer declarations."""

from __future__ import annotations

import pytest

from tools.package_check import declarations
from tools.package_check.classes import JavaClass, Member, read
from tools.package_check.signatures import Match, judge, judge_by_source, names_for_tests

LISTING = """Compiled from "Player.java"
public class android.media.Player extends android.media.Base<java.lang.String> implements java.io.Closeable {
  public static final int LOUD = 3;
    descriptor: I

  public android.media.Player(java.lang.String);
    descriptor: (Ljava/lang/String;)V

  public <T extends java.lang.Object> void play(java.util.List<T>, long);
    descriptor: (Ljava/util/List;J)V
}
class android.media.Player$Own {
}
public interface android.media.Player$Listener {
  public abstract void onEnd(android.media.Player);
    descriptor: (Landroid/media/Player;)V
}
"""
BASE = JavaClass("android.media.Base", False, (), (Member("close", "()V"),))
JAR = {one.name: one for one in (*read(LISTING), BASE)}
DECLARED = declarations.read(
    """declare module android {
	export module media {
		export class Player extends android.media.Base {
			public static LOUD: 3;
			public static NEW: "new";
			public constructor(name: string);
			public play(list: java.util.List<any>, after: number): void;
			/** @since 30 */
			public play(list: androidNative.Array<number>, by: java.util.Map<string,number>): boolean;
			public ended(): android.media.Player | null;
		}
		export module Player {
			export class Heard extends java.lang.Object {
				public constructor(implementation: {
					onHeard(param0: number): void;
				});
				public onHeard(param0: number): void;
			}
		}
	}
}
"""
)
PLAYER = "android.media.Player"


def judge_members(
    *members: Member, name: str = PLAYER, interface: bool = False, source: str = ""
) -> list[Match]:
    stand_in = JavaClass(name, interface, (), members)
    return [verdict for verdict, _ in judge(stand_in, source, JAR, DECLARED)]


def test_javap_output_is_parsed_with_exact_types() -> None:
    player, inner, listener = read(LISTING)
    assert player.parents == ("android.media.Base", "java.io.Closeable")
    assert player.members == (
        Member("LOUD", "I", static=True, value="3"),
        Member("<init>", "(Ljava/lang/String;)V"),
        Member("play", "(Ljava/util/List;J)V"),
    )
    assert (listener.name, listener.interface) == ("android.media.Player$Listener", True)
    assert (player.public, inner.public, listener.public) == (True, False, True)


@pytest.mark.parametrize(
    "member",
    [
        Member("LOUD", "I", static=True, value="3"),
        Member("play", "(Ljava/util/List;J)V"),
        Member("close", "()V"),
    ],
)
def test_members_are_matched_with_the_jar(member: Member) -> None:
    assert judge_members(member) == [Match.EXACT]


@pytest.mark.parametrize(
    "member",
    [
        Member("play", "([ILjava/util/Map;)Z"),
        Member("NEW", "Ljava/lang/String;", static=True, value='"new"'),
        Member("ended", "()Landroid/media/Player;"),
    ],
)
def test_newer_members_are_matched_with_declarations(member: Member) -> None:
    assert judge_members(member) == [Match.DECLARED]


@pytest.mark.parametrize(
    "member",
    [
        pytest.param(Member("LOUD", "I", static=True, value="4"), id="another value"),
        pytest.param(Member("NEW", "Ljava/lang/String;", static=True, value='"old"'), id="another word"),
        pytest.param(Member("play", "(Ljava/util/List;I)V"), id="another kind of number"),
        pytest.param(Member("play", "(Ljava/util/List;)V"), id="one parameter less"),
        pytest.param(Member("play", "([ILjava/util/Map;)V"), id="nothing given back"),
        pytest.param(Member("close", "()V", static=True), id="static"),
        pytest.param(Member("stop", "()V"), id="unknown"),
    ],
)
def test_unknown_member_is_detected(member: Member) -> None:
    assert judge_members(member) == [Match.WRONG]


def test_interface_and_class_do_not_match() -> None:
    assert judge_members(name="android.media.Player$Heard", interface=True) == []
    assert judge_members(name="android.media.Player$Heard") == [Match.WRONG]
    assert judge_members(name=PLAYER, interface=True) == [Match.WRONG]


def test_unknown_class_is_detected() -> None:
    assert judge_members(Member("close", "()V"), name="android.media.Organ") == [Match.WRONG]


def test_test_helpers_are_ignored() -> None:
    source = """public class Player {
    public static int LOUD = 3;

    // For tests.
    public static final Map<String, Object> heard = new HashMap<>();
    public int stop;
    public static void reset() {}
    public static class Loud extends Player {}
}"""
    assert names_for_tests(source) == ["heard", "stop", "reset", "Loud"]
    assert judge_members(Member("stop", "I"), Member("<init>", "()V"), source=source) == []


def test_class_of_the_packer_is_matched_by_source() -> None:
    stand_in = JavaClass(
        "org.kivy.android.PythonActivity", False, (), (Member("mActivity", "L;", static=True),)
    )
    for source, match in (
        ("public static PythonActivity mActivity = null;", Match.BY_NAME),
        ("public static PythonActivity other = null;", Match.WRONG),
        (None, Match.UNKNOWN),
    ):
        assert [verdict for verdict, _ in judge_by_source(stand_in, "", source)] == [match]
