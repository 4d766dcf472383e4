// An answer over HTTP, for a component.
import { answer } from "./link.svelte";

/** An answer that a component shows, and asks for anew when it wants another one. */
export class Fetched<Found> {
  now = $state.raw<Found | null>(null);
  failed = $state(false);
  #tries = $state(0);

  /** `path`: what is wanted, null for nothing. Make one while a component is being created. */
  constructor(path: () => string | null, read: (reply: Response) => Promise<Found>) {
    $effect(() => {
      void this.#tries;
      const wanted = path();
      if (wanted === null) return;
      const gone = new AbortController();
      this.failed = false;
      this.now = null;
      answer(wanted, { signal: gone.signal })
        .then(read)
        .then((found) => {
          if (!gone.signal.aborted) this.now = found;
        })
        .catch(() => {
          if (!gone.signal.aborted) this.failed = true;
        });
      return () => gone.abort();
    });
  }

  again(): void {
    this.#tries += 1;
  }
}
