/** Sets the stored files of records. */

import type { Sql } from "#backend/db/client.ts";
import { withKnownReferences } from "#backend/imports/bundle/references.ts";
import type { Row, RowProblem } from "#backend/imports/bundle/validate.ts";
import { type InTransaction, writeBatch } from "#backend/imports/bundle/write.ts";
import type { FileRef } from "#shared/entities/file.ts";
import type { Found, LocalFile } from "./formats/lib/format.ts";
import type { StoredFiles } from "./store-files.ts";

/** Omits skipped files and duplicates. */
export function setFiles({ fields }: Row, found: Found, stored: StoredFiles): void {
  if (found.entity === "creators") {
    const { icon, banner } = found.fields;
    fields["icon"] = (icon && stored.refOf(icon)?.path) ?? null;
    fields["banner"] = (banner && stored.refOf(banner)?.path) ?? null;
    return;
  }
  const { file, attachments } = found.fields as { file?: LocalFile; attachments?: LocalFile[] };
  const main = file && stored.refOf(file);
  if ("file" in fields) fields["file"] = main ?? {};
  if (!("attachments" in fields)) return;
  const refs = new Map<string, FileRef>();
  for (const one of attachments ?? []) {
    const ref = stored.refOf(one);
    if (ref !== undefined && ref.path !== main?.path && !refs.has(ref.path)) refs.set(ref.path, ref);
  }
  fields["attachments"] = [...refs.values()];
  // No column: for merging with what other sources have.
  if (found.entity === "posts" && found.order !== undefined) fields["order"] = found.order;
}

/** Appends files to those a share already has. */
export async function addShareFiles(
  sql: Sql,
  shares: readonly { row: Row; found: Found }[],
  stored: StoredFiles,
  report: (row: Row, problem: RowProblem) => void,
  fence?: InTransaction,
): Promise<void> {
  const ids = shares.map(({ row }) => String(row.fields["id"]));
  const present = await sql<{ share: string; position: number; hash: string }[]>`
    select share, position, hash from share_files where share = any(${ids}::text[])`;
  const known = new Set(present.map(({ share, hash }) => `${share} ${hash}`));
  const next = new Map<string, number>();
  for (const { share, position } of present) next.set(share, Math.max(next.get(share) ?? 0, position + 1));
  const rows: Row[] = [];
  for (const { row, found } of shares) {
    const share = String(row.fields["id"]);
    for (const file of found.entity === "shares" ? found.fields.files : []) {
      const hash = stored.hashOf(file);
      if (hash === undefined || known.has(`${share} ${hash}`)) continue;
      const position = next.get(share) ?? 0;
      next.set(share, position + 1);
      known.add(`${share} ${hash}`);
      rows.push({ ...row, fields: { share, position, hash, filename: file.name } });
    }
  }
  const allowed = await withKnownReferences(sql, "share_files", rows, report);
  await writeBatch(sql, "share_files", allowed, fence, report);
}
