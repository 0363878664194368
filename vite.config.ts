import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { VitePWA, type VitePWAOptions } from "vite-plugin-pwa";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { compileCatalogs } from "./pwa/app/build/compile-catalogs.ts";
import { manifest } from "./pwa/app/build/manifest.ts";
import { rescueWords } from "./pwa/app/build/rescue-words.ts";
import { READER_FILES } from "./shared/rules/offline-db.ts";

const SITE_NAME = process.env["SITE_NAME"] ?? "Roost";
const API = `http://127.0.0.1:${process.env["PORT"] ?? "8000"}`;
const SERVED = ["/api", "/data", "/thumbnail", "/icons", "/banners"];

type Transform = NonNullable<VitePWAOptions["injectManifest"]["manifestTransforms"]>[number];

/**
 * Placeholder in the version of the page, replaced by the server: its settings are part of the page, so changing them
 * makes a new version.
 */
const versionBySettings: Transform = async (entries) => {
  const manifest = entries.map((entry) =>
    entry.url === "index.html" ? { ...entry, revision: `${entry.revision} %SETTINGS%` } : entry,
  );
  return { manifest, warnings: [] };
};

/** Files that pdf.js requests when a document needs them. */
const PDF_ASSETS = `${READER_FILES.slice(1)}[name]-[hash][extname]`;

const inPwa = (path: string) => fileURLToPath(new URL(`./pwa/${path}`, import.meta.url));
const define = { "import.meta.env.VITE_SITE_NAME": JSON.stringify(SITE_NAME) };

/** Build of the thread that renders first screens (pwa/ssr); backend/supervisor/build.ts runs it with the app's. */
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

/** Test files that take long whatever their length: those of an adjustable size, of whole programs, and of every screen. */
const SLOW_FILES = /\.large\.|\/tests\/(backup|importer|supervisor)\/|\/pwa\/(app|i18n)\/\w+\.dom\.test/;

/** Starts slow test files first, so that no worker waits long for another at the end. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW_FILES.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

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
        globPatterns: ["**/*.{js,css,html,svg,wasm,webmanifest}"],
        globIgnores: ["sw.js", "no-worker.js", `${READER_FILES.slice(1)}*`],
        manifestTransforms: [versionBySettings],
      },
    }),
  ],
  worker: { format: "es" },
  define,
  build: {
    manifest: true, // for pwa/ssr: files of each screen
    outDir: "../dist/pwa",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the CSP allows no data: URLs
    target: ["chrome123", "safari17.5", "firefox128"], // light-dark() without a fallback
    // Lists of scripts of lazy screens would add 3.2 kB to the initial bundle.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => file.endsWith(".css")),
    },
    rolldownOptions: {
      input: [inPwa("index.html"), inPwa("main.tsx")], // the second is imported by pwa/public/start.js
      // Modules have no side effects, so unused ones are removed.
      treeshake: {
        moduleSideEffects: [{ test: /\/(shared|pwa\/(api|features|lib|ui))\/.*\.tsx?$/, sideEffects: false }],
      },
      output: {
        // Modules of readers have the name already.
        assetFileNames: ({ originalFileNames: [source = ""] }) =>
          source.includes("pdfjs-dist") ? PDF_ASSETS : "assets/[name]-[hash][extname]",
        codeSplitting: {
          // Without groups the first load has 100 files and is 24 kB larger.
          groups: [
            // Includes zod's setup, which must run before contracts build schemas.
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
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{shared,backend,indexer,sw,pwa,tests}/**/*.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", "**/*.dom.test.tsx"],
          // Timeouts only for hanging tests: a busy machine takes many times as long as an idle one.
          testTimeout: 240_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 100_000 } },
          maxWorkers: 3, // with the processes that they start, more keep two cores no busier
          setupFiles: ["tests/support/restore.ts"],
          isolate: false, // reloading the server's modules took longer than most test files
        },
      },
      "tests/components/vitest.config.ts",
      "tests/components/vitest.screens.config.ts",
    ],
  },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild === true ? renderer : app));
