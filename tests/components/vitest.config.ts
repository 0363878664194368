/**
 * Component tests: `*.dom.test.tsx` beside the components, in a real Chromium with the real styles and catalogs. They
 * run with React's production build, which takes a quarter less processor time; only the test that opens every screen
 * has the development build, whose warnings it reports (vitest.screens.config.ts).
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, mergeConfig } from "vitest/config";
import app from "../../vite.config.ts";
import { cachedModules } from "./cached-modules.ts";
import { emulateMedia, restDevice } from "./commands.ts";
import { fakeApi } from "./fake-api.ts";

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// npm test gives the browser that it found; by itself this takes the usual place on Linux, else Playwright's own.
const usual = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((file) => existsSync(file));
const executablePath = process.env["ROOST_BROWSER"] ?? usual;
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

const { test: _, ...build } = app({ command: "serve", mode: "test" });

/** Opens every screen; the other component tests are about one. */
export const SCREENS = "pwa/app/screens.dom.test.tsx";

const PRODUCTION = {
  oxc: { jsx: { development: false } },
  optimizeDeps: {
    rolldownOptions: { transform: { define: { "process.env.NODE_ENV": '"production"' } } },
  },
};

interface Components {
  name: string;
  include: string[];
  exclude?: string[];
  react: "production" | "development";
}

export const components = ({ name, include, exclude = [], react }: Components) =>
  mergeConfig(
    mergeConfig(build, react === "production" ? PRODUCTION : {}),
    defineConfig({
      plugins: [cachedModules(), fakeApi()],
      // Found at the start: a dependency found later reloads the page under a running test.
      optimizeDeps: {
        entries: [
          ...[local("../../pwa/main.tsx"), local("setup.ts"), local("screen.tsx")],
          `${local("../../pwa")}/**/*.worker.ts`, // not found from what starts them
        ],
        include: ["workbox-expiration"], // of the service worker, whose database takedowns clean
      },
      server: { fs: { allow: [local("../..")] } },
      test: {
        name,
        root: local("../.."),
        include,
        exclude,
        setupFiles: [local("setup.ts")],
        testTimeout: 240_000, // bounds for what hangs, as in vite.config.ts
        hookTimeout: 180_000,
        sequence: { groupOrder: 1 }, // after the unit tests
        maxWorkers: 3, // on two cores, as tests also wait; each in a context of its own, with its own storage and answers
        browser: {
          enabled: true,
          connectTimeout: 240_000,
          headless: true,
          provider: playwright({
            launchOptions: { args, ...(executablePath === undefined ? {} : { executablePath }) },
            actionTimeout: 90_000, // as a poll: a file's first action waits for the app as well
          }),
          instances: [{ browser: "chromium" }],
          viewport: { width: 1280, height: 800 },
          screenshotFailures: false,
          testerHtmlPath: local("tester.html"),
          commands: { emulateMedia, restDevice },
        },
        // A file's first test also loads the app from the development server.
        expect: { poll: { timeout: 90_000 } },
      },
    }),
  );

export default components({
  name: "components",
  include: ["{pwa,tests/components}/**/*.dom.test.tsx"],
  exclude: [SCREENS],
  react: "production",
});
