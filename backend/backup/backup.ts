/** A place with its marker and, if it is encrypted, its keys: everything is read and written through it. */
import { pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import type { z } from "zod";
import { FileError } from "#backend/files/storage.ts";
import { createKeyPair, decrypt, encrypt, openIdentity } from "./encryption.ts";
import {
  FILES,
  FORMAT_VERSION,
  MARKER,
  Manifest,
  Marker,
  manifestOf,
  type Part,
  SNAPSHOTS,
} from "./format.ts";
import { BackupError, type BackupPlace } from "./place.ts";

/** Level: fast, and within a few percent of the default in size. */
const GZIP_LEVEL = 4;
const MAX_JSON_BYTES = 64 * 1024 * 1024;

export class Backup {
  readonly place: BackupPlace;
  readonly #marker: Marker;
  readonly #passphrase: string | undefined;
  #identity: Promise<string> | undefined;

  private constructor(place: BackupPlace, marker: Marker, passphrase: string | undefined) {
    this.place = place;
    this.#marker = marker;
    this.#passphrase = passphrase;
  }

  /** @throws BackupError if there is no backup, or it needs another version of Roost */
  static async open(place: BackupPlace, passphrase?: string): Promise<Backup> {
    const marker = await readMarker(place);
    if (marker === undefined) throw new BackupError(`${place.label} is not a backup.`);
    return new Backup(place, marker, passphrase);
  }

  /** Opens the backup, or begins one in an empty place. @param passphrase encrypts a new one */
  static async openOrCreate(place: BackupPlace, passphrase?: string): Promise<Backup> {
    const known = await readMarker(place);
    if (known === undefined) {
      for await (const { name } of place.list(""))
        throw new BackupError(
          `${place.label} is neither empty nor a backup: it has ${name}. Name another place.`,
        );
      const encryption = passphrase === undefined ? null : await createKeyPair(passphrase);
      const marker = { format: FORMAT_VERSION, encryption } as const;
      await place.write(MARKER, Readable.from([`${JSON.stringify(marker, null, 2)}\n`]));
      return new Backup(place, marker, passphrase);
    }
    if (known.encryption === null && passphrase !== undefined)
      throw new BackupError(`${place.label} is not encrypted. Name another place for an encrypted backup.`);
    return new Backup(place, known, passphrase);
  }

  get isEncrypted(): boolean {
    return this.#marker.encryption !== null;
  }

  /** Name under which a file is stored: encrypted ones end with `.age`. */
  nameOf(name: string): string {
    return this.isEncrypted ? `${name}.age` : name;
  }

  /** @param path `/aa/bb/<sha256><ext>` */
  fileName(path: string): string {
    return this.nameOf(FILES + path.slice(1));
  }

  /** Encrypts if the backup is encrypted. @param name as returned by `nameOf` */
  async write(name: string, source: Readable): Promise<Part> {
    const { encryption } = this.#marker;
    const bytes = encryption === null ? source : await encrypt(encryption.recipient, source);
    return { name, ...(await this.place.write(name, bytes)) };
  }

  /** @throws FileError "missing file"; BackupError without the right passphrase */
  async read(name: string): Promise<Readable> {
    return await this.decrypted(await this.place.read(name));
  }

  async decrypted(stored: Readable): Promise<Readable> {
    if (!this.isEncrypted) return stored;
    return await decrypt(await this.identity(), stored);
  }

  /** @returns undefined if it is not encrypted @throws BackupError without the right passphrase */
  async unlock(): Promise<void> {
    if (this.isEncrypted) await this.identity();
  }

  async identity(): Promise<string> {
    const { encryption } = this.#marker;
    if (encryption === null) throw new BackupError("This backup is not encrypted.");
    if (this.#passphrase === undefined)
      throw new BackupError(`${this.place.label} is encrypted: set BACKUP_PASSPHRASE_FILE.`);
    this.#identity ??= openIdentity(encryption, this.#passphrase);
    return await this.#identity;
  }

  /** Compressed. */
  async writeCompressed(name: string, source: Readable): Promise<Part> {
    const compressed = pipeline(source, createGzip({ level: GZIP_LEVEL }), () => {});
    return await this.write(this.nameOf(`${name}.gz`), compressed);
  }

  async writeLines(name: string, rows: Iterable<unknown> | AsyncIterable<unknown>): Promise<Part> {
    async function* lines() {
      for await (const row of rows) yield `${JSON.stringify(row)}\n`;
    }
    return await this.writeCompressed(name, Readable.from(lines()));
  }

  async readCompressed(name: string): Promise<Readable> {
    return pipeline(await this.read(name), createGunzip(), () => {}).on("error", () => {}); // the reader throws it
  }

  async *readLines<T>(name: string, schema: z.ZodType<T>): AsyncGenerator<T> {
    for await (const line of linesOf(await this.readCompressed(name))) yield schema.parse(JSON.parse(line));
  }

  /** Ids of complete snapshots, oldest first. */
  async snapshots(): Promise<string[]> {
    const ids: string[] = [];
    for await (const { name } of this.place.list(SNAPSHOTS)) {
      const id = name.slice(SNAPSHOTS.length).split("/")[0] ?? "";
      if (name === manifestOf(id)) ids.push(id);
    }
    return ids.sort();
  }

  /** @param id undefined for the newest */
  async manifest(id?: string): Promise<Manifest> {
    const wanted = id ?? (await this.snapshots()).at(-1);
    if (wanted === undefined) throw new BackupError(`${this.place.label} has no complete backup yet.`);
    const json = await readJson(this.place, manifestOf(wanted));
    if (json === undefined)
      throw new BackupError(
        `${this.place.label} has no backup ${wanted}: ${(await this.snapshots()).join(", ")}`,
      );
    return parse(Manifest, json, `${this.place.label}: ${manifestOf(wanted)}`);
  }
}

export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of stream.setEncoding("utf8")) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") throw new BackupError("A list of the backup is cut off.");
}

async function readMarker(place: BackupPlace): Promise<Marker | undefined> {
  const json = await readJson(place, MARKER);
  return json === undefined ? undefined : parse(Marker, json, `${place.label}: ${MARKER}`);
}

async function readJson(place: BackupPlace, name: string): Promise<unknown> {
  const size = await place.size(name);
  if (size === undefined || size > MAX_JSON_BYTES) return undefined;
  try {
    return JSON.parse((await buffer(await place.read(name))).toString());
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof FileError)
      throw new BackupError(`${place.label}: ${name} is damaged.`);
    throw error;
  }
}

function parse<T>(schema: z.ZodType<T>, json: unknown, label: string): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { format } = json as { format?: unknown };
  throw new BackupError(
    typeof format === "number" && format > FORMAT_VERSION
      ? `${label} has format ${format}, this version of Roost reads ${FORMAT_VERSION}. Install a newer one.`
      : `${label} is damaged: ${parsed.error.issues[0]?.path.join(".") ?? "not an object"}`,
  );
}
