// A worker of the static room. The room's own has the session and answers at once; what takes its time it asks of two
// more, which begin when they are first needed: one plays for the computers, one studies finished deals.
import type { PyodideAPI } from "pyodide";
import type { FromWorker, Lane, ToWorker } from "./messages";
import { python, type Parts } from "./python";

/** What `dealt.site.worker` has for us. */
interface Room {
  hear(frame: string, line: number): void;
  lose(line: number): void;
  read(path: string): Promise<string | undefined>;
  take(written: string): string;
}

type Tell = (done: number, of: number) => void;

const tell = (message: FromWorker) => postMessage(message);

/** One of those that work for the room. What it is asked it does one after the other. */
class Helper {
  #worker: Worker | null = null;
  #n = 0;
  #waiting = new Map<number, { done: (reply: Uint8Array) => void; failed: (why: Error) => void; tell: Tell }>();

  constructor(
    private readonly engine: string,
    private readonly parts: Parts,
  ) {}

  /** Begin, unless it has begun. */
  begun(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = (this.#worker = new Worker(self.location.href, { type: "module" }));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ("reply" in data) this.#waiting.get(data.n)?.done(data.reply);
      else if ("done" in data) this.#waiting.get(data.n)?.tell(data.done, data.of);
      else if ("failed" in data) this.stop();
      if ("reply" in data) this.#waiting.delete(data.n);
    };
    worker.onerror = () => this.stop();
    worker.postMessage({ begin: "work", engine: this.engine, parts: this.parts } satisfies ToWorker);
    return worker;
  }

  ask(request: Uint8Array, tell: Tell): Promise<Uint8Array> {
    const n = ++this.#n;
    const reply = new Promise<Uint8Array>((done, failed) => this.#waiting.set(n, { done, failed, tell }));
    this.begun().postMessage({ request, n } satisfies ToWorker);
    return reply;
  }

  /** End it in the midst of whatever it does. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const each of this.#waiting.values()) each.failed(new Error("stopped"));
    this.#waiting.clear();
  }
}

function room(py: PyodideAPI, engine: string, parts: Parts): (message: ToWorker) => void {
  const helpers: Record<Lane, Helper> = { play: new Helper(engine, parts), study: new Helper(engine, parts) };
  const worker = py.pyimport("dealt.site.worker");
  let made: Room;
  performance.mark("room");
  tell({ ready: true });
  return (message) => {
    if ("kept" in message) {
      if (message.table !== "") helpers.play.begun(); // its computers are awaited
      made = worker.room(
        (told: string, line: number) => tell(line === 0 ? { heard: told } : { friend: told, line }),
        (as: "room" | "table", keep: string) => tell({ keep, as }),
        message.kept,
        message.table,
        (lane: Lane, request: Uint8Array, heard: Tell) => helpers[lane].ask(request, heard),
        () => helpers.study.stop(),
      ) as Room;
    } else if ("say" in message) made.hear(message.say, message.line ?? 0);
    else if ("lost" in message) made.lose(message.lost);
    else if ("take" in message) tell({ got: made.take(message.take), n: message.n });
    else if ("get" in message) {
      const { n } = message;
      made.read(message.get).then(
        (got) => tell({ got: got ?? null, n }),
        () => tell({ got: null, n }),
      );
    }
  };
}

function helper(py: PyodideAPI): (message: ToWorker) => void {
  const carryOut = py.pyimport("dealt.site.worker").helper() as (request: Uint8Array, heard: Tell) => Uint8Array;
  return (message) => {
    if (!("request" in message)) return;
    const { n } = message;
    tell({ reply: carryOut(message.request, (done, of) => tell({ done, of, n })), n });
  };
}

/** Requests that came while Python was on its way. */
const early: ToWorker[] = [];
let take: ((message: ToWorker) => void) | null = null;

async function begin(message: ToWorker): Promise<void> {
  if (!("begin" in message)) return;
  const [py, parts] = await python(message.engine, message.begin === "work" ? message.parts : undefined);
  take = message.begin === "room" ? room(py, message.engine, parts) : helper(py);
  for (const each of early.splice(0)) take(each);
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (take !== null) take(data);
  else if ("begin" in data) void begin(data).catch((error: unknown) => tell({ failed: String(error) }));
  else early.push(data);
};
