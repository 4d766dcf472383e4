// What this page contributes to the seeds of deals: random bytes, sealed by their hash as soon as a deal is promised,
// and shown when the list of seals has come. They are kept in the browser, so that a page loaded anew knows them.
import type { FromFace, Sealed, TableState } from "../wire";
import { home, isObject, isText, recall, remember } from "./storage";

interface Own {
  /** The bytes, in hex. */
  given: string;
  /** The list of seals as the room first showed it. */
  seals: (string | null)[] | null;
}

const KEPT = 4;

const isOwn = (value: unknown): value is Record<string, Own> =>
  isObject(value) && Object.values(value).every((each) => isObject(each) && isText(each.given));

export class Contributions {
  /** By promise, the oldest first. */
  #own: Record<string, Own> | null = null;
  #sealed = new Set<string>();
  readonly #key = `contributions:${home()}`;

  constructor(
    private readonly send: (message: FromFace) => void,
    private readonly hashed: (hex: string) => Promise<string> = digest,
  ) {}

  /** A new connection: what was sealed may not have arrived. */
  begin(): void {
    this.#sealed.clear();
  }

  /** Seal bytes for the deal that a table promises. */
  async seal(table: TableState, name: string | null): Promise<void> {
    const promise = table.promise ?? null;
    const seated = table.seat !== null || table.seats.some((each) => name !== null && each.next === name);
    if (promise === null || !seated || table.set || table.known || this.#sealed.has(promise)) return;
    this.#sealed.add(promise);
    this.send({ op: "seal", promise, seal: await this.hashed(this.#bytes(promise).given) });
  }

  /** Show the bytes for a deal whose list of seals is closed, if ours is in it, and the list the only one. */
  async contribute({ promise, seals }: Sealed): Promise<void> {
    const own = this.#known()[promise];
    if (own === undefined) return;
    if (!seals.includes(await this.hashed(own.given))) return;
    own.seals ??= seals;
    this.#keep();
    if (same(own.seals, seals)) this.send({ op: "contribute", promise, given: own.given });
  }

  /** Does the seed of a deal that is over hold what this page gave, under the seals that it was shown? */
  honoured({ commitment, mix }: Pick<TableState, "commitment" | "mix">): boolean {
    const own = this.#known()[commitment ?? ""];
    if (own === undefined || !own.seals) return true;
    const seats = mix?.seats ?? [];
    return (
      same(
        own.seals,
        seats.map((each) => each?.seal ?? null),
      ) && seats.some((each) => each?.given === own.given)
    );
  }

  #known(): Record<string, Own> {
    this.#own ??= recall(this.#key, isOwn) ?? {};
    return this.#own;
  }

  #bytes(promise: string): Own {
    const known = this.#known();
    const random = crypto.getRandomValues(new Uint8Array(32));
    const given = hex(random);
    const own = (known[promise] ??= { given, seals: null });
    this.#own = Object.fromEntries(Object.entries(known).slice(-KEPT));
    this.#keep();
    return own;
  }

  #keep(): void {
    remember(this.#key, this.#own);
  }
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The SHA-256 of bytes in hex: by the browser, or by a library where it hashes nothing, as on an unencrypted page. */
async function digest(given: string): Promise<string> {
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return (await import("../fair/check")).hashed(given);
  const bytes = Uint8Array.from(given.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return hex(new Uint8Array(await subtle.digest("SHA-256", bytes)));
}

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, n) => each === other[n]);
