// Parts of the page that come when they are needed, so that whoever wants to play waits for none of them.

/** Milliseconds after which what was not needed yet is fetched all the same: the room may be gone when it is. */
const AT_LATEST = 10_000;

/** A part that is fetched once; null until it is here. */
export class Later<Part> {
  now = $state.raw<Part | null>(null);
  #fetch: () => Promise<Part>;
  #coming: Promise<Part> | null = null;

  constructor(fetch: () => Promise<Part>) {
    this.#fetch = fetch;
  }

  /** The part, fetched unless it is here or on its way; rejects where it can't be, and the next call tries again. */
  get(): Promise<Part> {
    this.#coming ??= this.#fetch().then(
      (part) => (this.now = part),
      (wrong: unknown) => {
        this.#coming = null;
        throw wrong;
      },
    );
    return this.#coming;
  }

  /**
   * Fetch it now, or where it is not `urgent` after some milliseconds; nobody is told if it can't be. An effect may
   * return what comes back, which calls it off.
   */
  want(urgent = true, latest = AT_LATEST): () => void {
    const later = setTimeout(() => void this.get().catch(() => undefined), urgent ? 0 : latest);
    return () => clearTimeout(later);
  }
}
