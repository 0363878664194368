/** Keeps what a program saved of a post, so that a later reader can read it again (docs/decisions/0077-raw-sources.md). */
import { gunzipSync, gzipSync } from "node:zlib";
import type { Sql } from "#backend/db/client.ts";
import type { Row } from "#backend/imports/bundle/validate.ts";
import type { InTransaction } from "#backend/imports/bundle/write.ts";
import type { Downloads } from "./formats/lib/folder.ts";
import { type Found, ReadError } from "./formats/lib/format.ts";
import { withWriteLock } from "./with-write-lock.ts";

/** Maximum of a post and program, before compression. */
const MAX_BYTES = 1024 * 1024;
const TEXT = /\.(json|html?|md|txt)$/i;
const PAGE_SIZE = 100;

/** Files as they were, by their paths in the imported folder. */
export type SourceFiles = Record<string, Buffer>;

interface Checked {
  row: Row;
  found: Found;
}

/** Keeps sources that are of one post only: what is of several would stay when one of them is taken down. */
export class PostSources {
  readonly #downloads: Downloads;
  /** Posts by the files that they came from, of this batch and the previous one. */
  #previous = new Map<string, Set<string>>();

  constructor(downloads: Downloads) {
    this.#downloads = downloads;
  }

  async write(sql: Sql, posts: readonly Checked[], fence?: InTransaction): Promise<void> {
    const origins = new Map<string, Set<string>>();
    for (const { row, found } of posts) {
      const keys = origins.get(found.from) ?? new Set(this.#previous.get(found.from));
      origins.set(found.from, keys.add(keyOf(row)));
    }
    this.#previous = origins;
    const kept: Kept[] = [];
    const shared: Kept[] = [];
    for (const { row, found } of posts) {
      const { program } = found;
      if (program === undefined) continue;
      const others = origins.get(found.from) ?? new Set();
      if (others.size > 1) for (const key of others) shared.push({ ...keyFrom(key), program });
      const files = others.size > 1 ? undefined : this.#filesOf(found);
      if (files !== undefined)
        kept.push({ ...keyFrom(keyOf(row)), program, files: packed(files).toString("base64") });
    }
    if (kept.length + shared.length === 0) return;
    await withWriteLock(sql, fence, async (tx) => {
      await tx`
        delete from post_sources s using json_to_recordset(${JSON.stringify(shared)}::text::json)
          as f (service text, post text, program text)
        where (s.service, s.post, s.program) = (f.service, f.post, f.program)`;
      await tx`
        insert into post_sources (service, post, program, files)
        select distinct on (f.service, f.post, f.program) f.service, f.post, f.program, decode(f.files, 'base64')
        from json_to_recordset(${JSON.stringify(kept)}::text::json) as f (service text, post text, program text, files text)
          join posts p on p.service = f.service and p.id = f.post
        order by 1, 2, 3
        on conflict (service, post, program) do update set files = excluded.files
          where post_sources.files <> excluded.files`;
    });
  }

  /** @returns undefined if they are no texts, too large or not on disk */
  #filesOf({ from, sources = [] }: Found): SourceFiles | undefined {
    const files: SourceFiles = {};
    let size = 0;
    for (const path of [from, ...sources]) {
      const bytes = TEXT.test(path) ? this.#read(path) : undefined;
      if (bytes === undefined) return undefined;
      size += bytes.length;
      files[path] = bytes;
    }
    return size > MAX_BYTES ? undefined : files;
  }

  #read(path: string): Buffer | undefined {
    try {
      return this.#downloads.readSmall(path);
    } catch (error) {
      if (error instanceof ReadError) return undefined; // inside of a ZIP
      throw error;
    }
  }
}

interface Kept {
  service: string;
  post: string;
  program: string;
  files?: string;
}

const keyOf = ({ fields }: Row) => JSON.stringify({ service: fields["service"], post: fields["id"] });
const keyFrom = (key: string) => JSON.parse(key) as Pick<Kept, "service" | "post">;

function packed(files: SourceFiles): Buffer {
  const texts = Object.entries(files).map(([path, bytes]) => [path, bytes.toString("base64")]);
  return gzipSync(JSON.stringify(Object.fromEntries(texts)));
}

/** Files of a post that a program saved. */
export interface PostSource {
  service: string;
  post: string;
  program: string;
  files: SourceFiles;
}

/** Yields sources of posts, by service, post and program. @param program all programs without it */
export async function* postSources(sql: Sql, program: string | undefined): AsyncGenerator<PostSource> {
  const pages = sql<{ service: string; post: string; program: string; files: Buffer }[]>`
    select service, post, program, files from post_sources
    where ${program === undefined ? sql`true` : sql`program = ${program}`} order by 1, 2, 3`;
  for await (const page of pages.cursor(PAGE_SIZE))
    for (const { files, ...rest } of page) {
      const texts = JSON.parse(gunzipSync(files).toString()) as Record<string, string>;
      const entries = Object.entries(texts).map(([path, text]) => [path, Buffer.from(text, "base64")]);
      yield { ...rest, files: Object.fromEntries(entries) as SourceFiles };
    }
}
