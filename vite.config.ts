import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { VitePWA, type VitePWAOptions } from "vite-plugin-pwa";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { className } from "./pwa/app/build/class-name.ts";
import { classicScripts } from "./pwa/app/build/classic-scripts.ts";
import { compileCatalogs } from "./pwa/app/build/compile-catalogs.ts";
import { dropServerParts } from "./pwa/app/build/drop-server-parts.ts";
import { manifest } from "./pwa/app/build/manifest.ts";
import { page } from "./pwa/app/build/page.ts";

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

const css = { modules: { generateScopedName: className } };

/** The thread that renders first screens on the server (pwa/ssr); backend/supervisor/build.ts builds it beside the app. */
const renderer: ViteUserConfig = {
  root: inPwa(""),
  publicDir: false,
  plugins: [compileCatalogs(), react()],
  worker: { format: "es" },
  css,
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
    dropServerParts(),
    page(),
    react(),
    classicScripts(),
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
  css,
  define: { ...define, "import.meta.resolve": "undefined" }, // SystemJS answers it with a promise
  // What React before 18 needs of it is two thirds of it.
  resolve: {
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  build: {
    manifest: true, // for pwa/ssr: the files of each screen
    outDir: "../dist/pwa",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the policy admits no data: addresses
    target: ["chrome123", "safari17.5", "firefox128"], // light-dark() without a fallback
    // Later screens name their styles alone: the names of all their scripts weighed on the first one. Those of a rendered
    // screen are preloaded by public/start.js.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => file.endsWith(".css")),
    },
    // Libraries in one chunk are smaller and stay the same when the app changes.
    // zod is set up in the chunk that holds it, so before any contract builds a schema (pwa/app/start/zod-setup.ts).
    rolldownOptions: {
      input: [inPwa("index.html"), inPwa("main.tsx")], // public/start.js imports the second
      // Parts say what they are and do nothing when they are loaded, so one that a screen does not use stays out of it.
      treeshake: {
        moduleSideEffects: [{ test: /\/(shared|pwa\/(api|features|lib|ui))\/.*\.tsx?$/, sideEffects: false }],
      },
      output: {
        // The first load names dozens of styles, and what is random in a name does not compress.
        assetFileNames: "assets/[name]-[hash:6][extname]",
        codeSplitting: {
          groups: [
            // In a few steps, each too short to be felt: the contracts' schemas, libraries, setting up React, the rest.
            { name: "contracts", tags: ["$initial"], test: /node_modules\/zod\/|zod-setup|shared\// },
            { name: "zod", test: /node_modules\/zod\// },
            { name: "dom", test: /pwa\/app\/start\/dom\.ts$/ },
            {
              name: "vendor",
              tags: ["$initial"], // what later screens alone have of them is theirs
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|@lingui|use-sync-external-store)\//,
            },
            // What every screen begins with: one file instead of a dozen, which also compress better together.
            { name: "app", tags: ["$initial"], test: /(?<!\.html)$/ }, // the page itself has no scripts
            // Each waits for a round trip of its own, so what stands together comes together: what lists of posts
            // are made of, cards of creators, texts of others with their sanitizer, English of the later screens.
            { name: "english", test: /pwa\/i18n\/deferred\.ts$/ },
            {
              name: "lists",
              test: /pwa\/(features\/(browse\/posts\/(Post(Grid|SearchForm|List)|offline-posts|list-start)|search\/offline-search\/(OfflineLabel|use-offline-results))|ui\/(Avatar|EmptyState|Paginator)|i18n\/Rich|lib\/inline-images)\.tsx?$/,
            },
            {
              name: "creators",
              test: /pwa\/features\/browse\/creators\/(Creator(Card|Grid)\.tsx|use-creator-page\.ts)$/,
            },
            { name: "file-address", test: /pwa\/lib\/file-address\.ts$/ },
            // The library of saved posts, which a slow phone opens: a file costs it more than the lines in it.
            {
              name: "saving",
              test: /pwa\/(features\/library\/saved\/(actions|ProgressBar|Saved\.module)|lib\/(app-badge|sizes)|offline\/saving\/client|ui\/ProgressBar)\./,
            },
            {
              name: "db",
              test: /node_modules\/dexie\/|pwa\/(features\/library\/saved\/(new-posts|use-totals)|offline\/(db\/(db|events|watch-query)|library\/(file-sizes|saved-library)))\.tsx?$/,
            },
            { name: "texts", test: /pwa\/ui\/(Html|PlainText)\.tsx$/ },
            {
              name: "marks",
              test: /pwa\/features\/(reading\/(mutes\/MuteButton|seen\/SeenButton)|post\/(viewer\/use-viewer|savable|images|folded))\.tsx?$/,
            },
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
        },
      },
      "tests/components/vitest.config.ts",
    ],
  },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild === true ? renderer : app));
