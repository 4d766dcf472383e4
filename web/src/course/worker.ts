// The worker of one check: Python with the tester and a student's files. These get nothing of the browser by which one
// could reach anybody, and no more memory than classes need. It is no prison. The page ends it afterwards.
import { python } from "../near/python";
import type { FromTester, ToTester } from "./checker";

const MEMORY = 2 ** 30;
const REACHES = [
  ...["fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource", "BroadcastChannel", "Worker"],
  ...["importScripts", "indexedDB", "caches", "navigator", "postMessage", "close"],
];

const tell = self.postMessage.bind(self) as (message: FromTester) => void;

const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > MEMORY) throw new RangeError("memory");
  return grow.call(this, pages);
};

async function loaded(engine: string) {
  const [py] = await python(engine);
  py.setStdin({ stdin: () => null });
  py.setStdout({ write: (some) => some.length });
  py.setStderr({ write: (some) => some.length });
  const run = py.pyimport("dealt.site.checking").run as (...all: unknown[]) => void;
  for (const each of REACHES) Object.defineProperty(self, each, { value: undefined });
  return run;
}

let loading: ReturnType<typeof loaded> | null = null;

self.onmessage = async ({ data }: MessageEvent<ToTester>) => {
  try {
    if ("engine" in data) await (loading = loaded(data.engine));
    else {
      const run = await loading;
      const line = (text: string) => tell({ line: text });
      const begins = (step: number, seconds: number) => tell({ step, seconds });
      run?.(data.check, data.files, data.lost, { line, begins });
      tell({ done: true });
    }
  } catch (error) {
    tell({ failed: String(error) });
  }
};
