/** Vite's manifest of the built app: which files a module needs besides those of the entry. */
import { readFileSync } from "node:fs";

const ENTRY = "main.tsx";

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

export class AssetManifest {
  readonly #chunks: Record<string, Chunk>;
  readonly #initial: ReadonlySet<string>;

  constructor(file: string) {
    this.#chunks = JSON.parse(readFileSync(file, "utf8")) as Record<string, Chunk>;
    this.#initial = this.#reachable(ENTRY);
  }

  /** @param modules relative to `pwa`. @throws Error for one that is not in the build */
  filesOf(modules: readonly string[]): { scripts: string[]; styles: string[] } {
    const found = new Set(modules.flatMap((module) => [...this.#reachable(module)]));
    const files = [...found].filter((file) => !this.#initial.has(file)).map((file) => `/${file}`);
    return {
      scripts: files.filter((file) => file.endsWith(".js")),
      styles: files.filter((file) => file.endsWith(".css")),
    };
  }

  /** Of a chunk and all it imports, each after what it imports. */
  #reachable(key: string, found = new Set<string>(), visited = new Set<string>()): Set<string> {
    if (visited.has(key)) return found;
    visited.add(key);
    const chunk = this.#chunks[key];
    if (chunk === undefined) throw new Error(`${key} is not in the manifest of the build.`);
    for (const other of chunk.imports ?? []) this.#reachable(other, found, visited);
    for (const css of chunk.css ?? []) found.add(css);
    return found.add(chunk.file);
  }
}
