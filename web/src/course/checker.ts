// The tester of an assignment in a worker of its own, which lives for one check: nobody else can interrupt a student's
// endless loop. Where the worker is lost, the check begins anew in another, which knows at which step that was.

export interface Given {
  name: string;
  bytes: Uint8Array;
}

export type ToTester =
  /** Load Python, with what lies there. */
  { engine: string } | { check: string; files: Given[]; lost: Lost[] };

/** The number of a step at which a worker was lost, and how; "": its time was over. */
export type Lost = [step: number, how: string];

export type FromTester = { line: string } | { step: number; seconds: number } | { done: true } | { failed: string };

/** Milliseconds after the time limit of a step at which the worker is ended. */
const GRACE = 2000;
const BROKEN = "broke the process down";

export class Checker {
  #worker: Worker | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #give: (why: Error) => void = () => undefined;

  constructor(
    private readonly engine: string,
    private readonly make: () => Worker,
  ) {}

  /** Load Python before anybody needs it. */
  prepare(): Worker {
    if (this.#worker !== null) return this.#worker;
    this.#worker = this.make();
    this.#worker.postMessage({ engine: this.engine } satisfies ToTester);
    return this.#worker;
  }

  /** Check files; `told` gets all lines so far. Rejects where the tester can't be loaded, or is stopped. */
  check(name: string, files: Given[], told: (lines: readonly string[]) => void): Promise<void> {
    const lost: Lost[] = [];
    return new Promise<void>((done, failed) => {
      this.#give = failed;
      const begin = () => {
        const worker = this.prepare();
        const lines: string[] = [];
        let at: number | null = null;
        const over = (how: string, why = how) => {
          this.#end();
          if (at === null || lost.some(([step]) => step === at)) return failed(new Error(why));
          lost.push([at, how]);
          begin();
        };
        worker.onerror = () => over(BROKEN);
        worker.onmessage = ({ data }: MessageEvent<FromTester>) => {
          clearTimeout(this.#timer);
          if ("line" in data) {
            lines.push(data.line);
            told([...lines]);
          } else if ("failed" in data) over(BROKEN, data.failed);
          else if ("step" in data) at = data.step;
          else {
            this.#end();
            done();
          }
          if ("step" in data) this.#timer = setTimeout(() => over(""), data.seconds * 1000 + GRACE);
        };
        worker.postMessage({ check: name, files, lost } satisfies ToTester);
      };
      begin();
    });
  }

  /** End it in the midst of whatever it does. */
  stop(): void {
    this.#end();
    this.#give(new Error("stopped"));
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
  }
}
