/** Builds the thread that draws first screens on the server (pwa/drawn); backend/supervisor/build.ts runs it beside the app's own build. */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compileCatalogs } from "./pwa/app/build/compile-catalogs.ts";

const SITE_NAME = process.env["SITE_NAME"] ?? "Roost";

export default defineConfig({
  root: fileURLToPath(new URL("./pwa", import.meta.url)),
  publicDir: false,
  plugins: [compileCatalogs(), react()],
  worker: { format: "es" },
  define: {
    "import.meta.env.VITE_SITE_NAME": JSON.stringify(SITE_NAME),
    "process.env.NODE_ENV": '"production"',
  },
  ssr: { noExternal: true, external: ["sanitize-html"] },
  build: {
    ssr: "ssr/worker.tsx",
    outDir: "../dist/drawn",
    emptyOutDir: true,
    target: "node20",
    rolldownOptions: { output: { codeSplitting: false, entryFileNames: "worker.js" } },
  },
});
