import type { FileRef } from "#shared/entities/file.ts";
import { type ArchiveParts, partOf, partsOf } from "#shared/rules/archive-parts.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import type { Db } from "../db/client.ts";
import { isServed } from "../db/is-served.ts";
import type { SourceFiles, StoredFile } from "./archive-files.ts";

/** Posts, messages and uploads examined for the other parts of an archive. */
const MAX_USES = 20;

export type PartFile = StoredFile & { name: string };

/**
 * Finds the parts of the archive that a file belongs to, among the files of the posts, messages and uploads that use
 * it; the most complete ones.
 * @param hash 64 lower-case hex digits
 * @returns undefined if the file is not a part
 */
export async function partsOfArchive(sql: Db, hash: string): Promise<ArchiveParts<PartFile> | undefined> {
  const found = await groupsWith(sql, hash);
  const [parts] = found.sort((a, b) => rank(b) - rank(a));
  if (parts === undefined) return undefined;
  const files = await storedFiles(sql, parts.parts);
  return { ...parts, parts: files, isComplete: parts.isComplete && files.length === parts.parts.length };
}

const rank = ({ isComplete, parts }: ArchiveParts<FileRef>) => (isComplete ? 1e6 : 0) + parts.length;

async function groupsWith(sql: Db, hash: string): Promise<ArchiveParts<FileRef>[]> {
  const lists = await sql<{ files: Partial<FileRef>[] }[]>`
    with used as (select * from file_uses where hash = ${hash} and entity in ('post', 'message', 'share') limit ${MAX_USES})
    select jsonb_build_array(p.file) || p.attachments as files
    from used u join posts p on u.entity = 'post' and p.service = u.service and p.id = u.key where not p.hidden
    union all
    select m.attachments from used u join discord_messages m on u.entity = 'message' and m.id = u.key
    union all
    select (
      select jsonb_agg(jsonb_build_object('name', s.filename, 'path', '/' || left(s.hash, 2) || '/' || substr(s.hash, 3, 2)
        || '/' || s.hash) order by s.position)
      from share_files s where s.share = split_part(u.key, '/', 1))
    from used u where u.entity = 'share'`;
  return lists.flatMap(({ files }) => {
    const named = files.filter((file): file is FileRef => file.path !== undefined && file.name !== undefined);
    if (!named.some(({ name }) => partOf(name) !== undefined)) return [];
    const file = named.find(({ path }) => hashOfPath(path) === hash);
    return (file && partsOf(file, named)) ?? [];
  });
}

/** Selects the parts that the archive has and serves. */
async function storedFiles(sql: Db, parts: readonly FileRef[]): Promise<PartFile[]> {
  const hashes = parts.map(({ path }) => hashOfPath(path) ?? "");
  const rows = await sql<StoredFile[]>`
    select f.hash, f.ext, f.size from files f where f.hash = any(${hashes}::text[]) and ${isServed(sql)}`;
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  return parts.flatMap(({ name, path }) => {
    const row = byHash.get(hashOfPath(path) ?? "");
    return row === undefined ? [] : { ...row, size: Number(row.size), name };
  });
}

/** The file, or all parts of its archive. @returns undefined if parts are missing */
export async function sourceOf(sql: Db, { hash, ext, size }: StoredFile): Promise<SourceFiles | undefined> {
  const found = await partsOfArchive(sql, hash);
  if (found === undefined) return { kind: "bytes", files: [{ hash, ext, size, name: "" }], main: 0 };
  const { kind, parts, main, isComplete } = found;
  return isComplete ? { kind, files: parts, main } : undefined;
}
