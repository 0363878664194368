/** Leaves out of an import what fills no gap (docs/decisions/0076-wanted.md). */
import type { Sql } from "#backend/db/client.ts";
import type { Fields } from "#backend/imports/bundle/validate.ts";
import { creatorOf } from "#backend/imports/creators.ts";
import type { Downloads } from "#backend/imports/formats/lib/folder.ts";
import type { Found } from "#backend/imports/formats/lib/format.ts";
import { filesOf } from "#backend/imports/formats/lib/recognize.ts";
import { missingFiles } from "#backend/imports/missing-files.ts";
import { isPostAbsent, isPostAllowed } from "./lists.ts";

/** Records that are looked up at once. */
const BATCH = 500;

export interface LeftOut {
  posts: number;
  /** Comments, messages and others. */
  records: number;
  files: number;
  bytes: number;
}

/**
 * Yields wanted posts, posts of wanted creators that are not here, posts that bring a file which the archive lacks, and what
 * belongs to them; of wanted creators also messages and uploads. Keeps the order.
 */
export async function* onlyWanted(
  sql: Sql,
  downloads: Downloads,
  records: AsyncIterable<Found>,
  leftOut: LeftOut,
): AsyncGenerator<Found> {
  const filter = new Filter(sql, downloads, leftOut);
  let batch: Found[] = [];
  for await (const found of records) {
    batch.push(found);
    // Bytes inside of another file are valid until the next record is requested.
    const isEmbedded = filesOf(found).some(({ bytes }) => bytes !== undefined);
    if (batch.length < BATCH && !isEmbedded) continue;
    yield* filter.wanted(batch);
    batch = [];
  }
  yield* filter.wanted(batch);
}

interface Gaps {
  wanted: boolean;
  /** Files that the post lacks; null if none. */
  files: { name: string; hash: string | null }[] | null;
}

class Filter {
  readonly #sql: Sql;
  readonly #downloads: Downloads;
  readonly #leftOut: LeftOut;
  /** Posts that were yielded. */
  readonly #posts = new Set<string>();
  /** Creators without a wanted post so far. */
  readonly #held = new Map<string, Found>();
  /** Public ids of creators, by their keys. */
  readonly #publicIds = new Map<string, string>();
  /** Wanted creators, by their keys. */
  readonly #wanted = new Map<string, boolean>();

  constructor(sql: Sql, downloads: Downloads, leftOut: LeftOut) {
    this.#sql = sql;
    this.#downloads = downloads;
    this.#leftOut = leftOut;
  }

  async *wanted(batch: readonly Found[]): AsyncGenerator<Found> {
    await this.#lookUpCreators(batch);
    const gaps = await this.#gapsOf(batch);
    for (const [at, found] of batch.entries()) {
      const key = creatorKey(found);
      if (found.entity === "creators" && key !== undefined) {
        if (this.#wanted.get(key) === true) yield found;
        else this.#held.set(key, found);
        continue;
      }
      if (!this.#isWanted(found, key, gaps.get(at))) {
        this.#leave(found);
        continue;
      }
      const creator = key === undefined ? undefined : this.#held.get(key);
      if (key !== undefined && creator !== undefined) {
        this.#held.delete(key);
        yield creator;
      }
      if (found.entity === "posts") this.#posts.add(postKey(found));
      yield found;
    }
  }

  #isWanted(found: Found, creator: string | undefined, gaps: Gaps | undefined): boolean {
    const { entity } = found;
    if (entity === "posts") return gaps !== undefined && (gaps.wanted || brings(found, gaps.files ?? []));
    if (entity === "post_revisions" || entity === "comments") return this.#posts.has(postKey(found));
    return creator !== undefined && this.#wanted.get(creator) === true;
  }

  #leave(found: Found): void {
    if (found.entity === "posts") this.#leftOut.posts += 1;
    else this.#leftOut.records += 1;
    for (const { entry, size, bytes } of filesOf(found)) {
      this.#leftOut.files += 1;
      const stored = bytes === undefined ? this.#downloads.statOf(entry.path)?.size : size;
      this.#leftOut.bytes += stored ?? 0;
    }
  }

  async #lookUpCreators(batch: readonly Found[]): Promise<void> {
    const keys = new Map<string, { service: string; id: string }>();
    for (const found of batch) {
      const creator = creatorOf(found.entity, found.fields as Fields);
      const key = creatorKey(found);
      if (creator === undefined || key === undefined) continue;
      const { public_id: publicId } = found.fields as { public_id?: string | null };
      if (found.entity === "creators" && publicId) {
        if (this.#publicIds.get(key) !== publicId) this.#wanted.delete(key);
        this.#publicIds.set(key, publicId);
      }
      if (!this.#wanted.has(key)) keys.set(key, creator);
    }
    const asked = [...keys].map(([key, one]) => ({ ...one, key, public_id: this.#publicIds.get(key) }));
    if (asked.length === 0) return;
    const rows = await this.#sql<{ key: string; wanted: boolean }[]>`
      select k.key, exists (
        select from wanted_creators w where w.service = k.service and case when w.by_public_id
          then w.id in (k.public_id, (select c.public_id from creators c where c.service = k.service and c.id = k.id))
          else w.id = k.id end) as wanted
      from json_to_recordset(${JSON.stringify(asked)}::text::json)
        as k (key text, service text, id text, public_id text)`;
    for (const { key, wanted } of rows) this.#wanted.set(key, wanted);
  }

  /** Gaps that posts of the batch may fill, by their position. */
  async #gapsOf(batch: readonly Found[]): Promise<Map<number, Gaps>> {
    const posts = batch.flatMap((found, n) => {
      if (found.entity !== "posts") return [];
      const { service, id, user } = found.fields;
      return [{ n, service, id, user, of_wanted: this.#wanted.get(creatorKey(found) ?? "") === true }];
    });
    if (posts.length === 0) return new Map();
    const rows = await this.#sql<(Gaps & { n: number })[]>`
      select w.n, ${isPostAbsent(this.#sql)} and ${isPostAllowed(this.#sql)}
          and (w.of_wanted or exists (select from wanted_posts o where o.service = w.service and o.id = w.id and o.source = 'list')) as wanted,
        f.files
      from json_to_recordset(${JSON.stringify(posts)}::text::json)
          as w (n integer, service text, id text, "user" text, of_wanted boolean)
        left join lateral (
          select json_agg(json_build_object('name', m.name, 'hash', m.hash)) as files
          ${missingFiles(this.#sql)} and m.service = w.service and m.post = w.id) f on true`;
    return new Map(rows.map(({ n, ...gaps }) => [n, gaps]));
  }
}

/** True if a file of the record may be one that is missing: by its SHA-256 where both are known, else by its name. */
function brings(found: Found, missing: readonly { name: string; hash: string | null }[]): boolean {
  return filesOf(found).some((file) =>
    missing.some(({ name, hash }) =>
      hash === null ? file.name === name : file.hash === undefined || file.hash === hash,
    ),
  );
}

function creatorKey({ entity, fields }: Found): string | undefined {
  const creator = creatorOf(entity, fields as Fields);
  return creator && JSON.stringify([creator.service, creator.id]);
}

function postKey({ entity, fields }: Found): string {
  const { service, id, post } = fields as Record<string, string>;
  return JSON.stringify([service, entity === "comments" ? post : id]);
}
