// The two directions of the wire as unions; the messages themselves are generated in wire.ts.
import type {
  Act,
  Answer,
  Ask,
  Bye,
  Chat,
  Create,
  Deal,
  Error as Refusal,
  GetMeaning,
  GetOdds,
  GetRecord,
  GetReplay,
  GetSet,
  GetStatistics,
  Hello,
  Hint,
  Hinted,
  Join,
  Leave,
  Left,
  Lobby,
  Meaning,
  Name,
  Odds,
  Ping,
  Pong,
  Quick,
  Ready,
  RecordText,
  Replay,
  SetTable,
  Start,
  Statistics,
  TableState,
  Talk,
  Undo,
  Welcome,
  You,
} from "../wire";

export const VERSION = 1;

export type FromFace =
  | Hello
  | Name
  | Bye
  | Create
  | Quick
  | Join
  | Leave
  | Start
  | Ready
  | Act
  | Undo
  | Deal
  | Ask
  | Hint
  | GetOdds
  | GetMeaning
  | GetSet
  | Chat
  | GetRecord
  | GetReplay
  | GetStatistics
  | Ping;

export type FromRoom =
  | Welcome
  | You
  | Lobby
  | TableState
  | Talk
  | Answer
  | Hinted
  | Meaning
  | SetTable
  | Odds
  | Refusal
  | Left
  | RecordText
  | Replay
  | Statistics
  | Pong;

export type { Refusal };
export type Scalar = boolean | number | string | null;
export type Options = { [name: string]: Scalar };
