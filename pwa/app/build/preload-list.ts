/**
 * The scripts beside the app's own, made small. `/early.js` gets the files each screen consists of; it also starts the
 * app, so the page does not. And `screens.json`, for the server: the styles of each screen.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import type { Plugin, Rolldown } from "vite";

const SOURCE = fileURLToPath(new URL("../start/start.js", import.meta.url));
/** Copied as they are. */
const PUBLIC = ["theme.js", "snapshot.js", "watchdog.js", "rescue.js"];
const SCREENS = ["home", "artists", "posts", "creator", "post", "saved"];

export function writeEarly(): Plugin {
  return {
    name: "roost-early",
    apply: "build",
    enforce: "post",
    async generateBundle(_, bundle) {
      const parts = Object.fromEntries(SCREENS.map((name) => [name, partsOf(name, bundle)]));
      const first = [...filesFrom(entryOf(bundle), bundle)].filter((file) => file.endsWith(".js"));
      const source = (await readFile(SOURCE, "utf8"))
        .replace('"%PARTS%"', () => JSON.stringify(parts))
        .replace('"%FIRST%"', () => JSON.stringify(first.map((file) => `/${file}`)));
      this.emitFile({ type: "asset", fileName: "early.js", source });
      const styles = Object.entries(parts).map(([name, files]) => [
        name,
        files.filter((file) => /\.css$/.test(file)),
      ]);
      this.emitFile({
        type: "asset",
        fileName: "screens.json",
        source: JSON.stringify(Object.fromEntries(styles)),
      });
    },
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        html.replace(
          /<script type="module" crossorigin src="([^"]+)"><\/script>/,
          '<meta name="build" content="$1"><link rel="modulepreload" crossorigin href="$1">',
        ),
    },
    async writeBundle({ dir = "" }) {
      for (const name of ["early.js", ...PUBLIC]) {
        const file = join(dir, name);
        await writeFile(file, (await transform(await readFile(file, "utf8"), { minify: true })).code);
      }
    },
  };
}

/** Addresses of the scripts and styles that a screen has besides those of the page itself. */
function partsOf(name: string, bundle: Rolldown.OutputBundle): string[] {
  const first = filesFrom(entryOf(bundle), bundle);
  const screen = chunksOf(bundle).find(({ facadeModuleId }) =>
    facadeModuleId?.endsWith(`/routes/${name}.lazy.tsx`),
  );
  if (screen === undefined) throw new Error(`There is no routes/${name}.lazy.tsx for early.js.`);
  return [...filesFrom(screen, bundle)].filter((file) => !first.has(file)).map((file) => `/${file}`);
}

function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === "chunk");
}

function entryOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const entry = chunksOf(bundle).find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error("There is no entry for early.js.");
  return entry;
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
