import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { VitePWA, type VitePWAOptions } from "vite-plugin-pwa";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { compileCatalogs } from "./pwa/app/build/compile-catalogs.ts";
import { manifest } from "./pwa/app/build/manifest.ts";
import { rescueWords } from "./pwa/app/build/rescue-words.ts";

const SITE_NAME = process.env["SITE_NAME"] ?? "Roost";
const API = `http://127.0.0.1:${process.env["PORT"] ?? "8000"}`;
const SERVED = ["/api", "/data", "/thumbnail", "/icons", "/banners"];

type Transform = NonNullable<VitePWAOptions["injectManifest"]["manifestTransforms"]>[number];

/** The server writes its settings into the page, so a change of them is a new page: it fills this mark in. */
const versionBySettings: Transform = async (entries) => {
  const manifest = entries.map((entry) =>
    entry.url === "index.html" ? { ...entry, revision: `${entry.revision} %SETTINGS%` } : entry,
  );
  return { manifest, warnings: [] };
};

const inPwa = (path: string) => fileURLToPath(new URL(`./pwa/${path}`, import.meta.url));
const define = { "import.meta.env.VITE_SITE_NAME": JSON.stringify(SITE_NAME) };

/** The thread that renders first screens on the server (pwa/ssr); backend/supervisor/build.ts builds it beside the app. */
const renderer: ViteUserConfig = {
  root: inPwa(""),
  publicDir: false,
  plugins: [compileCatalogs(), react()],
  worker: { format: "es" },
  define: { ...define, "process.env.NODE_ENV": '"production"' },
  ssr: { noExternal: true, external: ["sanitize-html"] },
  build: {
    ssr: true,
    outDir: "../dist/ssr",
    emptyOutDir: true,
    target: "node20",
    rolldownOptions: {
      input: inPwa("ssr/worker.tsx"),
      output: { codeSplitting: false, entryFileNames: "worker.js" },
    },
  },
};

const app: ViteUserConfig = {
  root: inPwa(""),
  plugins: [
    compileCatalogs(),
    react(),
    rescueWords(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "../sw",
      filename: "sw.ts",
      injectRegister: false,
      manifest: manifest(SITE_NAME),
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,svg,webmanifest}"],
        globIgnores: ["sw.js", "no-worker.js"],
        manifestTransforms: [versionBySettings],
      },
    }),
  ],
  worker: { format: "es" },
  define,
  build: {
    manifest: true, // for pwa/ssr: the files of each screen
    outDir: "../dist/pwa",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the policy admits no data: addresses
    target: ["chrome123", "safari17.5", "firefox128"], // light-dark() without a fallback
    // Lists of the scripts of lazily loaded screens would be 3.2 kB of the first load.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => file.endsWith(".css")),
    },
    rolldownOptions: {
      input: [inPwa("index.html"), inPwa("main.tsx")], // pwa/public/start.js imports the second
      // Modules do nothing when they are loaded, so one that a screen does not use stays out of it.
      treeshake: {
        moduleSideEffects: [{ test: /\/(shared|pwa\/(api|features|lib|ui))\/.*\.tsx?$/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          // Without groups the first load is 100 files and 24 kB more.
          groups: [
            // With zod's setup, which runs before any contract builds a schema.
            { name: "vendor", tags: ["$initial"], test: /node_modules|zod-setup/ },
            { name: "app", tags: ["$initial"], test: /(?<!\.html)$/ },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(SERVED.map((path) => [path, API])) },
  test: {
    root: fileURLToPath(new URL(".", import.meta.url)),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{shared,backend,indexer,sw,pwa,tests}/**/*.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", "**/*.dom.test.tsx"],
          // Bounds for what hangs: a busy machine takes many times what an idle one does.
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
          maxWorkers: 3, // much of the time a test waits for another process
          setupFiles: ["tests/support/restore.ts"],
          isolate: false, // loading the server's modules anew took longer than most files' tests
        },
      },
      "tests/components/vitest.config.ts",
    ],
  },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild === true ? renderer : app));
