"""Statistics counted once more, plainly: every game is played through by the rules, and what happened is
tallied move by move, with nothing of what the app counts by and no SQL. Slow, and easy to believe."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.games.avalon import state as avalon
from companion.games.avalon.rules import seat_sides
from companion.games.avalon.setup import deck
from companion.games.cultists import moves as cultists
from companion.games.cultists.state import GateStatus
from companion.games.duet import state as duet
from companion.games.duet.state import compute_score

ENOUGH_WINS = 2
MAKES_A_DAY_OF_IT = 3_600.0


@dataclass(frozen=True)
class Kept:
    """A game as it was played: `people` are those who sat there after names were merged, "" for nobody."""

    id: int
    game: str
    states: Sequence[Any]
    moves: Sequence[Any]
    started: float
    times: Sequence[float]
    night: float | None
    people: tuple[str, ...]

    @property
    def last(self) -> Any:
        return self.states[-1]

    @property
    def over(self) -> bool:
        return self.last.outcome is not None

    @property
    def played(self) -> float:
        """A pause of more than an hour is an hour."""
        whole, before = 0.0, self.started
        for at in self.times:
            whole += min(at - before, MAKES_A_DAY_OF_IT)
            before = at
        return whole

    @property
    def roles(self) -> tuple[str, ...]:
        """Those told last, of the people."""
        told: tuple[str, ...] = ()
        for move in self.moves:
            if type(move).__name__ == "Roles":
                told = move.roles
        return told[: len(self.people)]

    @property
    def sides(self) -> list[str]:
        if not self.roles:
            return []
        if self.game == "avalon":
            return [side.value for side in seat_sides(self.last) or ()]
        return ["cultists" if role == "cultist" else "investigators" for role in self.roles]

    @property
    def won(self) -> list[bool | None]:
        """Of each seat, where it is known."""
        if self.game == "silver":
            return [seat in self.last.winners for seat in range(len(self.people))]
        if self.game == "duet":
            return [self.last.outcome.winner is not None] * len(self.people)
        sides = self.sides or [""] * len(self.people)
        return [side == self.last.outcome.winner if side else None for side in sides]


class Key(NamedTuple):
    name: str
    part: str = ""
    person: str = ""


class Value(NamedTuple):
    """`behind` are the games that must be shown for it."""

    times: float
    of: float
    games: int
    behind: frozenset[int]


Told = dict[Key, Value]


class Tally:
    """Adds up one figure after the other."""

    def __init__(self) -> None:
        self.times: dict[Key, float] = defaultdict(float)
        self.of: dict[Key, float] = defaultdict(float)
        self.behind: dict[Key, set[int]] = defaultdict(set)

    def add(self, key: Key, game: Kept, times: float, of: float = 1) -> None:
        self.times[key] += times
        self.of[key] += of
        self.behind[key].add(game.id)

    def told(self) -> Told:
        return {
            key: Value(self.times[key], self.of[key], len(found), frozenset(found))
            for key, found in self.behind.items()
        }


def plainly(kind: str, kept: Iterable[Kept], chosen: Callable[[Kept], bool] = lambda game: True) -> Told:
    """Everything that the page of a game should tell."""
    games = [game for game in kept if game.game == kind and game.over and chosen(game)]
    if not games:
        return {}
    tally = Tally()
    count = {"avalon": _avalon, "cultists": _cultists, "silver": _silver, "duet": _duet}[kind]
    for game in games:
        count(tally, game)
        _people(tally, game)
    told = tally.told()
    if kind == "silver":
        _of_all_rounds(told, len(games))
    if kind != "silver":
        told |= _ends(kind, games)
    # A role that is in every game tells nothing.
    told = {key: value for key, value in told.items() if key.name != "with" or value.games < len(games)}
    return told | _untold(kind, games) | _streaks(games) | _lengths(games)


def plainly_of(
    kind: str, person: str, kept: Iterable[Kept], chosen: Callable[[Kept], bool] = lambda game: True
) -> Told:
    """Everything that somebody's page should tell of a game."""
    games = [
        game for game in kept if game.game == kind and game.over and person in game.people and chosen(game)
    ]
    tally = Tally()
    for game in games:
        seat = game.people.index(person)
        {"avalon": _avalon, "cultists": _cultists, "silver": _silver, "duet": _duet}[kind](tally, game)
        _people(tally, game)
        if game.roles and game.won[seat] is not None:
            tally.add(Key("role", game.roles[seat], person), game, game.won[seat] is True)
        _more_of(tally, game, seat)
    told = {
        key: value for key, value in (tally.told() | _streaks(games)).items()
        if key.person == person and key.name not in ("played", "streak_now")
    }  # fmt: skip
    for key, value in list(told.items()):
        if key.name == "picks":
            told[key] = value._replace(of=value.times)
    return told


def _people(tally: Tally, game: Kept) -> None:
    won, sides = game.won, game.sides
    for seat, person in enumerate(game.people):
        if not person:
            continue
        tally.add(Key("played", person=person), game, 1)
        if won[seat] is not None:
            tally.add(Key("won", person=person), game, won[seat] is True)
            if sides:
                tally.add(Key("won", sides[seat], person), game, won[seat] is True)


def _untold(kind: str, games: Sequence[Kept]) -> Told:
    missing = frozenset(game.id for game in games if not game.roles)
    if kind in ("silver", "duet") or not missing:
        return {}
    return {Key("untold"): Value(len(missing), len(games), len(games), missing)}


def _ends(kind: str, games: Sequence[Kept]) -> Told:
    sides = {
        "avalon": ("good", "evil"),
        "cultists": ("investigators", "cultists"),
        "duet": ("team", "lost"),
    }[kind]
    won: dict[str, set[int]] = {side: set() for side in sides}
    ways: dict[str, set[int]] = defaultdict(set)
    for game in games:
        side = game.last.outcome.winner or "lost"
        won[side].add(game.id)
        if side != "team":
            ways[game.last.outcome.reason].add(game.id)
    every = len(games)
    return {Key("side", side): Value(len(ids), every, every, frozenset(ids)) for side, ids in won.items()} | {
        Key("way", way): Value(len(ids), every, every, frozenset(ids)) for way, ids in ways.items()
    }


def _streaks(games: Sequence[Kept]) -> Told:
    results: dict[str, list[tuple[bool, int]]] = defaultdict(list)
    for game in sorted(games, key=lambda game: (game.started, game.id)):
        for person, won in zip(game.people, game.won, strict=True):
            if person and won is not None:
                results[person].append((won, game.id))
    told: Told = {}
    for person, ended in results.items():
        best: list[int] = []
        now: list[int] = []
        for won, number in ended:
            now = [*now, number] if won else []
            best = now if len(now) > len(best) else best
        for name, run in (("streak", best), ("streak_now", now)):
            if len(run) >= ENOUGH_WINS:
                told[Key(name, person=person)] = Value(len(run), len(run), len(run), frozenset(run))
    return told


def _lengths(games: Sequence[Kept]) -> Told:
    told: Told = {}
    for name, known in (
        ("length", {game.id: game.played for game in games if game.played}),
        ("night", {game.id: game.night for game in games if game.night is not None}),
    ):
        if not known:
            continue
        told[Key(name, "mean")] = Value(sum(known.values()), len(known), len(known), frozenset(known))
        if len(known) > 1:
            for part, seconds in (("shortest", min(known.values())), ("longest", max(known.values()))):
                behind = frozenset(number for number, length in known.items() if length == seconds)
                told[Key(name, part)] = Value(seconds, 1, 1, behind)
    return told


# -- Avalon -----------------------------------------------------------------------------------------------


def _avalon(tally: Tally, game: Kept) -> None:
    setup, last = game.last.setup, game.last
    seats = range(len(setup.players))
    approvals, told_votes, led, went, chosen, could = (Counter[int]() for _ in range(6))
    refused = voted = quests = 0
    for before, move in zip(game.states, game.moves, strict=False):
        if isinstance(move, avalon.Propose):
            led[before.leader] += 1
            for seat in seats:
                could[seat] += seat != before.leader
                chosen[seat] += seat != before.leader and seat in move.team
        elif isinstance(move, avalon.Vote):
            voted += 1
            if move.approve is None:
                passed = bool(move.approved)
            else:
                passed = 2 * len(move.approve) > len(setup.players)
                for seat in seats:
                    told_votes[seat] += 1
                    approvals[seat] += seat in move.approve
            refused += not passed
            went[before.leader] += passed
    for result in last.results:
        quests += result.success
        tally.add(Key("quest", str(result.quest)), game, not result.success)
    shots = [move for move in game.moves if isinstance(move, avalon.Assassinate)]
    if shots:
        # Nobody shoots before Good has its three quests.
        if quests != 3:
            raise AssertionError(quests)
        tally.add(Key("merlin"), game, last.outcome.winner == "evil")
    good = last.outcome.winner == "good"
    special = [card for card in dict.fromkeys(deck(setup)) if card not in ("servant", "minion")]
    for card in special:
        tally.add(Key("with", card), game, good)
    tally.add(Key("cards", " ".join((str(len(setup.players)), *special))), game, good)
    if voted:
        tally.add(Key("refused"), game, refused, voted)
    for seat, person in enumerate(game.people):
        for name, times, of in (
            ("approves", approvals, told_votes),
            ("leads", went, led),
            ("chosen", chosen, could),
        ):
            if person and of[seat]:
                tally.add(Key(name, person=person), game, times[seat], of[seat])


def _more_of(tally: Tally, game: Kept, seat: int) -> None:
    """What stands on nobody's page but somebody's own."""
    person = game.people[seat]
    if game.game == "avalon":
        picked = Counter[str]()
        for before, move in zip(game.states, game.moves, strict=False):
            if isinstance(move, avalon.Propose) and before.leader == seat:
                picked.update(game.people[other] for other in move.team if other != seat)
        for other, times in picked.items():
            if other:
                tally.add(Key("picks", other, person), game, times)
    if game.game == "silver":
        rounds = game.last.results
        for name, times in (
            ("kamikaze", sum(result.kamikaze == seat for result in rounds)),
            ("reset", sum(seat in result.resets for result in rounds)),
        ):
            if times:
                tally.add(Key(name, person=person), game, times, len(rounds))
    if game.game == "duet":
        agents = clues = 0
        for before, move in zip(game.states, game.moves, strict=False):
            if isinstance(move, duet.Clue) and move.by == seat:
                # Told late, it has brought what was found in its turn already.
                clues, agents = clues + 1, agents + before.correct_guesses
            elif isinstance(move, duet.Agent) and not before.is_sudden_death:
                agents += before.clue is not None and before.clue.by == seat
        if clues:
            tally.add(Key("given", person=person), game, agents, clues)


# -- Among Cultists ---------------------------------------------------------------------------------------


def _cultists(tally: Tally, game: Kept) -> None:
    setup, last = game.last.setup, game.last
    held = out = 0
    helped, told, against, could = (Counter[int]() for _ in range(4))
    for before, after, move in zip(game.states, game.states[1:], game.moves, strict=False):
        if isinstance(move, cultists.Declare):
            tally.add(Key("declared"), game, move.right)
        if not isinstance(move, cultists.Vote):
            continue
        held += 1
        gone = after.vote.eliminated
        out += gone is not None
        if after.vote.ballots is None:
            continue
        for seat, target in enumerate(after.vote.ballots):
            if seat < len(game.people):
                told[seat] += 1
                helped[seat] += gone is not None and target == gone
            if target is not None:
                against[target] += 1
        for seat in before.living:
            could[seat] += len(after.vote.ballots)
    if held:
        tally.add(Key("votes"), game, out, held)
    if last.gate is not None and last.gate.status is not GateStatus.OPEN:
        tally.add(Key("gate"), game, last.gate.status is GateStatus.CLOSED)
    for cause in {death.cause for death in last.deaths}:
        died = [death for death in last.deaths if death.cause is cause]
        tally.add(Key("deaths", cause.value), game, len(died), setup.seats)
    tally.add(Key("points"), game, last.points, last.target)
    tally.add(Key("rounds"), game, last.round)
    if last.seer_guess_target is not None:
        tally.add(Key("seer"), game, last.outcome.reason == "seer_named")
    won = last.outcome.winner == "investigators"
    special = [role for role in _SPECIAL if role in setup.roles]
    for role in special:
        tally.add(Key("with", role), game, won)
    tally.add(Key("roles", " ".join((str(setup.seats), *special))), game, won)
    dead = {death.seat for death in last.deaths}
    for seat, person in enumerate(game.people):
        if not person:
            continue
        tally.add(Key("deaths", person=person), game, seat in dead)
        for name, times, of in (("votes", helped, told), ("pointed", against, could)):
            if of[seat]:
                tally.add(Key(name, person=person), game, times[seat], of[seat])


_SPECIAL = (
    *("seer", "engineer", "firestarter", "assassin", "fish", "beast", "chicken"),
    *("doll", "zombie", "superghost"),
)


# -- Silver -----------------------------------------------------------------------------------------------


def _silver(tally: Tally, game: Kept) -> None:
    rounds = game.last.results
    called = [result for result in rounds if result.caller is not None]
    if called:
        won = sum(result.why[result.caller].call_succeeded for result in called)
        tally.add(Key("calls"), game, won, len(called))
    for result in rounds:
        way = "call" if result.caller is not None else result.ended.value if result.ended else "untold"
        tally.add(Key("ended", way), game, 1)
    for seat, person in enumerate(game.people):
        if not person:
            continue
        tally.add(Key("points", person=person), game, sum(one.scores[seat] for one in rounds), len(rounds))
        tally.add(Key("amulet", person=person), game, sum(one.amulet == seat for one in rounds), len(rounds))
        low = sum(one.sums[seat] == min(one.sums) for one in rounds)
        tally.add(Key("lowest", person=person), game, low, len(rounds))
        own = [one for one in called if one.caller == seat]
        if own:
            tally.add(Key("calls", person=person), game, sum(map(_succeeded, own)), len(own))


def _succeeded(result: Any) -> bool:
    return bool(result.why[result.caller].call_succeeded)


def _of_all_rounds(told: Told, games: int) -> None:
    ended = {key: value for key, value in told.items() if key.name == "ended"}
    rounds = sum(value.times for value in ended.values())
    for key, value in ended.items():
        told[key] = value._replace(of=rounds, games=games)


# -- Codenames Duet ---------------------------------------------------------------------------------------


def _duet(tally: Tally, game: Kept) -> None:
    setup, last = game.last.setup, game.last
    won = last.outcome.winner is not None
    mission = setup.mission
    part = f"{setup.tokens}-{setup.bystander_tokens}" if mission is None else mission.name or mission.city
    tally.add(Key("mission", part), game, won)
    points = compute_score(last)
    if points is not None:
        tally.add(Key("points", part), game, points.total)
    tally.add(Key("turns"), game, last.turn)
    if last.is_sudden_death:
        tally.add(Key("sudden_death"), game, won)
    right, touched = Counter[Any](), Counter[Any]()
    found, clues = Counter[str](), Counter[str]()
    for before, move in zip(game.states, game.moves, strict=False):
        if isinstance(move, duet.Agent | duet.Bystander | duet.Assassin):
            guessing = list(_guessing(before))
            if len(guessing) == 1:
                touched[guessing[0]] += 1
                right[guessing[0]] += isinstance(move, duet.Agent)
        clue = move if isinstance(move, duet.Clue) else before.clue
        if clue is None or clue.number is None:
            continue
        if isinstance(move, duet.Clue):
            clues[str(clue.number)] += 1
            found[str(clue.number)] += before.correct_guesses
        elif isinstance(move, duet.Agent) and not before.is_sudden_death:
            found[str(clue.number)] += 1
    for number in clues:
        tally.add(Key("clues", number), game, found[number], clues[number])
    if touched:
        tally.add(Key("guesses"), game, right.total(), touched.total())
    for seat, person in enumerate(game.people):
        side = setup.side_of(seat)
        if person and touched[side]:
            tally.add(Key("guesses", person=person), game, right[side], touched[side])


def _guessing(state: Any) -> Iterator[Any]:
    """Those who do not give the clue; in sudden death both, but for those whose words are all found."""
    if not state.is_sudden_death:
        yield state.giver.other
    elif state.done_side is not None:
        yield state.done_side
    else:
        yield state.giver
        yield state.giver.other
