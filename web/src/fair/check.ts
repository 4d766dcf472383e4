// Whether the seed of a deal is the promised one, and follows from the contributions: computed here, without the room.
// The shuffle itself is not repeated: the rules stand in one place, and `dealt verify` knows them.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { WireMix } from "../wire";

/** What is wrong with a deal; empty if nothing is. */
export type Fault = "" | "promise" | "seal" | "seed" | "hex";

/** Why a text is no record that this page can read. */
export class NoRecord extends Error {
  constructor(readonly why: "json" | "format" | "parts") {
    super(why);
  }
}

/** A deal of a record, as far as this page can check it. */
export interface CheckedDeal {
  promise: string;
  seed: string;
  mix: WireMix | null;
  names: string[];
  /** Why nobody could contribute: "set", "seed", or empty. */
  fixed: string;
  /** Laid out by hand: nothing was promised. */
  laid: boolean;
  fault: Fault;
}

export interface CheckedRecord {
  game: string;
  deals: CheckedDeal[];
}

const DOMAIN = concatBytes(utf8ToBytes("dealt deal seed"), Uint8Array.of(1));
const SIZE = 32;

/** The SHA-256 of bytes written in hex, in hex. */
export function hashed(hex: string): string {
  return bytesToHex(sha256(hexToBytes(hex)));
}

/** A number as so many bytes, the greatest first. */
function whole(value: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let n = size - 1, left = value; n >= 0; n -= 1, left = Math.floor(left / 256)) bytes[n] = left % 256;
  return bytes;
}

/** What is hashed under the server's seed: the encoding of docs/fair-deals.md. */
export function messageOf({ table, deal, seats }: WireMix): Uint8Array {
  const name = utf8ToBytes(table);
  const given = seats.map((each) =>
    each?.given ? concatBytes(Uint8Array.of(1), hexToBytes(each.given)) : Uint8Array.of(0),
  );
  return concatBytes(DOMAIN, whole(name.length, 2), name, whole(deal, 8), whole(seats.length, 2), ...given);
}

/** The seed that follows from the parts, in hex. */
export function seedOf(mix: WireMix): string {
  return bytesToHex(hmac(sha256, hexToBytes(mix.server), messageOf(mix)));
}

/** What is wrong with the seed of a deal, whose hash `promise` was shown before. */
export function faultOf(promise: string, seed: string, mix: WireMix | null): Fault {
  try {
    if (hashed(mix?.server ?? seed) !== promise.toLowerCase()) return "promise";
    if (mix === null) return "";
    for (const each of mix.seats) {
      if (each?.given && (each.given.length !== 2 * SIZE || hashed(each.given) !== each.seal)) return "seal";
    }
    return seedOf(mix) === seed.toLowerCase() ? "" : "seed";
  } catch {
    return "hex";
  }
}

/** A record, every deal of it checked; NoRecord says why a text is none. */
export function readRecord(text: string): CheckedRecord {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new NoRecord("json");
  }
  const { format, game, deals, commitments } = fields(raw);
  if (format !== 1 && format !== 2) throw new NoRecord("format");
  if (typeof game !== "string" || !Array.isArray(deals) || !Array.isArray(commitments)) throw new NoRecord("parts");
  if (deals.length !== commitments.length) throw new NoRecord("parts");
  return { game, deals: deals.map((each, n) => dealOf(fields(each), commitments[n])) };
}

function fields(raw: unknown): Record<string, unknown> {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) throw new NoRecord("parts");
  return raw as Record<string, unknown>;
}

const isText = (value: unknown): value is string => typeof value === "string";

function dealOf(raw: Record<string, unknown>, promise: unknown): CheckedDeal {
  const { seed, players } = raw;
  if (!isText(seed) || !isText(promise) || !Array.isArray(players) || !players.every(isText))
    throw new NoRecord("parts");
  const mix = raw.mix === undefined ? null : mixOf(fields(raw.mix));
  const laid = raw.laid !== undefined;
  const fault = laid ? (promise === "" && mix === null ? "" : "promise") : faultOf(promise, seed, mix);
  return { promise, seed, mix, names: players, fixed: isText(raw.fixed) ? raw.fixed : "", laid, fault };
}

function mixOf({ server, table, deal, seats }: Record<string, unknown>): WireMix {
  if (!isText(server) || !isText(table) || typeof deal !== "number" || !Array.isArray(seats))
    throw new NoRecord("parts");
  if (!Number.isSafeInteger(deal) || deal < 0) throw new NoRecord("parts");
  return {
    server,
    table,
    deal,
    seats: seats.map((each: unknown) => {
      if (each === null) return null;
      const { name, seal, given } = fields(each);
      if (!isText(name) || !isText(seal) || !(given === null || isText(given))) throw new NoRecord("parts");
      return { name, seal, given };
    }),
  };
}
