"""What messages cost a room: which of them are rationed together, and which take long to answer."""

from __future__ import annotations

from typing import Any, Final

from dealt.wire import protocol

COSTLY: Final = (
    protocol.Name,
    protocol.SignIn,
    protocol.GetDevices,
    protocol.AddDevice,
    protocol.EndDevice,
    protocol.GetChallenge,
    protocol.MakePasskey,
    protocol.EndPasskey,
    protocol.TellMe,
    protocol.MakeWords,
    protocol.GetExport,
    protocol.GetFriends,
    protocol.Befriend,
    protocol.Unfriend,
    protocol.Block,
    protocol.GetClubs,
    protocol.GetClub,
    protocol.OpenClub,
    protocol.JoinClub,
    protocol.LeaveClub,
    protocol.DirectClub,
    protocol.Report,
    protocol.Create,
    protocol.PlayDaily,
    protocol.Quick,
    protocol.Join,
    protocol.Deal,
    protocol.GetRecord,
    protocol.GetReplay,
    protocol.GetStatistics,
    protocol.GetHistory,
    protocol.GetDays,
    protocol.GetCompany,
    protocol.GetOldDeal,
    protocol.GetRatings,
    protocol.GetSet,
    protocol.GetDaily,
    protocol.SetPace,
    protocol.Analyse,
    protocol.StopAnalysis,
    protocol.GetMistakes,
    protocol.OpenTournament,
    protocol.GetTournament,
    protocol.JoinTournament,
    protocol.LeaveTournament,
    protocol.DirectTournament,
    protocol.ExportTournament,
)
TALK: Final = (protocol.Chat, protocol.Phrase)
"""What is rationed together: a phrase is a line of talk."""
ASKING: Final = (
    protocol.Hint,
    protocol.GetOdds,
    protocol.GetMeaning,
    protocol.GetPosition,
    protocol.TryAction,
)
"""Questions about a position, which a page asks again and again."""
KINDS: Final[dict[type[Any], str]] = dict.fromkeys(TALK, "chat")
KINDS.update(dict.fromkeys(ASKING, "ask"))
KINDS.update(dict.fromkeys(COSTLY, "costly"))
"""What a message is rationed with, as the settings call it."""
LONG: Final = (
    protocol.GetOdds,
    protocol.GetMeaning,
    protocol.GetExport,
    protocol.GetRecord,
    protocol.GetReplay,
    protocol.GetHistory,
    protocol.GetDays,
    protocol.GetCompany,
    protocol.GetOldDeal,
    protocol.GetRatings,
    protocol.GetSet,
    protocol.GetDaily,
    protocol.Hint,
    protocol.Analyse,
    protocol.GetPosition,
    protocol.TryAction,
    protocol.GetMistakes,
    protocol.OpenTournament,
    protocol.GetTournament,
    protocol.DirectTournament,
    protocol.ExportTournament,
)
"""Messages whose answer may take seconds: other messages are handled meanwhile."""
