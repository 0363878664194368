import * as contract from "#shared/contracts/files.ts";
import { INVALID_PASSWORD, TOO_MANY_TRIES, UNREADABLE_ARCHIVE } from "#shared/contracts/files.ts";
import type { ArchiveFile, HashHit } from "#shared/entities/archive-file.ts";
import { ArchiveError, BusyError, type Reading } from "../../archive-files/reader-output.ts";
import { FileError } from "../../files/storage.ts";
import { Unchanged } from "../../http/cache.ts";
import { type Mounted, mount, type Services } from "../../http/endpoint.ts";
import { badInput, notFound, tooManyRequests, unavailable } from "../../http/errors.ts";
import { Tries } from "./attempts.ts";
import {
  fileUses,
  hashHits,
  type KnownFile,
  keepFault,
  keepListing,
  keepPassword,
  keepSizes,
  knownFile,
} from "./queries.ts";

const MAX_USES = 500;
/** For each of many files. */
const SOME_USES = 5;
/** A folder that is looked up again while nothing changed costs no query. */
const LOOKUPS_KEPT = 50;
const TRIES_A_MINUTE = 10;
/** RAR takes 127 and typing ends far earlier; deriving a key of 7z takes seconds for a thousand. */
const MAX_PASSWORD = 255;

export function fileRoutes(): Mounted[] {
  const listing = new Map<string, Promise<void>>();
  const tries = new Tries(TRIES_A_MINUTE);
  const lookups = new Unchanged<HashHit[]>([], LOOKUPS_KEPT);
  const details = (services: Services, hash: string) => fileDetails(services, hash, listing);
  const attempt = async (
    services: Services & { address: string },
    hash: string,
    password: string,
    addition?: "sizes",
  ) => {
    const wait = tries.take(services.address, hash);
    if (wait > 0) throw tooManyRequests(TOO_MANY_TRIES, wait);
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
        ? sizedDetails(input, input.params.hash, listing)
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

async function fileDetails(
  services: Services,
  hash: string,
  listing: Map<string, Promise<void>>,
): Promise<ArchiveFile> {
  const { sql } = services;
  const known = (await knownFile(sql, hash)) ?? missing();
  if (known.file_list !== null || known.faulty) return answerOf(known);
  // Once, however many ask.
  const reading = listing.get(hash) ?? listFile(services, known).finally(() => listing.delete(hash));
  listing.set(hash, reading);
  await reading;
  return answerOf((await knownFile(sql, hash)) ?? missing());
}

/** With sizes, as far as they can be read: a list that came with a bundle is read again, once. */
async function sizedDetails(
  services: Services,
  hash: string,
  listing: Map<string, Promise<void>>,
): Promise<ArchiveFile> {
  const { sql } = services;
  await fileDetails(services, hash, listing);
  const known = (await knownFile(sql, hash)) ?? missing();
  if (known.file_list === null || known.file_sizes !== null || known.faulty) return sizedAnswer(known);
  const name = `${hash} sizes`;
  const reading = listing.get(name) ?? sizeFile(services, known).finally(() => listing.delete(name));
  listing.set(name, reading);
  await reading;
  return sizedAnswer((await knownFile(sql, hash)) ?? missing());
}

/** What cannot be read has no sizes, and is not read for every visitor. @throws HttpError 503 */
async function sizeFile({ sql, archives }: Services, { hash, ext, size }: KnownFile): Promise<void> {
  try {
    await keepSizes(sql, { hash, ...(await archives.list({ hash, ext, size })) });
  } catch (error) {
    if (error instanceof ArchiveError) return keepSizes(sql, { hash, names: [], sizes: [] });
    if (error instanceof FileError) return;
    throw error instanceof BusyError ? unavailable(error.message) : error;
  }
}

function sizedAnswer(known: KnownFile): ArchiveFile {
  const { file, file_list, password } = answerOf(known);
  return { file, file_list, file_sizes: known.file_sizes ?? file_list.map(() => null), password };
}

/** Reads and keeps a listing, or that there is none. @throws HttpError 503 */
async function listFile({ sql, archives }: Services, { hash, ext, size }: KnownFile): Promise<void> {
  try {
    await keepListing(sql, { hash, ...(await archives.list({ hash, ext, size })) });
  } catch (error) {
    if (error instanceof ArchiveError) return keepFault(sql, hash, error.fault);
    if (error instanceof FileError) return; // the bytes may still come: not remembered
    throw error instanceof BusyError ? unavailable(error.message) : error;
  }
}

async function tryPassword({ sql, archives }: Services, hash: string, password: string): Promise<KnownFile> {
  const { ext, size } = (await knownFile(sql, hash)) ?? missing();
  // Such a password can neither be handed on nor kept whole.
  if (password.length > MAX_PASSWORD || password.includes("\0") || /\p{Cs}/u.test(password))
    throw badInput(INVALID_PASSWORD);
  const reading = await archives.tryPassword({ hash, ext, size }, password).catch(refuse);
  if (reading.opened !== true) throw badInput(INVALID_PASSWORD);
  await keepPassword(sql, { hash, ...reading, password });
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
