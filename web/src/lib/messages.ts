// The two directions of the wire as unions; the messages themselves are generated in wire.ts.
import type {
  Act,
  Answer,
  Ask,
  Bye,
  Chat,
  Create,
  Error as Refusal,
  GetRecord,
  Hello,
  Hint,
  Hinted,
  Join,
  Leave,
  Left,
  Lobby,
  Name,
  Ping,
  Pong,
  Quick,
  Ready,
  RecordText,
  Start,
  TableState,
  Talk,
  Welcome,
  You,
} from "../wire";

export const VERSION = 1;

export type FromFace =
  Hello | Name | Bye | Create | Quick | Join | Leave | Start | Ready | Act | Ask | Hint | Chat | GetRecord | Ping;

export type FromRoom = Welcome | You | Lobby | TableState | Talk | Answer | Hinted | Refusal | Left | RecordText | Pong;

export type { Refusal };
export type Scalar = boolean | number | string | null;
export type Options = { [name: string]: Scalar };
