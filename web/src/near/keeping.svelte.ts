// What the browser keeps of the room in it: a database of this folder's own, which one window at a time writes.
import { home, isFlag, recall, remember } from "../lib/storage";

export type Place = "room" | "table";
export type Kept = Record<Place, string>;

/**
 * What is wrong with the keeping. full: there is no space left; nothing: this browser keeps nothing; lost: it has
 * cleared all that was kept, or (settings) what the page remembers beside it.
 */
export type Trouble = "full" | "nothing" | "lost" | "settings";

/** Milliseconds for a page that is being left to let go of the room. */
const LETTING_GO = 1_500;
/** A room in which a deal was finished. */
const PLAYED = '"deals":[{';

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error("IndexedDB"));
  });
}

/** All of a transaction is written, or nothing of it. */
function written(change: IDBTransaction): Promise<void> {
  return new Promise((done, failed) => {
    change.oncomplete = () => done();
    change.onabort = () => failed(change.error ?? new Error("IndexedDB"));
  });
}

class Keeping {
  trouble = $state<Trouble | null>(null);
  /** Told when another window has taken the room over. */
  gone = (): void => undefined;
  #database: IDBDatabase | null = null;
  #held = false;
  #safe = false;
  #last: Promise<void> = Promise.resolve();
  /** Who writes; a window that took over has another one. */
  #owner: string | undefined;

  /** Hold the room, and read what was kept; null where another window holds it, unless it is to be taken over. */
  async begin(take: boolean): Promise<Kept | null> {
    if (!this.#held && !(await this.#hold(take))) return null;
    this.#held = true;
    try {
      return await this.#read();
    } catch (error) {
      this.#failed(error);
      return { room: "", table: "" };
    }
  }

  /** Keep a text, unless another window has taken the room over since. */
  keep(place: Place, text: string): Promise<void> {
    return (this.#last = this.#keep(place, text));
  }

  async #keep(place: Place, text: string): Promise<void> {
    if (this.#database === null || !this.#held) return;
    try {
      const change = this.#database.transaction("kept", "readwrite");
      const store = change.objectStore("kept");
      const owner = store.get("owner");
      owner.onsuccess = () => {
        if (owner.result === this.#owner) store.put(text, place);
        else this.#leave();
      };
      await written(change);
      if (this.trouble === "full" || this.trouble === "nothing") this.trouble = null;
      if (place === "room") this.#marked(text);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** What is kept, as it was written last. */
  async all(): Promise<Kept> {
    const store = this.#database?.transaction("kept").objectStore("kept");
    const [room, table] = store ? await Promise.all([asked(store.get("room")), asked(store.get("table"))]) : [];
    return { room: (room as string | undefined) ?? "", table: (table as string | undefined) ?? "" };
  }

  /** All that was to be kept so far is written, or has failed. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** The bytes used, and those that are free; has the browser promised to clear none? Null where it doesn't say. */
  async space(): Promise<{ used: number; free: number | null; safe: boolean | null }> {
    const storage = navigator.storage as StorageManager | undefined;
    const { usage = 0, quota } = (await storage?.estimate()) ?? {};
    const safe = (await storage?.persisted()) ?? null;
    return { used: usage, free: quota === undefined ? null : quota - usage, safe };
  }

  /** Be the only window that has the room. Where browsers know no locks, the one that came last is. */
  #hold(take: boolean): Promise<boolean> {
    const { locks } = navigator as { locks?: LockManager };
    if (locks === undefined) return Promise.resolve(true);
    return new Promise((held) => {
      const how = take ? { steal: true } : { signal: AbortSignal.timeout(LETTING_GO) };
      const until = locks.request(`dealt:${home()}`, how, () => {
        held(true);
        return new Promise<void>(() => undefined); // as long as this page lives
      });
      until.catch(() => (this.#held ? this.#leave() : held(false)));
    });
  }

  #leave(): void {
    this.#held = false;
    this.gone();
  }

  async #read(): Promise<Kept> {
    if (this.#database === null) {
      const wanted = indexedDB.open(`dealt:${home()}`, 1);
      wanted.onupgradeneeded = () => wanted.result.createObjectStore("kept");
      this.#database = await asked(wanted);
    }
    await this.#claim(this.#database);
    const found = await this.all();
    return found.room === "" ? this.#moved() : this.#known(found);
  }

  /** From now on this window writes. Where nothing more can be written, what is kept can still be read. */
  async #claim(database: IDBDatabase): Promise<void> {
    const change = database.transaction("kept", "readwrite");
    const before = change.objectStore("kept").get("owner") as IDBRequest<string | undefined>;
    this.#owner = String(Math.random());
    change.objectStore("kept").put(this.#owner, "owner");
    try {
      await written(change);
    } catch (error) {
      this.#owner = before.result;
      this.#failed(error);
    }
  }

  /** Nothing is kept: move what an older version left in local storage, or say what has become of it. */
  async #moved(): Promise<Kept> {
    const old = (place: Place) => `dealt.${place}:${location.pathname}`;
    const found = { room: localStorage.getItem(old("room")) ?? "", table: localStorage.getItem(old("table")) ?? "" };
    if (found.room === "") {
      if (recall(`kept:${home()}`, isFlag)) this.trouble = "lost";
      this.#marked("");
      remember(`token:${home()}`, null); // nobody is known by it any more
      return found;
    }
    for (const place of ["room", "table"] as const) {
      await this.keep(place, found[place]);
      if ((await this.all())[place] === found[place]) localStorage.removeItem(old(place));
    }
    return this.#known(found);
  }

  #known(found: Kept): Kept {
    const { token } = JSON.parse(found.room) as { token?: string };
    if (token && recall(`kept:${home()}`, isFlag) === null) this.trouble = "settings";
    this.#marked(found.room);
    remember(`token:${home()}`, token || null); // this is who comes back
    return found;
  }

  /** Remember beside the database that there is something in it; ask the browser to throw nothing of it away. */
  #marked(room: string): void {
    remember(`kept:${home()}`, room === "" ? null : true);
    if (this.#safe || !room.includes(PLAYED)) return;
    this.#safe = true;
    void (navigator.storage as StorageManager | undefined)?.persist?.();
  }

  #failed(error: unknown): void {
    console.warn(error);
    this.trouble = error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "nothing";
  }
}

export const keeping = new Keeping();
