import * as contract from "#shared/contracts/files.ts";
import { INVALID_PASSWORD, UNREADABLE_ARCHIVE } from "#shared/contracts/files.ts";
import type { ArchiveFile, HashHit } from "#shared/entities/archive-file.ts";
import { ArchiveError, BusyError, type Reading } from "../../archive-files/reader-output.ts";
import type { Sql } from "../../db/client.ts";
import { FileError } from "../../files/storage.ts";
import { VersionedCache } from "../../http/cache.ts";
import { type Mounted, mount, type Services } from "../../http/endpoint.ts";
import { badInput, notFound, unavailable } from "../../http/errors.ts";
import {
  fileUses,
  hashHits,
  type KnownFile,
  knownFile,
  saveFault,
  saveListing,
  savePassword,
  saveSizes,
} from "./queries.ts";

const MAX_USES = 500;
/** For each of many files. */
const SOME_USES = 5;
/** A folder that is looked up again while nothing changed costs no query. In bytes of JSON. */
const MAX_LOOKUPS = 8_000_000;
/** RAR takes 127 and typing ends far earlier; deriving a key of 7z takes seconds for a thousand. */
const MAX_PASSWORD = 255;

export function fileRoutes(): Mounted[] {
  const reading = new Map<string, Promise<void>>();
  const sizeOf = (hits: HashHit[]) => JSON.stringify(hits).length;
  const lookups = new VersionedCache<HashHit[]>([], { maxSize: MAX_LOOKUPS, sizeOf });
  const details = (services: Needs, hash: string) => fileDetails(services, hash, reading);
  const attempt = async (services: Needs, hash: string, password: string, addition?: "sizes") => {
    const known = await tryPassword(services, hash, password);
    return addition === "sizes" ? sizedAnswer(known) : answerOf(known);
  };
  return [
    mount(
      contract.searchHash,
      async ({ sql, params }) => (await fileUses(sql, params.hash, MAX_USES)) ?? missing(),
    ),
    mount(contract.searchHashes, ({ sql, changes, body }) => {
      const hashes = [...new Set(body.hashes)];
      return lookups.get(changes, hashes.join(), () => hashHits(sql, hashes, SOME_USES));
    }),
    mount(contract.getFile, (input) =>
      input.query.with === "sizes"
        ? sizedDetails(input, input.params.hash, reading)
        : details(input, input.params.hash),
    ),
    mount(contract.getArchive, (input) => details(input, input.params.hash)),
    mount(contract.getFileV2, (input) => details(input, input.params.hash)),
    mount(contract.tryPassword, (input) =>
      attempt(input, input.params.hash, input.body[0], input.query.with),
    ),
    mount(contract.tryPasswordV2, (input) => attempt(input, input.params.hash, input.body.password)),
  ];
}

/** The archive itself is read on the pool: other requests wait for the same reading. */
type Needs = Pick<Services, "archiveFiles"> & { sql: Sql; pool: Sql };

async function fileDetails(
  services: Needs,
  hash: string,
  reading: Map<string, Promise<void>>,
): Promise<ArchiveFile> {
  const { sql } = services;
  const known = (await knownFile(sql, hash)) ?? missing();
  if (known.file_list !== null || known.faulty) return answerOf(known);
  await shared(reading, hash, () => listFile(services, known));
  return answerOf((await knownFile(sql, hash)) ?? missing());
}

/** With sizes, as far as they can be read: a list that came with a bundle is read again, once. */
async function sizedDetails(
  services: Needs,
  hash: string,
  reading: Map<string, Promise<void>>,
): Promise<ArchiveFile> {
  const { sql } = services;
  await fileDetails(services, hash, reading);
  const known = (await knownFile(sql, hash)) ?? missing();
  if (known.file_list === null || known.file_sizes !== null || known.faulty) return sizedAnswer(known);
  await shared(reading, `${hash} sizes`, () => sizeFile(services, known));
  return sizedAnswer((await knownFile(sql, hash)) ?? missing());
}

/** Runs the work once for all that wait for it at the same time. */
function shared(running: Map<string, Promise<void>>, name: string, work: () => Promise<void>): Promise<void> {
  const promise = running.get(name) ?? work().finally(() => running.delete(name));
  running.set(name, promise);
  return promise;
}

/** A list that cannot be read has no sizes, and is not read again for every request. @throws HttpError 503 */
async function sizeFile({ pool, archiveFiles }: Needs, { hash, ext, size }: KnownFile): Promise<void> {
  try {
    await saveSizes(pool, { hash, ...(await archiveFiles.list({ hash, ext, size })) });
  } catch (error) {
    if (error instanceof ArchiveError) return saveSizes(pool, { hash, names: [], sizes: [] });
    if (error instanceof FileError) return;
    throw error instanceof BusyError ? unavailable(error.message) : error;
  }
}

function sizedAnswer(known: KnownFile): ArchiveFile {
  const { file, file_list, password } = answerOf(known);
  return { file, file_list, file_sizes: known.file_sizes ?? file_list.map(() => null), password };
}

/** Reads and stores a listing, or that there is none. @throws HttpError 503 */
async function listFile({ pool, archiveFiles }: Needs, { hash, ext, size }: KnownFile): Promise<void> {
  try {
    await saveListing(pool, { hash, ...(await archiveFiles.list({ hash, ext, size })) });
  } catch (error) {
    if (error instanceof ArchiveError) return saveFault(pool, hash, error.fault);
    if (error instanceof FileError) return; // the bytes may still arrive: nothing is stored
    throw error instanceof BusyError ? unavailable(error.message) : error;
  }
}

async function tryPassword({ sql, archiveFiles }: Needs, hash: string, password: string): Promise<KnownFile> {
  const { ext, size } = (await knownFile(sql, hash)) ?? missing();
  // Such a password can be neither passed to the reader nor stored.
  if (password.length > MAX_PASSWORD || password.includes("\0") || /\p{Cs}/u.test(password))
    throw badInput(INVALID_PASSWORD);
  const reading = await archiveFiles.tryPassword({ hash, ext, size }, password).catch(refuse);
  if (reading.opened !== true) throw badInput(INVALID_PASSWORD);
  await savePassword(sql, { hash, ...reading, password });
  return (await knownFile(sql, hash)) ?? missing();
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
