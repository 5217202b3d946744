"""O1..O5, O8, O9: the advantage tokens that are played in steps of their own. Superior Fighters and Coast Watchers are
played while moving (movement.py), Good Logistics while buying (regroup.py).
"""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.battle_box import Term, volley
from ironbottom.games.axis_allies.rules.combat import (
    Losses,
    Zones,
    air_power,
    broadsides,
    gun_crews,
    has_air,
    land_power,
    sea_power,
    worth_fighting,
)
from ironbottom.games.axis_allies.rules.printed import (
    AIR,
    ALLIES,
    ART,
    AXIS,
    BASE,
    CATEGORIES,
    GROUND,
    INF,
    LAND,
    PTB,
    SEA,
    SEAS,
    SPACE,
    SPACES,
    SUP,
    TOKEN,
    TOKENS,
)
from ironbottom.games.axis_allies.rules.question import Question
from ironbottom.games.axis_allies.rules.state import Battle, Campaign, TokenPlayed, plus
from ironbottom.games.axis_allies.rules.unloading import GUNS_LANDED, UnloadBegins, loaded, shores
from ironbottom.kernel.action import Action
from ironbottom.kernel.step import Auto, Refusal, refuse
from ironbottom.kernel.value import value

OWNER = {"banzai_charge": AXIS, "night_fighting": AXIS, "quick_drop": AXIS, "amphibious_assault": ALLIES,
         "pt_boats": ALLIES}
RULE = {"command_decision": "O2", "banzai_charge": "O3", "night_fighting": "O4", "quick_drop": "O5",
        "superior_fighters": "O6", "good_logistics": "O7", "amphibious_assault": "O8", "pt_boats": "O9",
        "coast_watchers": "O10"}


def zone_with_units(s: Campaign, side: int, zone: int) -> bool:
    """O9: whether a side has a unit in a sea zone."""
    return bool(s.fleet(side, zone) or any(s.planes(side, zone)))


def may_have_ships(s: Campaign, side: int, zone: int) -> bool:
    """O9: whether a side has a ship in a zone, or a PT boat that it may still place there this turn."""
    boats = side == ALLIES and s.tokens[ALLIES][TOKEN["pt_boats"]] and zone_with_units(s, ALLIES, zone)
    return bool(s.fleet(side, zone) or boats)


def may_land(s: Campaign, side: int, land: int) -> bool:
    """C19: whether a side has land units on ships that may put them ashore here this turn."""
    if land == BASE[1 - side] and not s.printed.landings:
        return False
    return any(item in GROUND and item != SUP for zone in s.printed.waters[land]
               for _, cargo, _ in s.fleet(side, zone) for item in cargo)


def fires_at_land(s: Campaign, side: int, land: int) -> bool:
    """C3, C20: whether a side has something that may attack land units here."""
    return bool(land_power(s, side, land) or has_air(s, side, land) or broadsides(s, side, land))


def may_come(s: Campaign, category: int, space: int) -> bool:
    """O2, A27: at the start of Combat, whether an attack on this kind of target may come about here this turn."""
    if category == AIR:
        return worth_fighting(s, AIR, space)
    for side in (AXIS, ALLIES):
        enemy = 1 - side
        if category == SEA:
            armed = sea_power(s, side, space) or gun_crews(s, side, space) or (
                side == ALLIES and may_have_ships(s, side, space))
            if armed and may_have_ships(s, enemy, space):
                return True
        elif (s.troops(enemy, space) or may_land(s, enemy, space)) and (
                fires_at_land(s, side, space) or may_land(s, side, space)):
            return True
    return False


def places(s: Campaign, side: int, token: str) -> tuple[tuple[str, ...], ...]:
    """O2..O5, O8, O9: what a token may be played on now; nothing where it could do nothing."""
    enemy = 1 - side
    early = Zones(AIR) in s.stack
    if token == "command_decision":
        kinds = [(z, c) for z in range(21) for c in (AIR, SEA if z < SEAS else LAND)]
        return tuple((SPACES[z], CATEGORIES[c]) for z, c in kinds if may_come(s, c, z))
    if token == "banzai_charge":
        return tuple((SPACES[z],) for z in range(SEAS, 21) if (
                     may_come(s, LAND, z) if early else s.troops(enemy, z) and fires_at_land(s, side, z)) and
                     ("banzai_charge", SPACES[z]) not in s.effects)
    if token == "night_fighting":
        # where the other side decides later, a PT boat may still come
        there = may_have_ships if s.first == side else Campaign.fleet
        return tuple((SPACES[z],) for z in range(SEAS) if (may_come(s, SEA, z) if early else there(s, enemy, z) and
                     (sea_power(s, side, z) or gun_crews(s, side, z))) and
                     ("night_fighting", SPACES[z]) not in s.effects)
    if token == "pt_boats":
        return tuple((SPACES[z],) for z in range(SEAS) if zone_with_units(s, side, z))
    if token == "amphibious_assault":
        return tuple((SPACES[SEAS + i],) for i, n in enumerate(s.landed) if n and s.troops(enemy, SEAS + i))
    return tuple(
        (SPACES[zone], SPACES[land])
        for zone in dict.fromkeys(zone for zone, _, _ in loaded(s, side)) for land in shores(s, side, zone)
    )


def assault_terms(s: Campaign, land: int) -> tuple[Term, ...]:
    """O8: what the Allies put ashore on an island this turn and how it rolls at land units: infantry, artillery."""
    values, at = s.printed.power[LAND], land - SEAS
    guns = sum(effect[2] for effect in s.effects if effect[:2] == (GUNS_LANDED, SPACES[land]))
    left = s.landed[at] - guns * values[ART]
    infantry = ((land, INF, left // values[INF], values[INF]),) if values[INF] and left else ()
    return infantry + (((land, ART, guns, values[ART]),) if guns and values[ART] else ())


@value
class TokenStep(Auto):
    """O1: a moment when a token may be played; passed over for a side that has none, or nothing to play it on.
    Several may be played one after the other."""

    side: int
    token: str

    def run(self, s: Campaign) -> Campaign:
        if s.tokens[self.side][TOKEN[self.token]] and places(s, self.side, self.token):
            return s.push(PlayToken(self.side, self.token))
        return s


@value
class PlayToken(Question):
    """O1: whether and where to spend the token."""

    side: int
    token: str
    rule = "O1"

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        return (*(("play", self.token, *place) for place in places(s, self.side, self.token)), ("pass",))

    def default(self, s: Campaign, side: int) -> Action | None:
        """O1: it is kept."""
        return ("pass",)

    def act(self, s: Campaign, side: int, action: Action) -> Campaign:
        """O2..O5, O8, O9: the token's effect."""
        token, place = self.token, action[2:]
        s = s.play_token(side, TOKEN[token], *place)
        s = s.tell(TokenPlayed(side, token, place[0], place[1] if len(place) > 1 else ""))
        again = TokenStep(side, token)
        if token == "pt_boats":
            zone = SPACE[place[0]]
            s = s.with_fleet(side, zone, plus(s.fleet(side, zone), (PTB, (), 0))).gain(side, PTB)
        elif token == "quick_drop":
            return s.push(UnloadBegins(side, SPACE[place[0]], SPACE[place[1]]), again)
        elif token == "amphibious_assault":
            land = SPACE[place[0]]
            s = s.replace(battle=Battle(LAND, land))
            s = s.push(Losses(LAND, land), again)
            return volley(s, side, "troops", land, assault_terms(s, land))
        return s.push(again)

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "play" and len(action) > 1 and action[1] in TOKENS:
            return refuse(RULE[action[1]], "refused.token_place" if action[1] == self.token else "refused.token_time",
                          token=action[1])
        return refuse("O1", "refused.token", token=self.token)


@value
class CommandDecisions(Auto):
    """O2..O4, O9: at the start of Combat, the first player and then the other may play Command Decision; then, before
    any attack is made, PT boats may come, and if that was agreed, the tokens that act in later steps may be played."""

    def run(self, s: Campaign) -> Campaign:
        s = s.push(BoatsBeforeAir()) if s.printed.early_boats else s
        s = s.push(Tokens(("night_fighting", "banzai_charge"))) if s.printed.early_tokens else s
        return s.push(*(TokenStep(side, "command_decision") for side in s.sides()))


@value
class BoatsBeforeAir(Auto):
    """O9: a PT boat may come before the attacks on aircraft too; asked where these may take the last unit that lets
    it come."""

    def run(self, s: Campaign) -> Campaign:
        at_stake = any(has_air(s, ALLIES, zone) and not s.fleet(ALLIES, zone) and air_power(s, AXIS, zone)
                       for zone in range(SEAS))
        return s.push(TokenStep(ALLIES, "pt_boats")) if at_stake else s


@value
class Tokens(Auto):
    """O1, O3..O5, O8, O9: tokens that may be played at one moment, the first player's before the other's."""

    names: tuple[str, ...]

    def run(self, s: Campaign) -> Campaign:
        steps = [
            TokenStep(side, name) for side in s.sides() for name in self.names if OWNER[name] == side
        ]
        return s.push(*steps)
