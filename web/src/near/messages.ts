// What the page and its workers say to each other. All of them run the same script; the first message says as what.

import type { Parts } from "./python";

/** A worker that does what takes its time: what a computer chooses, or what a finished deal was worth. */
export type Lane = "play" | "study";

export type ToWorker =
  /** Begin, with what lies at `engine`: as the room, or as one that works for it and gets what the room has of it. */
  | { begin: "room"; engine: string }
  | { begin: "work"; engine: string; parts: Parts }
  /** To the room, once it is ready and before anything else: what was kept. */
  | { kept: string; table: string }
  /** To the room: a message as it would travel over a socket, of the page or by a friend's line. */
  | { say: string; line?: number }
  /** To the room: a friend's line is lost. */
  | { lost: number }
  /** To the room: what would be asked over HTTP. */
  | { get: string; n: number }
  /** To the room: what a file holds, to be kept in the place of all else. It answers what is wrong with it, or "". */
  | { take: string; n: number }
  /** To one that works: a request, as Python writes it. */
  | { request: Uint8Array; n: number };

export type FromWorker =
  | { ready: true }
  | { failed: string }
  | { heard: string }
  /** What a friend hears. */
  | { friend: string; line: number }
  /** What is to be kept in this browser for the next time. */
  | { keep: string; as: "room" | "table" }
  | { got: string | null; n: number }
  | { done: number; of: number; n: number }
  | { reply: Uint8Array; n: number };
