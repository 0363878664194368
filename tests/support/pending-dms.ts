/** DMs as the importer leaves them for review. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#backend/db/client.ts";
import { pendingFolder } from "#backend/imports/connectors/records.ts";

export interface PendingFields {
  account: number;
  hash: string;
  service?: string;
  user?: string;
  content?: string;
  status?: "pending" | "ignored";
  /** Bytes by name. */
  files?: Record<string, string>;
}

/** @param data the data folder, for its files */
export async function buildPendingDm(
  sql: Sql,
  data: string,
  { account, hash, service = "patreon", user = "1", status = "pending", files = {}, ...more }: PendingFields,
): Promise<void> {
  const published = "2024-02-01T08:00:00";
  const fields = { hash, service, user, content: `Message ${hash}`, published, added: published, ...more };
  const folder = `of-${hash}`;
  const named = Object.keys(files).map((name, at) => ({ name, path: `${folder}/${at}` }));
  if (named.length > 0) await mkdir(join(pendingFolder(data), folder), { recursive: true });
  for (const { name, path } of named) await writeFile(join(pendingFolder(data), path), files[name] ?? "");
  await sql`
    insert into pending_dms (account, service, hash, "user", fields, files, status)
    values (${account}, ${service}, ${hash}, ${user}, ${sql.json(fields)}, ${sql.json(named)}, ${status})`;
}
