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
  GetOdds,
  GetRecord,
  GetReplay,
  GetStatistics,
  Hello,
  Hint,
  Hinted,
  Join,
  Leave,
  Left,
  Lobby,
  Name,
  Odds,
  Ping,
  Pong,
  Quick,
  Ready,
  RecordText,
  Replay,
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
