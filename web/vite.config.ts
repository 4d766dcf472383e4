/// <reference types="vitest/config" />
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { Fixed } from "./src/wire";

// `npm run dev` serves the page itself and hands everything else to a server started by `dealt serve`.
const server = process.env.DEALT_SERVER ?? `http://127.0.0.1:${Fixed.port}`;

/** Writes every text of the built page a second and third time, compressed, for the server to send. */
function compressed() {
  let folder = "";
  return {
    name: "compressed",
    apply: "build" as const,
    configResolved: (config: { build: { outDir: string }; root: string }) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      for (const each of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!each.isFile() || !/\.(js|css|svg|html|json)$/.test(each.name)) continue;
        const file = join(each.parentPath, each.name);
        const plain = await readFile(file);
        const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
        await writeFile(`${file}.gz`, gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }));
        await writeFile(`${file}.br`, brotliCompressSync(plain, best));
      }
    },
  };
}

/** The licence of the typeface goes where the typeface goes. */
function licence() {
  return {
    name: "licence",
    apply: "build" as const,
    async generateBundle(this: { emitFile: (file: { type: "asset"; fileName: string; source: string }) => unknown }) {
      const source = await readFile("node_modules/@fontsource-variable/figtree/LICENSE", "utf-8");
      this.emitFile({ type: "asset", fileName: "assets/figtree-LICENSE.txt", source });
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [svelte(), compressed(), licence()],
  worker: { format: "es" },
  build: {
    outDir: "../src/dealt/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // what every page needs nearly all of comes together, and so does what the first deal needs: a file has a head
            { name: "svelte", test: /node_modules\/svelte\// },
            { name: "parts", test: /src\/(ui\/(Tabs|Copy|IconButton|InTurn)\.svelte|table\/ending\.svelte\.ts)/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  test: {
    environment: "node",
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    passWithNoTests: true,
    isolate: false, // starting a worker for each file takes longer than its tests; test.setup.ts takes stubs away
    setupFiles: ["src/test.setup.ts"],
  },
});
