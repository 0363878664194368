/** Joins the metadata of posts whose text is spread over it (`Service.isSpread`), in a file with several metadata. */
export class SpreadPosts<T> {
  readonly #left: Map<string, number>;
  readonly #open = new Map<string, T[]>();
  #current: string | undefined;

  /** @param counts number of metadata of each such post in the file, so that only unfinished posts are kept in memory */
  constructor(counts: ReadonlyMap<string, number>) {
    this.#left = new Map(counts);
  }

  /**
   * Adds the next metadata. A later run of gallery-dl appends only what is new, so a post is complete after each
   * uninterrupted series of its metadata, with all that came before.
   * @returns complete posts, each with the newest metadata first
   */
  add(key: string, metadata: T): T[][] {
    const complete = key === this.#current ? [] : this.end();
    const left = this.#left.get(key);
    if (left === undefined) return [...complete, [metadata]];
    this.#current = key;
    this.#left.set(key, left - 1);
    this.#open.set(key, [metadata, ...(this.#open.get(key) ?? [])]);
    return complete;
  }

  /** @returns the last post */
  end(): T[][] {
    const key = this.#current;
    if (key === undefined) return [];
    const post = this.#open.get(key) ?? [];
    if (this.#left.get(key) === 0) this.#open.delete(key);
    this.#current = undefined;
    return [post];
  }
}
