/** Sends one file inside an archive file, or a thumbnail of it. */
import type { Entry } from "#shared/archive-files/entries.ts";
import type { Fault } from "#shared/archive-files/faults.ts";
import { BATCH_FILES } from "#shared/archive-files/limits.ts";
import { type getEntry, LARGE_ENTRY, LOCKED_ENTRY, UNREADABLE_ENTRY } from "#shared/contracts/files.ts";
import { THUMBNAIL_WIDTHS, type ThumbnailWidth } from "#shared/rules/thumbnails.ts";
import type { OpenableArchive } from "../../archive-files/entries.ts";
import { sourceOf } from "../../archive-files/parts.ts";
import { ArchiveError, BusyError } from "../../archive-files/reader-output.ts";
import { readHead } from "../../files/file-type.ts";
import { contentTypeOfBytes, disposition } from "../../files/names.ts";
import { openLocal } from "../../files/open-file.ts";
import { FileError, HEAD_BYTES } from "../../files/storage.ts";
import { FileAnswer } from "../../http/answer-forms.ts";
import type { Input } from "../../http/endpoint.ts";
import { HttpError, notFound, unavailable } from "../../http/errors.ts";
import { formatFor, refusePicture } from "../../http/files.ts";
import { knownEntries } from "./queries.ts";

/** A password or a bundle may change the order of a listing, hence the file at a number. */
const CACHE_FOR_AN_HOUR = "public, max-age=3600";

type EntryInput = Input<typeof getEntry>;

/**
 * @param list reads the listing, if none is stored
 * @throws HttpError 404, 422, 503
 */
export async function entryAnswer(input: EntryInput, list: () => Promise<void>): Promise<FileAnswer> {
  const { archiveEntries, headers, params, query } = input;
  const { archive, entries } = await openable(input, list);
  const [entry] = entries;
  if (entry === undefined) throw notFound();
  const path = await archiveEntries.locate(archive, entries).catch(refuse);
  const etag = `${params.hash}-${path.slice(-64)}`;
  const sent = { cacheControl: CACHE_FOR_AN_HOUR, etag };
  if (query.w === undefined) {
    const { type, inline } = await contentTypeOfBytes(await readHead(path, HEAD_BYTES), entry.name);
    const name = query.f ?? entry.name.split(/[\\/]/).at(-1);
    return new FileAnswer({
      ...sent,
      open: () => openLocal(path),
      type,
      disposition: disposition(inline, name),
    });
  }
  const format = formatFor(headers.accept ?? "");
  const thumbnail = await archiveEntries.thumbnail(path, widthOf(query.w), format).catch(refusePicture);
  return new FileAnswer({
    ...sent,
    open: () => openLocal(thumbnail),
    type: `image/${format}`,
    etag: `${etag}-${query.w}-${format}`,
    vary: "accept",
  });
}

const widthOf = (text: string): ThumbnailWidth =>
  THUMBNAIL_WIDTHS.find((width) => String(width) === text) ?? THUMBNAIL_WIDTHS[0];

/** @throws HttpError 404 without such a file, 422 if parts of the archive are missing */
async function openable(
  { sql, params: { hash, number } }: EntryInput,
  list: () => Promise<void>,
): Promise<{ archive: OpenableArchive; entries: Entry[] }> {
  const find = async () => (await knownEntries(sql, hash, Number(number), BATCH_FILES)) ?? missing();
  let known = await find();
  if (known.isUnlisted) {
    await list();
    known = await find();
  }
  const source = await sourceOf(sql, known);
  if (source === undefined) throw new HttpError(422, UNREADABLE_ENTRY, "unreadable_entry");
  return { archive: { hash, source, password: known.password ?? undefined }, entries: known.entries };
}

const MESSAGES: Partial<Record<Fault, string>> = {
  locked: LOCKED_ENTRY,
  "too large": LARGE_ENTRY,
  "too slow": LARGE_ENTRY,
};

function refuse(error: unknown): never {
  if (error instanceof FileError) throw notFound();
  if (error instanceof BusyError) throw unavailable(error.message);
  if (!(error instanceof ArchiveError)) throw error;
  throw new HttpError(422, MESSAGES[error.fault] ?? UNREADABLE_ENTRY, "unreadable_entry");
}

function missing(): never {
  throw notFound();
}
