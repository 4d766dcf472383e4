// Python in a worker: Pyodide, msgspec and the package, from the folder beside the page and from nowhere else.
import type { PyodideAPI } from "pyodide";

interface Loader {
  loadPyodide(how: Record<string, unknown>): Promise<PyodideAPI>;
}

/** A file of the engine. Those that end with `.bin` are gzip: any server sends them as they are. */
async function file(engine: string, name: string, type = "application/octet-stream"): Promise<Response> {
  const reply = await fetch(engine + name);
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

/** Load Python with the package in it. Everything is fetched at once. */
export async function python(engine: string): Promise<PyodideAPI> {
  const wasm = file(engine, "pyodide.asm.wasm.bin", "application/wasm");
  const wheels = Promise.all([bytes(engine, "msgspec.whl"), bytes(engine, "dealt.zip")]);
  const library = bytes(engine, "stdlib.zip");
  const [{ default: createPyodideModule }, { loadPyodide }] = await Promise.all([
    script(engine, "pyodide.asm.mjs.bin"),
    import(/* @vite-ignore */ `${engine}pyodide.mjs`) as Promise<Loader>,
  ]);
  // Pyodide fetches two files itself: it gets those that are on their way
  const browsers = self.fetch;
  self.fetch = (wanted, how) => {
    const name = String(wanted);
    if (name.endsWith("pyodide.asm.wasm")) return wasm;
    if (name.endsWith("python_stdlib.zip")) return library.then((found) => new Response(found));
    return browsers(wanted, how);
  };
  const py = await loadPyodide({ indexURL: engine, createPyodideModule, env: { HOME: "/", PYTHONINSPECT: "" } });
  self.fetch = browsers;
  const [msgspec, dealt] = await wheels;
  const extractDir = py.runPython("import site; site.getsitepackages()[0]") as string;
  py.unpackArchive(msgspec, "wheel", { extractDir });
  py.unpackArchive(dealt, "zip", { extractDir });
  return py;
}
