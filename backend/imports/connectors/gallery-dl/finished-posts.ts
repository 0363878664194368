/** Tracks posts that a running gallery-dl has finished, and states that cover only those. */
import { mkdir, readdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";

/** gallery-dl downloads one post at a time, each into its own folder: all but the newest are finished. */
export class FinishedPosts {
  readonly #downloads: string;
  readonly #batches: string;
  readonly #archive: string;
  #batch = 0;
  /** An archive that covers `post`, which may not have been taken yet. */
  #pending: { bytes: Buffer; post: string } | undefined;

  /**
   * @param downloads folder in which gallery-dl creates a folder per post
   * @param batches folder for taken posts
   * @param archive gallery-dl's database of downloaded files
   */
  constructor({ downloads, batches, archive }: { downloads: string; batches: string; archive: string }) {
    this.#downloads = downloads;
    this.#batches = batches;
    this.#archive = archive;
  }

  /**
   * Moves finished posts into a new folder.
   * @param isOver gallery-dl has exited: all posts are finished
   * @returns undefined if there are none
   */
  async take({ isOver }: { isOver: boolean }): Promise<string | undefined> {
    const bytes = this.#pending === undefined ? await readUnchanged(this.#archive) : undefined;
    const posts = await byChange(this.#downloads);
    const current = isOver ? undefined : posts.pop();
    if (bytes !== undefined && current !== undefined) this.#pending = { bytes, post: current };
    if (posts.length === 0) return undefined;
    const batch = join(this.#batches, String(this.#batch++));
    await mkdir(batch, { recursive: true });
    for (const post of posts) await rename(join(this.#downloads, post), join(batch, post));
    return batch;
  }

  /** Archive that covers only taken posts; undefined if there is no new one. */
  async covered(): Promise<Buffer | undefined> {
    const pending = this.#pending;
    if (pending === undefined || (await byChange(this.#downloads)).includes(pending.post)) return undefined;
    this.#pending = undefined;
    return pending.bytes;
  }
}

/** Names of folders, most recently changed last. */
async function byChange(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => ({ name, changed: (await stat(join(folder, name))).mtimeMs })),
  );
  return found.sort((a, b) => a.changed - b.changed).map(({ name }) => name);
}

/** @returns undefined while the database is being written */
async function readUnchanged(path: string): Promise<Buffer | undefined> {
  const state = async () => {
    const [database, journal] = await Promise.allSettled([stat(path), stat(`${path}-journal`)]);
    return database.status === "fulfilled" && journal.status === "rejected"
      ? database.value.mtimeMs
      : undefined;
  };
  const before = await state();
  if (before === undefined) return undefined;
  const bytes = await readFile(path);
  return (await state()) === before ? bytes : undefined;
}
