/** The sample in parts for rounds: what posts need in one bundle, then the posts in equal parts. */
import { createReadStream } from "node:fs";
import { copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Sql } from "#backend/db/client.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { ingestBundle } from "#backend/imports/bundle/ingest.ts";
import { openFolder } from "#backend/imports/bundle/source.ts";
import { ROUNDS } from "./measure.ts";

/** Larger parts would only take longer. */
const LARGEST_PART = 20_000;
const HEADER = '{"roost":1,"entity":"posts"}';

export interface Cut {
  /** Creators and files. */
  base: string;
  /** One bundle of posts for each round and the warm-up. */
  parts: { folder: string; keys: { service: string; id: string }[] }[];
}

export async function cutSample(sample: string, posts: number, into: string): Promise<Cut> {
  const size = Math.max(1, Math.min(LARGEST_PART, Math.floor(posts / (ROUNDS + 1))));
  const base = join(into, "base");
  await mkdir(base, { recursive: true });
  for (const entity of ["files", "creators"])
    await copyFile(join(sample, `${entity}.ndjson`), join(base, `${entity}.ndjson`));
  await symlink(join(sample, "files"), join(base, "files"));
  const parts: Cut["parts"] = [];
  let lines: string[] = [];
  const input = createReadStream(join(sample, "posts.ndjson"));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === HEADER) continue;
    lines.push(line);
    if (lines.length < size) continue;
    const folder = join(into, `part-${parts.length}`);
    await mkdir(folder);
    await writeFile(join(folder, "posts.ndjson"), `${HEADER}\n${lines.join("\n")}\n`);
    const keys = lines
      .map((text) => JSON.parse(text) as { service: string; id: string })
      .map(({ service, id }) => ({ service, id }));
    parts.push({ folder, keys });
    lines = [];
    if (parts.length > ROUNDS) break;
  }
  return { base, parts };
}

/** Imports a bundle. @returns seconds */
export async function ingest(sql: Sql, folder: string, data: string): Promise<number> {
  const source = await openFolder(folder);
  const begun = performance.now();
  const { problems } = await ingestBundle({ sql, storage: new DiskStorage(data), source });
  const seconds = (performance.now() - begun) / 1000;
  if (Object.keys(problems).length > 0) throw new Error(`${folder} has faults: ${JSON.stringify(problems)}`);
  return seconds;
}
