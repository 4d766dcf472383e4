"""Portable Bridge Notation (PBN): boards of other programs, read and written with the library endplay.

A board that is written and read again keeps its number, dealer, vulnerability, the hands, the auction with its notes,
contract, declarer, the cards played, a claim and the result, the four names, event, site, date, scoring, and every tag
and table that PBN does not know. It loses what the library or the format has no place for: comments, notes about cards
played, the ``!`` behind an alerted call, claims that were refused, who of two opponents accepted first, the seed of the
deal, and at rubber bridge what was scored before the deal. A double quote in a name becomes a single one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from dealt.cards import RANKS, STANDARD, Card, Cards, mask, name, text
from dealt.game import Action, ExportedDeal, Format, ImportedDeal, Seat, Value
from dealt.games.bridge import library
from dealt.games.bridge.auction import CALLS, Auction, Contract, contract
from dealt.games.bridge.modes import Duplicate
from dealt.games.bridge.pbn_tags import UNKNOWN, Board, Tag, decoded, games, seat_of
from dealt.games.bridge.play import COMPASS, Bridge, call_of, vulnerable
from dealt.games.tricks import TrickState

SIDES: Final = {"none": "None", "ns": "NS", "ew": "EW", "both": "All"}
NAMES: Final = ("North", "East", "South", "West")
_STRAINS: Final = "SHDCN"  # in the library's order
_NO_SUIT: Final = 4  # the suit of the cards with which the library fills up the last trick
_FAILS: Final = (ValueError, RuntimeError, KeyError, IndexError, TypeError, AttributeError)
"""The exceptions that the library raises for a text that it can't read."""


def _library() -> Any:
    try:
        return library.types(), library.pbn()
    except (ImportError, OSError):
        raise ImportError('PBN needs the package endplay: pip install "dealt[bridge]"') from None


# --- the cards ------------------------------------------------------------------------------------------------------


def _card(one: Any) -> Card:
    """A card of the library as one of ours."""
    bit, suit = int(one.rank.value), int(one.suit.value)
    return 4 * (bit.bit_length() - 3) + 3 - suit  # its ranks are bits from 4 on, spades are 0


def _hands(written: str) -> dict[Seat, Cards]:
    """The known hands of a deal; ValueError if one can't be read, or a card is there twice."""
    types, _ = _library()
    found: dict[Seat, Cards] = {}
    head, colon, rest = written.partition(":")
    if not colon or head.strip().upper() not in tuple(COMPASS):
        raise ValueError(f"Deal {written[:40]!r} does not begin with N:, E:, S: or W:")
    first, hands = COMPASS.index(head.strip().upper()), rest.split()
    if len(hands) != 4:
        raise ValueError(f"Deal has {len(hands)} hands, not 4")
    for n, hand in enumerate(hands):
        seat = (first + n) % 4
        if hand == "-":
            continue
        if not re.fullmatch(r"[2-9TJQKAtjqka]*(\.[2-9TJQKAtjqka]*){3}", hand):
            raise ValueError(
                f"the hand {hand[:40]!r} of {COMPASS[seat]} isn't four suits of AKQJT98765432 with dots between them"
            )
        suits = types.Hand(hand)
        some = [_card(types.Card(suit=suit, rank=rank)) for suit in types.Denom.suits() for rank in suits[suit]]
        if len(some) != len(hand) - 3:
            raise ValueError(f"the hand {hand[:40]!r} of {COMPASS[seat]} has a card twice")
        for other, held in found.items():
            twice = held & mask(some)
            if twice:
                raise ValueError(f"{text(twice)[:2]} is in the hands of {COMPASS[other]} and {COMPASS[seat]}")
        if len(some) != 13:
            raise ValueError(f"{COMPASS[seat]} has {len(some)} cards, not 13")
        found[seat] = mask(some)
    return found


def _laid(hands: Mapping[Seat, Cards]) -> dict[str, str]:
    return {f"hand {seat}": text(hands[seat]) for seat in sorted(hands)}


def cards(written: str) -> Mapping[str, str] | None:
    """The piles in a line such as ``N:AKQ.. ...``, where a dash leaves a hand open; None for another notation."""
    if not re.match(r"\s*[NESWnesw]\s*:", written):
        return None
    found = _hands(written)
    if not found:
        raise ValueError("no hand is given")
    return _laid(found)


# --- reading --------------------------------------------------------------------------------------------------------


def read(raw: bytes) -> tuple[ImportedDeal, ...]:
    """The boards of a file. ValueError says in one line which can't be read and why; ImportError without endplay.

    A board without an auction gets the shortest one that leads to its contract, and ``about["Auction"]`` is "?". Where
    the play stops early and the result is known, the seat whose turn it is claims the rest. If all boards are finished
    and have the dealers and vulnerability of their numbers in order, they become one match; otherwise each board is a
    match.
    """
    _library()
    found: list[tuple[Board, ImportedDeal, bool]] = []
    before: Mapping[str, Tag] = {}
    for game in games(decoded(raw)):
        board = Board.of(game, before)
        before = {**before, **board.tags}
        try:
            found.append((board, *_board(board)))
        except _FAILS as error:
            raise ValueError(f"{board.where}: {str(error) or type(error).__name__}") from None
    if not found:
        raise ValueError("there is no board in this file")
    numbers = [board.number for board, _, _ in found]
    if all(
        over and board.number and board.dealer == COMPASS[n % 4] and board.sides == vulnerable(board.number)
        for n, (board, _, over) in enumerate(found)
    ):
        in_order = len(numbers) <= 32 and numbers == list(range(1, len(numbers) + 1))
        options: dict[str, Value] = {"mode": "duplicate", "boards": len(numbers) if in_order else None}
        return tuple(each._replace(match=options) for _, each, _ in found)
    return tuple(each for _, each, _ in found)


def _board(board: Board) -> tuple[ImportedDeal, bool]:
    """One board, and whether it is over."""
    number = board.number
    if not board.value("deal"):
        raise ValueError("it has no deal")
    hands = _hands(board.value("deal"))
    if len(hands) < 4:
        missing = ", ".join(COMPASS[seat] for seat in range(4) if seat not in hands)
        raise ValueError(f"the deal is incomplete: the hand of {missing} is missing")
    _, pbn = _library()
    (found,) = pbn.loads(board.tidy())
    rules: dict[str, Any] = {
        "mode": "duplicate",
        "boards": None,
        "vulnerability": board.sides,
        "dealer": board.dealer.lower(),
    }
    play = _Play(Duplicate(**rules, claims=True), tuple(hands[seat] for seat in range(4)), board)
    about = {f"{key[0].upper()}{key[1:]}": _told(value) for key, value in found.info.items()}
    about = {key: value for key, value in about.items() if key.capitalize() not in NAMES}
    about = {key: value for key, value in about.items() if value not in UNKNOWN}
    agreed = _agreed(found, board)
    calls = [_call(each) for each in found.auction]
    about |= {f"call {n}": each.announcement for n, each in enumerate(found.auction, 1) if each.announcement}
    if not calls and agreed is not None:
        calls = _shortest(agreed, play.state.dealer)
        about["Auction"] = "?"
    play.bid(calls, agreed)
    play.cards([None if each.suit.value == _NO_SUIT else _card(each) for each in found.play])
    play.claim(board.result)
    laid = _laid(hands) | {".notes": str(number or 1)}
    names = [board.value(each.lower()) or "?" for each in NAMES]
    players = tuple(names) if any(each != "?" for each in names) else ()
    over = play.state.turn is None
    return ImportedDeal(play.title(), rules, laid, tuple(play.actions), players, about), over


def _told(value: Any) -> str:
    """A tag's value, or a table: its columns in the first line."""
    if isinstance(value, str):
        return value
    columns = [
        each
        if isinstance(each, str)
        else "".join(
            (
                each["ordering"] or "",
                each["name"],
                f"\\{each['minwidth']}" if each["minwidth"] else "",
                each["alignment"] or "",
            )
        )
        for each in value["headers"]
    ]
    return "\n".join([";".join(columns), *(" ".join(row) for row in value["rows"])])


def _call(bid: Any) -> str:
    """A call of the library as one of ours."""
    found = f"{bid.level}{_STRAINS[bid.denom.value]}" if hasattr(bid, "level") else bid.penalty.abbr.upper() or "P"
    if found not in CALLS:
        raise ValueError(f"there is no call {found}")
    return found


def _agreed(found: Any, board: Board) -> Contract | None:
    """The contract by the tags: level 0 for a board that was passed out, None where no tag names one."""
    if not board.value("contract"):
        return None
    said = found.contract
    if said.level == 0:
        return Contract(0, "N", 0, 0)
    if board.value("declarer"):
        declarer = COMPASS.index(seat_of(board.value("declarer").removeprefix("^"), "declarer"))
    elif board.calls:
        declarer = -1
    else:
        raise ValueError("the contract has no declarer")
    return Contract(said.level, _STRAINS[said.denom.value], {"": 0, "x": 1, "xx": 2}[said.penalty.abbr], declarer)


def _shortest(agreed: Contract, dealer: Seat) -> list[str]:
    """The shortest auction to a contract."""
    if agreed.level == 0:
        return ["P"] * 4
    calls = ["P"] * ((agreed.declarer - dealer) % 4)
    return [*calls, f"{agreed.level}{agreed.strain}", *("X", "XX")[: agreed.doubled], "P", "P", "P"]


@dataclass
class _Play:
    """A board of a file played by our rules, which refuse what is illegal."""

    game: Bridge
    hands: tuple[Cards, ...]
    board: Board
    actions: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        state = self.game.begin(self.hands, COMPASS.index(self.board.dealer))
        self.state: TrickState = replace(state, deal_data=(self.board.number or 1,))

    def act(self, seat: Seat, action: Action) -> None:
        self.state = self.game.apply(self.state, seat, action)
        self.actions.append(f"{seat} {action}")

    def bid(self, calls: Sequence[str], agreed: Contract | None) -> None:
        """Make the calls, with final passes where the contract is known. ValueError if another contract results."""
        left = list(calls)
        while self.state.phase == "auction" and self.state.turn is not None:
            if not left and (agreed is None or not calls):
                return
            call, seat = left.pop(0) if left else "P", self.state.turn
            found = [each for each in self.game.legal(self.state, seat) if call_of(each) == call]
            if not found:
                raise ValueError(
                    f"call {len(self.actions) + 1} of the auction, {call} by {COMPASS[seat]}, isn't possible"
                )
            self.act(seat, found[0])
        if left:
            raise ValueError(f"the auction goes on after its end, with {left[0]}")
        ours = self.game.contract(self.state)
        if agreed is None or (ours is None and agreed.level == 0):
            return
        if ours is None or ours[:3] != agreed[:3] or agreed.declarer not in (-1, ours.declarer):
            said = _said(agreed)
            raise ValueError(f"the auction comes to {_said(ours)}, but Contract and Declarer say {said}")

    def cards(self, played: Sequence[Card | None]) -> None:
        """Play the cards in order, up to the first unknown one (None)."""
        if not played:
            return
        agreed = self.game.contract(self.state)
        if agreed is None or self.state.phase != "play":
            raise ValueError("cards are played without a contract")
        leader = seat_of(self.board.value("play"), "play")
        if COMPASS.index(leader) != self.state.turn:
            raise ValueError(
                f"{leader} leads in Play, but {COMPASS[self.state.leader]} has the lead against {_said(agreed)}"
            )
        for one in played:
            hand, seats = self.state.turn, self.game.turn(self.state)
            if one is None or hand is None:
                return
            found = [each for each in self.game.legal(self.state, seats[0]) if each.cards == 1 << one]
            if not found:
                trick = sum(self.state.won) + 1
                raise ValueError(f"{COMPASS[hand]} can't play {name(one)} in trick {trick}")
            self.act(seats[0], found[0])

    def claim(self, tricks: int | None) -> None:
        """Claim the rest of the tricks by the result, once the known cards are played."""
        agreed = self.game.contract(self.state) if self.state.phase == "play" else None
        if tricks is None or agreed is None:
            return
        side = agreed.declarer % 2
        if self.state.turn is None:
            if self.game.tricks_taken(self.state, side) != tricks:
                raise ValueError(
                    f"declarer took {self.game.tricks_taken(self.state, side)} tricks, but Result says {tricks}"
                )
            return
        (seat,) = self.game.turn(self.state)
        mine = (tricks if seat % 2 == side else 13 - tricks) - self.game.tricks_taken(self.state, seat % 2)
        if not 0 <= mine <= 13 - sum(self.state.won):
            raise ValueError(f"Result says {tricks} tricks, which the cards played don't allow")
        self.act(seat, Action("claim", amount=mine))
        while self.state.phase == "claim":
            self.act(self.game.turn(self.state)[0], Action("accept"))

    def title(self) -> str:
        """A line about the board for a list: number, dealer, vulnerability, contract, tricks."""
        number = f"board {self.board.number}" if self.board.number else "a board"
        words = [f"{number}: dealer {self.board.dealer}", f"vulnerable {SIDES[self.board.sides]}"]
        if self.state.phase == "play" or self.state.turn is None:
            agreed = self.game.contract(self.state)
            words.append(_said(agreed))
            if agreed is not None and self.state.turn is None:
                words.append(f"{self.game.tricks_taken(self.state, agreed.declarer % 2)} tricks")
        return ", ".join(words)


def _said(agreed: Contract | None) -> str:
    if agreed is None or agreed.level == 0:
        return "passed out"
    who = f" by {COMPASS[agreed.declarer]}" if agreed.declarer >= 0 else ""
    return f"{agreed.level}{agreed.strain.replace('N', 'NT')}{'X' * agreed.doubled}{who}"


# --- writing --------------------------------------------------------------------------------------------------------


def write(deals: Sequence[ExportedDeal]) -> str:
    """The boards as a PBN file, in UTF-8. ValueError for the mode without an auction, ImportError without endplay."""
    _, pbn = _library()
    encoder = pbn.PBNEncoder()
    parts = [f"% PBN {encoder.pbn_version}\n% EXPORT\n"]
    for told in deals:
        encoder.export_board(*_exported(told))
        parts.append("".join(_unknown(each, told) for each in encoder.tags))
    return "\n".join(parts) if len(parts) > 1 else parts[0]


def _last(told: ExportedDeal) -> TrickState:
    """The state after all actions."""
    state = told.first
    for seat, action in told.moves:
        state = told.game.apply(state, seat, action)
    return state  # type: ignore[no-any-return]


def _unknown(tag: str, told: ExportedDeal) -> str:
    """A tag as the library writes it, but with the value "?" where the board isn't over and the library would guess."""
    key, state = tag[1:].partition(" ")[0], _last(told)
    guessed = ("Result",) if state.phase != "auction" else ("Result", "Contract", "Declarer")
    if state.turn is not None and key in guessed:
        return f'[{key} "?"]\n'
    return tag.replace("x", "X") if key == "Contract" else tag


def _exported(told: ExportedDeal) -> tuple[Any]:
    """A deal as a board of the library."""
    types, _ = _library()
    game, first, last = told.game, told.first, _last(told)
    if not isinstance(game, Bridge) or first.phase != "auction" or game.deck != STANDARD:
        raise ValueError("PBN holds boards with an auction: this mode has none")
    seen = game.view(first, None)
    ns, ew = (any(each.name == "vulnerable" and each.owner == seat for each in seen.facts) for seat in (0, 1))
    board = types.Board(
        deal=types.Deal("N:" + " ".join(map(dotted, first.hands))),
        board_num=game.board(first),
        dealer=types.Player(first.dealer),
        vul=types.Vul.find("all" if ns and ew else "ns" if ns else "ew" if ew else "none"),
    )
    board.info.update(_tags(told))
    if told.about.get("Auction") != "?":
        board.auction = [
            types.Bid(call, announcement=_plain(told.about.get(f"call {n}", "")) or None)
            for n, call in enumerate(last.calls, 1)
        ]
    agreed = contract(last.calls, first.dealer) if Auction.of(last.calls).over else None
    if agreed is not None:
        board.contract = types.Contract(
            f"{agreed.level}{agreed.strain}{COMPASS[agreed.declarer]}{'X' * agreed.doubled}"
        )
        board.contract.result = game.tricks_taken(last, agreed.declarer % 2) - agreed.level - 6
        board.deal.trump = types.Denom.find(agreed.strain)
    board.play = [
        types.Card(name(one)[1].upper() + name(one)[0])
        for _, action in told.moves
        if action.verb == "play"
        for one in STANDARD
        if action.cards >> one & 1
    ]
    board.claimed = last.turn is None and any(last.hands) and agreed is not None
    return (board,)


def _tags(told: ExportedDeal) -> dict[str, Any]:
    """What is told about a deal, as tags and tables of the library."""
    found = dict[str, Any]()
    for key, value in told.about.items():
        if key != "Auction" and not key.startswith("call "):
            head, *rows = value.split("\n")
            found[key] = {"headers": [head], "rows": [[row] for row in rows]} if rows else _plain(value)
    if "Rubber" in type(told.game).__name__:
        found.setdefault("Scoring", "Rubber")
    return found | {key: _plain(person) for key, person in zip(NAMES, told.players or (), strict=False)}


def dotted(hand: Cards) -> str:
    """A hand in the notation of the format: the ranks of spades, hearts, diamonds and clubs, with dots between."""
    return ".".join(
        "".join(rank for rank in reversed(RANKS) if hand >> (4 * RANKS.index(rank) + suit) & 1) for suit in (3, 2, 1, 0)
    )


def _plain(value: str) -> str:
    """The text without double quotes and control characters, so that a tag can hold it."""
    return " ".join("".join(each if each.isprintable() else " " for each in value.replace('"', "'")).split())


PBN: Final = Format("pbn", ".pbn", read, write, cards)
