"""How the attack on a front looks."""

from __future__ import annotations

from ironbottom.games.archies_war.solitaire.rules.attack import (
    Attacked,
    Bombarded,
    JapaneseReinforced,
    MassAttack,
    OverrunEmpty,
    Term,
    Tested,
    total,
)
from ironbottom.games.archies_war.solitaire.ui.log import JP, US, carded, lost, worded
from ironbottom.kernel.presenter import Reader, line
from ironbottom.kernel.view import Line, Sum
from ironbottom.kernel.words import Words


def sums(attack: tuple[Term, ...], defence: tuple[Term, ...], words: Words) -> list[Sum]:
    """Both strengths, line by line."""
    return [
        {
            "name": words.say(f"solo.sum.{side}"),
            "side": side,
            "terms": [
                {"text": words.say(f"solo.{term.text}"), "value": f"+{term.value}", "rule": term.rule} for term in terms
            ],
            "total": str(total(terms)),
        }
        for side, terms in ((JP, attack), (US, defence))
    ]


@line(JapaneseReinforced, MassAttack)
def told(seen: JapaneseReinforced | MassAttack, reader: Reader) -> Line:
    return worded(seen, reader, "SR-46" if isinstance(seen, MassAttack) else "SR-22", JP)


@line(Tested)
def tested(seen: Tested, reader: Reader) -> Line:
    less = reader.words.say("solo.less", n=seen.less) if seen.less else ""
    made = worded(seen, reader, "SR-21", JP, hit=seen.attacks, less=less)
    ridge = [reader.modifier("solo.ridge_test", -seen.less, "SR-21")] if seen.less else []
    result = reader.words.say(f"solo.card.test.{'yes' if seen.attacks else 'no'}", n=seen.strength, front=seen.front)
    return carded(made, result, ridge, seen.die - seen.less if seen.less else None)


@line(Bombarded)
def bombarded(seen: Bombarded, reader: Reader) -> Line:
    on = reader.words.say("solo.on", n=seen.highest)
    made = worded(seen, reader, "SR-23", JP, hit=seen.hit, on=on)
    return carded(made, reader.words.say(f"solo.card.field.{'yes' if seen.hit else 'no'}"),
                  [reader.modifier("solo.guns", on, "SR-23")])


@line(OverrunEmpty)
def overrun_empty(seen: OverrunEmpty, reader: Reader) -> Line:
    made = worded(seen, reader, "SR-30", JP)
    made["mark"] = "battle"
    return made


@line(Attacked)
def attacked(seen: Attacked, reader: Reader) -> Line:
    rule = {"overrun": "SR-34", "beaten": "SR-35", "held": "SR-36"}[seen.result]
    strength, against = total(seen.attack), total(seen.defence)
    attackers = [term.value for term in seen.attack if term.text in ("term.force", "term.infiltration")]
    nobody = seen.result == "held" and not any(attackers)
    made = worded(seen, reader, rule, JP, "held_nobody" if nobody else seen.result, strength=strength, against=against)
    made["mark"] = "battle"
    made["sums"] = sums(seen.attack, seen.defence, reader.words)
    result = reader.words.say(f"solo.card.attack.{'held_nobody' if nobody else seen.result}")
    if seen.result == "beaten":
        return carded(made, result, losses=lost(reader, US, seen.front, 1))
    if seen.result == "overrun" or nobody:
        return carded(made, result)
    box = ("reserves" if seen.front == "bloody_ridge" else seen.front) if attackers[0] else "infiltration"
    return carded(made, result, losses=lost(reader, JP, box, 1))
