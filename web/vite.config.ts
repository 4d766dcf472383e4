import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { Fixed } from "./src/wire";

// `npm run dev` serves the page itself and hands everything else to a server started by `dealt serve`.
const server = process.env.DEALT_SERVER ?? `http://127.0.0.1:${Fixed.port}`;

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/dealt/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  test: {
    environment: "node",
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    passWithNoTests: true,
  },
});
