import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("./pwa", import.meta.url)),
  plugins: [react()],
  build: { outDir: "../dist/pwa", emptyOutDir: true },
  test: {
    root: fileURLToPath(new URL(".", import.meta.url)),
    include: ["{shared,backend,indexer,sw,pwa,tests}/**/*.test.{ts,tsx}"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
