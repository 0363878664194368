/** Have lists: ids and hashes of what an archive has, without content. JSON lines, gzip (docs/decisions/0076-wanted.md). */
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import type { Sql } from "#backend/db/client.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { splitLines } from "#backend/imports/bundle/lines.ts";
import { ServiceName } from "#shared/entities/creator.ts";

export const HAVE_VERSION = 1;
/** Ids or hashes in a line. */
const PER_LINE = 1_000;
const PAGE_SIZE = 5_000;

const Key = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u);
const Posts = z.strictObject({ service: ServiceName, creator: Key, posts: z.array(Key) });
const Files = z.strictObject({ files: z.array(z.string().regex(/^[0-9a-f]{64}$/)) });
const Line = z.union([Posts, Files]);
export type HaveLine = z.infer<typeof Line>;

/** @returns undefined for anything else than a line */
export const haveLine = (value: unknown): HaveLine | undefined => Line.safeParse(value).data;

/** Yields the visible posts of the archive and their files. */
export async function* haveLines(sql: Sql): AsyncGenerator<HaveLine> {
  const posts = sql<{ service: z.infer<typeof ServiceName>; creator: string; id: string }[]>`
    select p.service, p."user" as creator, p.id from posts p join creators c on c.service = p.service and c.id = p."user"
    where not p.hidden and not c.hidden order by 1, 2, 3`;
  let line: z.infer<typeof Posts> | undefined;
  for await (const page of posts.cursor(PAGE_SIZE))
    for (const { service, creator, id } of page) {
      const isSame = line?.service === service && line.creator === creator && line.posts.length < PER_LINE;
      if (!isSame && line !== undefined) yield line;
      if (isSame && line !== undefined) line.posts.push(id);
      else line = { service, creator, posts: [id] };
    }
  if (line !== undefined) yield line;
  const files = sql<{ hash: string }[]>`
    select distinct u.hash from file_uses u join posts p on p.service = u.service and p.id = u.key
      join creators c on c.service = p.service and c.id = p."user"
    where u.entity in ('post', 'post_text') and not p.hidden and not c.hidden
      and exists (select from files f where f.hash = u.hash)
      and not exists (select from damaged_files d where d.hash = u.hash) order by 1`;
  for await (const page of files.cursor(PER_LINE)) yield { files: page.map(({ hash }) => hash) };
}

/** Yields the lines of a have list. @throws ExpectedError naming the line that is not one */
export async function* readHaveList(path: string): AsyncGenerator<HaveLine> {
  let isFirst = true;
  for await (const { number, text, fault } of splitLines(open(path))) {
    const value = fault === undefined ? parse(text) : undefined;
    if (isFirst) {
      const header = z.object({ have: z.int() }).safeParse(value).data;
      if (header === undefined) throw new ExpectedError(`${path} is not a have list: roost have writes one.`);
      if (header.have > HAVE_VERSION) throw new ExpectedError(`${path} is of a newer version of Roost.`);
      isFirst = false;
      continue;
    }
    const line = Line.safeParse(value);
    if (!line.success)
      throw new ExpectedError(`${path}:${number}: ${fault ?? "is not a line of a have list"}`);
    yield line.data;
  }
  if (isFirst) throw new ExpectedError(`${path} is not a have list: it is empty.`);
}

/** @throws ExpectedError if the file cannot be read */
async function* open(path: string): AsyncGenerator<Uint8Array> {
  try {
    const head = createReadStream(path, { end: 1 });
    let mark = "";
    for await (const bytes of head as AsyncIterable<Buffer>) mark += bytes.toString("hex");
    const file = createReadStream(path);
    if (mark !== "1f8b") return yield* file as AsyncIterable<Buffer>;
    const unpacked = createGunzip();
    file.on("error", (error) => unpacked.destroy(error)).pipe(unpacked);
    yield* unpacked as AsyncIterable<Buffer>;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ExpectedError(`${path} cannot be read (${code ?? message})`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
