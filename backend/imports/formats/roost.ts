/**
 * Roost: bundles of other archives (docs/bundle.md). A signed one is read once `roost import --from` has named who signed it,
 * and its records are merged; elsewhere bundles are recognized and refused.
 */
import type { z } from "zod";
import { splitLines } from "#backend/imports/bundle/lines.ts";
import { type Entity, RECORDS, SIGNATURE_FILE } from "#backend/imports/bundle/records.ts";
import { type FileRef, hasFile, type MaybeFile } from "#shared/entities/file.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import {
  type Entry,
  type Folder,
  type Format,
  type Found,
  type LocalFile,
  type MissingFile,
  ReadError,
  type Reading,
} from "./lib/format.ts";
import { entityOf, listedEntry, readSignature, type Signed } from "./lib/signature.ts";

const NAME = "Roost";
/** Beginning of a header line. */
const HEADER = '{"roost":';
/** Bytes of a file that may hold the header line. */
const HEAD = 200;

/** Recognizes bundles, and reports them in place of reading them. */
export const roost: Format = {
  name: NAME,
  async recognize(folder) {
    const isBundle = (await folder.find(SIGNATURE_FILE)) !== undefined || (await hasEntityFile(folder));
    return isBundle ? { scope: "tree", read: (reading) => refuse(folder, reading) } : undefined;
  },
};

async function hasEntityFile(folder: Folder): Promise<boolean> {
  for (const entry of await folder.entries()) {
    if (entry.isFolder || entityOf(entry.name) === undefined) continue;
    for await (const { text } of splitLines(folder.bytes(entry, { start: 0, end: HEAD })))
      return text.startsWith(HEADER);
  }
  return false;
}

// biome-ignore lint/correctness/useYield: nothing of it is imported
async function* refuse(folder: Folder, reading: Reading): AsyncGenerator<Found> {
  for await (const entry of folder.walk()) reading.uses(entry);
  try {
    const signed = await readSignature(folder);
    reading.report(
      folder.path,
      signed === undefined ? UNSIGNED : `is a bundle that ${signedBy(signed)}: ${HOW}`,
    );
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    reading.report(folder.path, `is a bundle whose signature is not valid: ${error.message}`);
  }
}

const UNSIGNED = "is a bundle, which replaces what is here: on the server, roost ingest imports it";
const HOW = "on the server, roost import --from imports it";

/** `Ann's archive signed (3f2a-91bc-…)` */
export const signedBy = ({ name, fingerprint }: Signed) => `“${name}” signed (${fingerprint})`;

/** Reads the folder of a signed bundle whose files were checked. */
export const signedBundle = (signed: Signed): Format => ({
  name: NAME,
  recognize: async (folder) => ({ scope: "tree", read: (reading) => read(folder, signed, reading) }),
});

async function* read(folder: Folder, { files }: Signed, reading: Reading): AsyncGenerator<Found> {
  const byHash = new Map<string, Entry>();
  for (const path of [SIGNATURE_FILE, ...Object.keys(files)]) {
    const entry = listedEntry(folder, path);
    reading.uses(entry);
    const hash = hashOfPath(path.slice("files".length));
    if (hash !== undefined) byHash.set(hash, entry);
  }
  for (const entity of Object.keys(RECORDS) as Entity[]) {
    const path = `${entity}.ndjson`;
    if (!Object.hasOwn(files, path)) continue;
    const entry = listedEntry(folder, path);
    for await (const { number, text, fault } of splitLines(folder.bytes(entry))) {
      if (text === "" || text.startsWith(HEADER)) continue;
      const record = fault === undefined ? recordOf(entity, text) : undefined;
      const from = entry.path;
      if (record === undefined)
        reading.report(from, `line ${number}: ${fault ?? "is not a record of a bundle"}`);
      else yield* foundIn(record, from, byHash);
    }
  }
}

type BundleRecord = { [E in Entity]: { entity: E; fields: z.infer<(typeof RECORDS)[E]> } }[Entity];

function recordOf(entity: Entity, text: string): BundleRecord | undefined {
  try {
    const { data } = RECORDS[entity].safeParse(JSON.parse(text));
    return data && ({ entity, fields: data } as BundleRecord);
  } catch {
    return undefined;
  }
}

/** Yields what an import merges; what is the other archive's own (ids, counts, links of creators) is left out. */
function* foundIn(record: BundleRecord, from: string, byHash: ReadonlyMap<string, Entry>): Generator<Found> {
  switch (record.entity) {
    case "creators": {
      const { service, id, public_id, name, icon, banner } = record.fields;
      const pictures = { icon: pictureOf(icon, byHash), banner: pictureOf(banner, byHash) };
      yield { entity: "creators", fields: { service, id, public_id, name, ...pictures }, from };
      return;
    }
    case "posts": {
      const { fav_count: _, hidden: __, file, attachments, ...fields } = record.fields;
      const { missing, order, ...local } = filesOf(file, attachments, byHash);
      const shown = shownIn(fields.content, byHash);
      yield { entity: "posts", fields: { ...fields, ...local }, from, shown, missing, order };
      return;
    }
    case "post_revisions": {
      const { revision_id: _, file, attachments, ...fields } = record.fields;
      const { missing: __, order: ___, ...local } = filesOf(file, attachments, byHash);
      const shown = shownIn(fields.content, byHash);
      yield { entity: "post_revisions", fields: { ...fields, ...local }, from, shown };
      return;
    }
    case "discord_messages": {
      const { attachments, ...fields } = record.fields;
      const { attachments: local } = filesOf({}, attachments, byHash);
      yield { entity: "discord_messages", fields: { ...fields, attachments: local }, from };
      return;
    }
    case "discord_message_revisions": {
      const { id: _, ...fields } = record.fields;
      yield { entity: "discord_message_revisions", fields, from };
      return;
    }
    case "comments": {
      const { hidden: _, ...fields } = record.fields;
      yield { entity: "comments", fields, from };
      return;
    }
    case "announcements":
    case "discord_channels":
      yield { ...record, from };
  }
}

function filesOf(main: MaybeFile, others: readonly FileRef[], byHash: ReadonlyMap<string, Entry>) {
  const missing: MissingFile[] = [];
  const local = ({ name, path }: FileRef): LocalFile[] => {
    const hash = hashOfPath(path);
    const entry = byHash.get(hash ?? "");
    if (entry === undefined) missing.push({ name, hash });
    return entry === undefined ? [] : [{ entry, name, ...(hash !== undefined && { hash }) }];
  };
  const all = [...(hasFile(main) ? [main] : []), ...others];
  const [file] = hasFile(main) ? local(main) : [];
  const attachments = others.flatMap(local);
  const isLacking = missing.length > 0;
  return {
    ...(file !== undefined && { file }),
    attachments,
    missing: isLacking ? missing : undefined,
    order: isLacking ? all.flatMap(({ path }) => hashOfPath(path) ?? []) : undefined,
  };
}

function pictureOf(path: string | null, byHash: ReadonlyMap<string, Entry>): LocalFile | undefined {
  const hash = path === null ? undefined : hashOfPath(path);
  const entry = byHash.get(hash ?? "");
  return entry && { entry, name: entry.name, ...(hash !== undefined && { hash }) };
}

/** Files whose path is in a text. */
function shownIn(text: string, byHash: ReadonlyMap<string, Entry>): LocalFile[] {
  const hashes = new Set(Array.from(text.matchAll(/[0-9a-f]{64}/g), ([hash]) => hash));
  return [...hashes].flatMap((hash) => {
    const entry = byHash.get(hash);
    return entry === undefined ? [] : [{ entry, name: entry.name, hash }];
  });
}
