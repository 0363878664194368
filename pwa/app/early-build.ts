/** The scripts beside the app's own: `/early.js` gets the files each screen consists of, and all of them become small. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import type { Plugin, Rolldown } from "vite";

const SOURCE = fileURLToPath(new URL("./early.js", import.meta.url));
/** Copied as they are. */
const PUBLIC = ["theme.js", "watchdog.js", "rescue.js"];
const SCREENS = ["home", "artists", "posts", "creator", "post", "saved"];

export function writeEarly(): Plugin {
  return {
    name: "roost-early",
    apply: "build",
    enforce: "post",
    async generateBundle(_, bundle) {
      const parts = Object.fromEntries(SCREENS.map((name) => [name, partsOf(name, bundle)]));
      const source = (await readFile(SOURCE, "utf8")).replace('"%PARTS%"', () => JSON.stringify(parts));
      this.emitFile({ type: "asset", fileName: "early.js", source });
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
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const filesFrom = (chunk: Rolldown.OutputChunk | undefined, found = new Set<string>()): Set<string> => {
    if (chunk === undefined || found.has(chunk.fileName)) return found;
    found.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
    for (const file of chunk.imports) filesFrom(byName.get(file), found);
    return found;
  };
  const first = filesFrom(chunks.find(({ isEntry }) => isEntry));
  const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/routes/${name}.lazy.tsx`));
  if (screen === undefined) throw new Error(`There is no routes/${name}.lazy.tsx for early.js.`);
  return [...filesFrom(screen)].filter((file) => !first.has(file)).map((file) => `/${file}`);
}
