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
    /** Fetched when it is first needed. */
    private readonly hashes: () => Promise<typeof import("../fair/check")> = () => import("../fair/check"),
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
    const { hashed } = await this.hashes();
    this.send({ op: "seal", promise, seal: hashed(this.#bytes(promise).given) });
  }

  /** Show the bytes for a deal whose list of seals is closed, if ours is in it, and the list the only one. */
  async contribute({ promise, seals }: Sealed): Promise<void> {
    const own = this.#known()[promise];
    if (own === undefined) return;
    const { hashed } = await this.hashes();
    if (!seals.includes(hashed(own.given))) return;
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
    const given = [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const own = (known[promise] ??= { given, seals: null });
    this.#own = Object.fromEntries(Object.entries(known).slice(-KEPT));
    this.#keep();
    return own;
  }

  #keep(): void {
    remember(this.#key, this.#own);
  }
}

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, n) => each === other[n]);
