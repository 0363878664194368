/** The built page: which files the app starts with, and the scripts beside its own, made small. */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { transform } from "esbuild";
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";
import { LOCALES } from "#shared/rules/locales.ts";

/** Of `pwa/public`. */
const SNAPSHOT = "/snapshot.js";
const STARTER = "start.js";
const SCRIPTS = ["theme.js", STARTER, "snapshot.js", "watchdog.js", "rescue.js"];

/** Of classic scripts in SystemJS's format, which the app is built as (classic-scripts.ts). */
const LOADER = createRequire(import.meta.url).resolve("systemjs/s.js");

/** `public/start.js` starts the app; in development the page itself does. */
export function page(): Plugin[] {
  const tags: Plugin = {
    name: "roost-page",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle, filename }) {
        if (bundle !== undefined) return tagsOf(bundle);
        if (!filename.endsWith("/pwa/index.html")) return []; // that of the component tests
        return [{ tag: "script", attrs: { type: "module", src: "/main.tsx" }, injectTo: "body" }];
      },
    },
    async writeBundle({ dir = "" }, bundle) {
      const define = { LIBRARY: JSON.stringify(filesOfLibrary(bundle)), WORDS: await rescueWords() };
      for (const name of SCRIPTS) {
        const file = join(dir, name);
        const before = name === STARTER ? await readFile(LOADER, "utf8") : "";
        const { code } = await transform(before + (await readFile(file, "utf8")), { minify: true, define });
        await writeFile(file, code);
      }
    },
  };
  return [tags, stylesPlace, preloads];
}

/**
 * Without a rendered screen nothing is painted before the app's scripts: they are asked for at once, with the one that
 * shows the library. The server replaces this part of the page by its screen.
 */
const preloads: Plugin = {
  name: "roost-page-preloads",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      if (bundle === undefined) return html;
      const links = [
        `<link rel="modulepreload" crossorigin href="${SNAPSHOT}">`,
        ...scriptsOf(bundle).map((href) => `<link rel="preload" as="script" href="${href}">`),
      ];
      return html.replace("<!--preloads-->", links.join("\n      "));
    },
  },
};

/** Styles of a rendered screen follow the app's, as they do when the app loads them itself. */
const stylesPlace: Plugin = {
  name: "roost-page-styles",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle }) =>
      bundle === undefined ? html : html.replace("</head>", "<!--ssr--></head>"),
  },
};

const RESCUE_WORDS = ["title", "online", "offline", "again", "reset"];

/** Words of `public/rescue.js` in each language, because it may load nothing; English where one is missing. */
async function rescueWords(): Promise<string> {
  const textsOf = async (locale: string): Promise<Record<string, string>> =>
    JSON.parse(await readFile(new URL(`../../i18n/texts/${locale}.json`, import.meta.url), "utf8"));
  const english = await textsOf("en");
  const words = Object.keys(LOCALES).map(async (locale) => {
    const texts = { ...english, ...(await textsOf(locale)) };
    return [locale, Object.fromEntries(RESCUE_WORDS.map((name) => [name, texts[`rescue.${name}`]]))];
  });
  return JSON.stringify(Object.fromEntries(await Promise.all(words)));
}

/** The entry's scripts in the order of their evaluation, and its styles. */
function tagsOf(bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] {
  const styles = filesOfEntry(bundle).filter((file) => file.endsWith(".css"));
  return [
    { tag: "meta", attrs: { name: "entry", content: scriptsOf(bundle).join(" ") }, injectTo: "head-prepend" },
    ...styles.map(
      (href): HtmlTagDescriptor => ({
        tag: "link",
        attrs: { rel: "stylesheet", crossorigin: true, href },
        injectTo: "head",
      }),
    ),
  ];
}

const filesOfEntry = (bundle: Rolldown.OutputBundle) =>
  [...filesFrom(chunkOf("main.tsx", bundle), bundle)].map((file) => `/${file}`);

const scriptsOf = (bundle: Rolldown.OutputBundle) =>
  filesOfEntry(bundle).filter((file) => file.endsWith(".js"));

/** What the library of saved posts loads besides the entry; `public/snapshot.js` asks for it ahead. */
function filesOfLibrary(bundle: Rolldown.OutputBundle): string[] {
  const first = filesOfEntry(bundle);
  const files = filesFrom(chunkOf("features/library/saved/SavedPage.tsx", bundle), bundle);
  return [...files].map((file) => `/${file}`).filter((file) => !first.includes(file));
}

/** @param module path below `pwa` */
function chunkOf(module: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/pwa/${module}`));
  if (found === undefined) throw new Error(`The build has no chunk of ${module}.`);
  return found;
}

/** A chunk and all it imports, with their styles, each after what it imports. */
function filesFrom(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found = new Set<string>(),
): Set<string> {
  if (found.has(chunk.fileName)) return found;
  for (const file of chunk.imports) {
    const other = bundle[file];
    if (other?.type === "chunk") filesFrom(other, bundle, found);
  }
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
  return found.add(chunk.fileName);
}
