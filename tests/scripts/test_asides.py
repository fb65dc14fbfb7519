from companion.scripts.avalon.night import build_script
from companion.scripts.cultists.night import build_script as cultists_night
from companion.scripts.recovery import Interjection, list_interjections, stopped_cues


def lines(script):
    return [cue.line for cue in stopped_cues(script)]


def test_a_stop_shuts_all_eyes_before_anybody_looks_up(table):
    shut, up = stopped_cues(build_script(table(7, "oberon")))
    assert (shut.kind, up.kind) == (Interjection.STOPPED, Interjection.LOOK_UP)
    assert shut.is_rest
    assert (
        set(shut.closes)
        == set(shut.thumbs_down)
        == set(up.opens)
        == {"merlin", "servant", "assassin", "minion", "oberon"}
    )


def test_a_stop_covers_decks_only_where_decks_are_turned(table, cult_table):
    assert lines(build_script(table(5)))[0] == "app.say.stopped"
    assert lines(cultists_night(cult_table(7)))[0] == "app.say.stopped"
    assert lines(cultists_night(cult_table(5, "seer")))[0] == "app.say.stopped_decks"
    with_automa = stopped_cues(cultists_night(cult_table(4, automa=True)))[0]
    assert with_automa.line == "app.say.stopped_decks_automa"
    assert "automa" in with_automa.covers


def test_all_that_may_be_said_is_known_before_the_night(table):
    kinds = {cue.kind for cue in list_interjections(build_script(table(7, "percival")))}
    assert kinds == set(Interjection)
    missed = [
        cue.line for cue in list_interjections(build_script(table(5))) if cue.kind is Interjection.MISSED
    ]
    assert missed == ["avalon.say.night.merlin_missed"]
