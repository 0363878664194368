import type { Endpoint } from "#shared/contracts/endpoint.ts";
import * as contract from "#shared/contracts/files.ts";
import { INVALID_PASSWORD, UNREADABLE_ARCHIVE } from "#shared/contracts/files.ts";
import type { ArchiveFile, HashHit } from "#shared/entities/archive-file.ts";
import { readListing, saveListing, saveSizes } from "../../archive-files/listings.ts";
import { sourceOf } from "../../archive-files/parts.ts";
import { ArchiveError, BusyError, type Reading } from "../../archive-files/reader-output.ts";
import { cachedBytes } from "../../cached-bytes.ts";
import type { Sql } from "../../db/client.ts";
import { pictureHits } from "../../files/close-pictures.ts";
import { hashHits } from "../../files/hash-hits.ts";
import { FileError } from "../../files/storage.ts";
import { textOf } from "../../http/answer.ts";
import { JsonText } from "../../http/answer-forms.ts";
import { VersionedCache } from "../../http/cache.ts";
import { type Mounted, mount, type Services } from "../../http/endpoint.ts";
import { badInput, notFound, unavailable } from "../../http/errors.ts";
import { etagOf } from "../../http/etag.ts";
import { entryAnswer } from "./entry.ts";
import { fileText, fileTexts, fileUses, type KnownFile, knownFile, savePassword } from "./queries.ts";

const MAX_USES = 500;
/** Uses per file in bulk lookups. */
const MAX_BULK_USES = 5;
/** Cache size in bytes of JSON; repeated lookups of an unchanged folder need no query. */
const LOOKUP_CACHE_BYTES = 8_000_000;
/** Cache size of listings, in bytes of response: serializing ten thousand names takes 10 ms or more. */
const LISTING_CACHE_BYTES = 32_000_000;
/** Each cached text also has its compressed forms (compress.ts). */
const COMPRESSED_FORMS = 3;
/** RAR allows 127; deriving a 7z key from a thousand characters takes seconds. */
const MAX_PASSWORD = 255;

export function fileRoutes(): Mounted[] {
  const reading = new Map<string, Promise<void>>();
  const sizeOf = (hits: HashHit[]) => JSON.stringify(hits).length;
  const lookups = new VersionedCache<HashHit[]>([], { maxSize: LOOKUP_CACHE_BYTES, sizeOf });
  const details = (services: Needs, hash: string, addition?: "sizes") =>
    fileDetails(services, hash, reading, addition === "sizes");
  const listings = new VersionedCache<SentDetails>(
    contract.getFile.topics,
    { maxSize: LISTING_CACHE_BYTES, sizeOf: ({ text }) => COMPRESSED_FORMS * text.length },
    ({ isListed }) => isListed,
  );
  cachedBytes.set("listings of archive files", () => listings.size);
  cachedBytes.set("posts of files", () => lookups.size);
  const sent = async (to: Endpoint, services: Needs, hash: string, addition?: "sizes") => {
    const { text, etag } = await listings.get(
      services.changes,
      [to.path, hash, addition].join(" "),
      async () => {
        const { answer, isListed } = await details(services, hash, addition);
        const written = Buffer.from(textOf(to, answer));
        return { text: written, etag: etagOf(written), isListed };
      },
    );
    return new JsonText(text, { etag, sure: true });
  };
  const attempt = async (services: Needs, hash: string, password: string, addition?: "sizes") => {
    await tryPassword(services, hash, password);
    return (await details(services, hash, addition)).answer;
  };
  return [
    mount(
      contract.searchHash,
      async ({ sql, params }) => (await fileUses(sql, params.hash, MAX_USES)) ?? missing(),
    ),
    mount(contract.searchHashes, ({ sql, changes, body }) => {
      const hashes = [...new Set(body.hashes)];
      return lookups.get(changes, hashes.join(), () => hashHits(sql, hashes, MAX_BULK_USES));
    }),
    mount(contract.searchPicture, ({ sql, params }) =>
      pictureHits(sql, params.pdq, { limit: contract.MAX_PICTURES, uses: MAX_BULK_USES }),
    ),
    mount(contract.getFile, (input) => sent(contract.getFile, input, input.params.hash, input.query.with)),
    mount(contract.getFileText, async ({ sql, params }) => (await fileText(sql, params.hash)) ?? missing()),
    mount(contract.getFileTexts, ({ sql, body }) => fileTexts(sql, body.hashes)),
    mount(contract.getArchive, (input) => sent(contract.getArchive, input, input.params.hash)),
    mount(contract.getFileV2, (input) => sent(contract.getFileV2, input, input.params.hash)),
    mount(contract.getEntry, (input) =>
      entryAnswer(input, async () => {
        await details(input, input.params.hash, "sizes");
      }),
    ),
    mount(contract.tryPassword, (input) =>
      attempt(input, input.params.hash, input.body[0], input.query.with),
    ),
    mount(contract.tryPasswordV2, (input) => attempt(input, input.params.hash, input.body.password)),
  ];
}

/** The archive file is read through the pool, because other requests wait for the same read. */
type Needs = Pick<Services, "archiveFiles" | "changes"> & { sql: Sql; pool: Sql };

interface Details {
  answer: ArchiveFile;
  /** True if complete; otherwise the file may be read again later. */
  isListed: boolean;
}

interface SentDetails {
  text: Buffer;
  etag: string;
  isListed: boolean;
}

/** Includes sizes as far as readable: a listing from a bundle is read once more. */
async function fileDetails(
  services: Needs,
  hash: string,
  reading: Map<string, Promise<void>>,
  withSizes = false,
): Promise<Details> {
  const find = async () => (await knownFile(services.sql, hash, { withSizes })) ?? missing();
  let known = await find();
  if (known.file_list === null && !known.faulty) {
    await deduplicated(reading, hash, () => readArchive(services, known));
    known = await find();
  }
  if (withSizes && known.file_list !== null && known.file_sizes === null && !known.faulty) {
    await deduplicated(reading, `${hash} sizes`, () => readArchive(services, known, saveSizes));
    known = await find();
  }
  const isListed = known.file_list !== null && (!withSizes || known.file_sizes !== null);
  return { answer: withSizes ? sizedAnswer(known) : answerOf(known), isListed };
}

/** Deduplicates concurrent runs of the same work. */
function deduplicated(
  running: Map<string, Promise<void>>,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const promise = running.get(name) ?? work().finally(() => running.delete(name));
  running.set(name, promise);
  return promise;
}

/** @throws HttpError 503 */
async function readArchive(
  { pool, archiveFiles }: Needs,
  file: KnownFile,
  save = saveListing,
): Promise<void> {
  await readListing(pool, archiveFiles, file, save).catch((error) => {
    throw error instanceof BusyError ? unavailable(error.message) : error;
  });
}

function sizedAnswer(known: KnownFile): ArchiveFile {
  const { file, file_list, password } = answerOf(known);
  return { file, file_list, file_sizes: known.file_sizes ?? file_list.map(() => null), password };
}

/** Stores a password that opens the archive file. @throws HttpError 400 if it does not, 404, 503 */
async function tryPassword({ sql, archiveFiles }: Needs, hash: string, password: string): Promise<void> {
  const file = (await knownFile(sql, hash)) ?? missing();
  // Such a password can neither be passed to the reader nor stored.
  if (password.length > MAX_PASSWORD || password.includes("\0") || /\p{Cs}/u.test(password))
    throw badInput(INVALID_PASSWORD);
  const source = await sourceOf(sql, file);
  if (source === undefined) throw badInput(UNREADABLE_ARCHIVE);
  const reading = await archiveFiles.tryPassword(source, password).catch(refuse);
  if (reading.opened !== true) throw badInput(INVALID_PASSWORD);
  await savePassword(sql, { hash, ...reading, password });
}

function refuse(error: unknown): Reading {
  if (error instanceof FileError) throw notFound();
  if (error instanceof BusyError) throw unavailable(error.message);
  if (!(error instanceof ArchiveError)) throw error;
  throw badInput(error.fault === "not an archive" ? INVALID_PASSWORD : UNREADABLE_ARCHIVE);
}

function answerOf({
  file_list,
  file_sizes: _,
  encrypted,
  password,
  faulty: __,
  ...file
}: KnownFile): ArchiveFile {
  const none = file_list !== null && encrypted !== true ? "" : null;
  return { file, file_list: file_list ?? [], password: password ?? none };
}

function missing(): never {
  throw notFound();
}
