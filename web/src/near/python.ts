// Python in a worker: Pyodide, msgspec and the package, from the folder beside the page and from nowhere else.
import type { PyodideAPI } from "pyodide";

interface Loader {
  loadPyodide(how: Record<string, unknown>): Promise<PyodideAPI>;
}

/** A file of the room. Those that end with `.bin` are gzip: any server sends them as they are. */
export async function file(folder: string, name: string, type = "application/octet-stream"): Promise<Response> {
  const reply = await fetch(folder + name);
  if (!reply.ok || reply.body === null) throw new Error(`${name}: ${reply.status}`);
  if (!name.endsWith(".bin")) return reply;
  return new Response(reply.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}

const bytes = async (engine: string, name: string) => (await file(engine, name)).arrayBuffer();

/** A packed script, as a module. */
async function script(engine: string, name: string): Promise<{ default: unknown }> {
  const packed = await file(engine, name, "text/javascript");
  const address = URL.createObjectURL(await packed.blob());
  try {
    return (await import(/* @vite-ignore */ address)) as { default: unknown };
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** What Python is made of. */
export interface Parts {
  wasm: WebAssembly.Module;
  library: ArrayBuffer;
  packages: ArrayBuffer[];
}

/**
 * Load Python with the package in it, of `parts` that another worker has, or else of what is fetched. Two files come at
 * a time: a browser lets no more than six come from one place, and the page wants some itself.
 */
export async function python(engine: string, parts?: Parts): Promise<[PyodideAPI, Parts]> {
  const compiled =
    parts?.wasm ?? WebAssembly.compileStreaming(file(engine, "pyodide.asm.wasm.bin", "application/wasm"));
  const { default: createPyodideModule } = await script(engine, "pyodide.asm.mjs.bin");
  const { loadPyodide } = (await import(/* @vite-ignore */ `${engine}pyodide.mjs`)) as Loader;
  const fetched = parts?.library ?? bytes(engine, "stdlib.zip");
  const following = async () => {
    await fetched;
    return [await bytes(engine, "msgspec.whl"), await bytes(engine, "dealt.zip")];
  };
  const coming = parts?.packages ?? following();
  performance.mark("scripts");
  // Pyodide fetches two files itself, and compiles one: it gets those that are on their way
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  self.fetch = async (wanted, how) => {
    if (String(wanted).endsWith("pyodide.asm.wasm")) return new Response();
    return String(wanted).endsWith("python_stdlib.zip") ? new Response(await fetched) : fetch(wanted, how);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  const py = await loadPyodide({ indexURL: engine, createPyodideModule, env: { HOME: "/", PYTHONINSPECT: "" } });
  self.fetch = fetch;
  WebAssembly.instantiateStreaming = instantiateStreaming;
  performance.mark("python");
  const packages = await coming;
  const extractDir = py.runPython("import site; site.getsitepackages()[0]") as string;
  for (const each of packages) py.unpackArchive(each, "zip", { extractDir });
  performance.mark("package");
  return [py, { wasm: await compiled, library: await fetched, packages }];
}
