/** Reads Vite's manifest: the files that a server-rendered page links to. */
import { readFileSync } from "node:fs";

const ENTRY = "main.tsx";

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

export class AssetManifest {
  readonly #chunks: Record<string, Chunk>;
  readonly #entry: ReadonlySet<string>;

  constructor(file: string) {
    this.#chunks = JSON.parse(readFileSync(file, "utf8")) as Record<string, Chunk>;
    this.#entry = this.#reachable(ENTRY);
  }

  /**
   * @param modules of the screen, relative to `pwa`
   * @returns scripts of the entry and of the screen, each after its imports, and the styles of both
   * @throws Error for a module that is not in the build
   */
  filesOf(modules: readonly string[]): { entry: string[]; screen: string[]; styles: string[] } {
    const files = new Set(this.#entry);
    for (const module of modules) this.#reachable(module, files);
    const addresses = [...files].map((file) => `/${file}`);
    const scripts = addresses.filter((file) => file.endsWith(".js"));
    const entry = scripts.filter((file) => this.#entry.has(file.slice(1)));
    return {
      entry,
      screen: scripts.slice(entry.length),
      styles: addresses.filter((file) => file.endsWith(".css")),
    };
  }

  /** Adds the files of a chunk and of its imports, each after its own imports. */
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
