/** Stored listings of archive files. */
import { createHash } from "node:crypto";
import type { Fault } from "#shared/archive-files/faults.ts";
import { uniqueNames } from "#shared/archive-files/unique-names.ts";
import { FILE_TYPES } from "#shared/rules/file-types.ts";
import type { Db, Sql } from "../db/client.ts";
import { FileError } from "../files/storage.ts";
import type { ArchiveFiles, StoredFile } from "./archive-files.ts";
import { sourceOf } from "./parts.ts";
import { ArchiveError } from "./reader-output.ts";

/** Extensions of stored files that may have a listing. */
export const LISTED_EXTENSIONS = [
  ".bin",
  ...FILE_TYPES.filter(({ listed }) => listed).flatMap(({ extensions }) => extensions),
];

/** Digest of the file list that sizes belong to; computed identically in SQL. */
const digestOf = (names: readonly string[]) => createHash("md5").update(names.join("\n")).digest("hex");

/**
 * Reads an archive file and stores its listing, or that it has none, so that it is not read on every request.
 * @param save `saveSizes` for a listing that is stored
 * @throws BusyError
 */
export async function readListing(
  sql: Sql,
  archiveFiles: ArchiveFiles,
  file: StoredFile,
  save = saveListing,
): Promise<void> {
  const { hash } = file;
  const source = await sourceOf(sql, file);
  try {
    // Nothing is stored: the other parts may still arrive.
    if (source !== undefined) await save(sql, { hash, ...(await archiveFiles.list(source)) });
  } catch (error) {
    // Of parts, the last may be missing without a trace in the names: tried again within minutes, not after a day.
    const hasParts = source !== undefined && source.files.length > 1;
    if (error instanceof ArchiveError) return saveFault(sql, hash, hasParts ? "too slow" : error.fault);
    if (error instanceof FileError) return; // stores nothing, because the bytes may still arrive
    throw error;
  }
}

export interface FoundNames {
  hash: string;
  names: string[];
  sizes: (number | null)[];
  encrypted: boolean;
  truncated: boolean;
}

/** Stores a listing; an existing one stays, because it may come from a bundle or a password. */
export async function saveListing(sql: Db, found: FoundNames): Promise<void> {
  const { hash, names, encrypted, truncated } = found;
  await sql`
    with listing as (
      insert into archive_listings (hash, file_list, encrypted)
      select hash, ${names}::text[], ${encrypted} from files where hash = ${hash}
      on conflict (hash) do nothing returning hash)
    insert into archive_readings as r (hash, truncated) select hash, ${truncated} from listing
    on conflict (hash) do update set fault = null, truncated = excluded.truncated, at = now()`;
  await saveSizes(sql, found);
}

/**
 * Stores sizes by name, because the stored listing may come from a bundle in another order. Names that were not read
 * have no size.
 */
export async function saveSizes(
  sql: Db,
  { hash, names, sizes }: Pick<FoundNames, "hash" | "names" | "sizes">,
): Promise<void> {
  const [listing] = await sql<[{ file_list: string[] }?]>`
    select to_json(file_list) as file_list from archive_listings where hash = ${hash}`;
  if (listing === undefined) return;
  const { file_list } = listing;
  await sql`
    insert into archive_readings as r (hash, sizes, sized)
    select hash, ${sizesFor(file_list, names, sizes)}::bigint[], ${digestOf(file_list)} from files where hash = ${hash}
    on conflict (hash) do update set sizes = excluded.sizes, sized = excluded.sized, fault = null, at = now()`;
}

/** Sizes in the order of a list; duplicates of a name keep their order. */
function sizesFor(list: string[], names: string[], sizes: (number | null)[]): (number | null)[] {
  const sizeOf = new Map(uniqueNames(names).map((name, at) => [name, sizes[at] ?? null]));
  return uniqueNames(list).map((name) => sizeOf.get(name) ?? null);
}

/** Records that a file has no readable listing or sizes, so that it is not read on every request. */
export async function saveFault(sql: Db, hash: string, fault: Fault): Promise<void> {
  await sql`
    insert into archive_readings (hash, fault) select hash, ${fault} from files where hash = ${hash}
    on conflict (hash) do update set fault = excluded.fault, at = now()`;
}
