// node pyodide.mjs ENGINE REPOSITORY FILE [ARGUMENTS...]: runs `inside()` of a Python file in Pyodide, with the library
// and the package of a static room. The repository is seen there as /repository.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [engine, repository, file, ...given] = process.argv.slice(2).map((each, n) => (n < 3 ? resolve(each) : each));
const from = join(repository, "web", "node_modules", "pyodide");
const { loadPyodide } = await import(pathToFileURL(join(from, "pyodide.mjs")).href);
try {
  const py = await loadPyodide({
    indexURL: `${from}/`,
    stdLibURL: join(engine, "stdlib.zip"),
    env: { HOME: "/", PYTHONINSPECT: "" },
    args: ["-", ...given],
  });
  const bytes = (name) => new Uint8Array(readFileSync(join(engine, name)));
  const extractDir = py.runPython("import site; site.getsitepackages()[0]");
  py.unpackArchive(bytes("msgspec.whl"), "wheel", { extractDir });
  py.unpackArchive(bytes("dealt.zip"), "zip", { extractDir });
  py.FS.mkdir("/repository");
  py.FS.mount(py.FS.filesystems.NODEFS, { root: repository }, "/repository");
  await py.runPythonAsync(`${readFileSync(file, "utf8")}\nawait inside()\n`, { filename: file });
} catch (error) {
  console.error(String(error?.message ?? error).slice(-4000));
  process.exit(1);
}
