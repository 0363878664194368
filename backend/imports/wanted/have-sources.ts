/** Reads a have list, a bundle or a folder of downloads as lines of a have list. */
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { ExpectedError } from "#backend/expected-error.ts";
import { BundleError, openFolder, type Source } from "#backend/imports/bundle/source.ts";
import { FORMATS } from "#backend/imports/formats/formats.ts";
import { Downloads } from "#backend/imports/formats/lib/folder.ts";
import type { Folder, LocalFile } from "#backend/imports/formats/lib/format.ts";
import { filesOf, readDownloads } from "#backend/imports/formats/lib/recognize.ts";
import { type HaveLine, haveLine, readHaveList } from "./have-list.ts";

/**
 * Files of a folder are read to hash them, unless their SHA-256 is known.
 * @throws ExpectedError if it is none of these
 */
export async function haveLinesOf(
  path: string,
  onProblem: (path: string, reason: string) => void,
): Promise<AsyncGenerator<HaveLine>> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ExpectedError(`${path} cannot be read (${error.code ?? error.message})`);
  });
  if (!found.isDirectory()) return readHaveList(path);
  const bundle = await openFolder(path).catch((error: unknown) => {
    if (!(error instanceof BundleError)) throw error;
    return undefined;
  });
  return bundle === undefined ? ofDownloads(await Downloads.open(path), onProblem) : ofBundle(bundle);
}

async function* ofBundle({ parts }: Source): AsyncGenerator<HaveLine> {
  for (const { entity, lines } of parts) {
    if (entity !== "posts" && entity !== "files") continue;
    for await (const { text } of lines({ offset: 0, line: 0 })) {
      const line = lineOf(entity, text);
      if (line !== undefined) yield line;
    }
  }
}

/** Lines that are not right are left out, as by an ingest. */
function lineOf(entity: "posts" | "files", text: string): HaveLine | undefined {
  try {
    const { service, user, id, hash } = JSON.parse(text) as Record<string, unknown>;
    return haveLine(entity === "files" ? { files: [hash] } : { service, creator: user, posts: [id] });
  } catch {
    return undefined;
  }
}

async function* ofDownloads(
  downloads: Downloads,
  onProblem: (path: string, reason: string) => void,
): AsyncGenerator<HaveLine> {
  const options = { downloads, formats: FORMATS, zone: "UTC", creatorOf: () => undefined, onProblem };
  for await (const found of readDownloads(options)) {
    if (found.entity !== "posts") continue;
    const { service, user, id } = found.fields;
    const line = haveLine({ service, creator: user, posts: [id] });
    if (line !== undefined) yield line;
    const files: string[] = [];
    for (const file of filesOf(found)) {
      const hash = await hashOf(downloads.folder, file).catch((error: Error) =>
        onProblem(file.entry.path, error.message),
      );
      if (hash !== undefined) files.push(hash);
    }
    if (files.length > 0) yield { files };
  }
}

async function hashOf(folder: Folder, { entry, hash, bytes }: LocalFile): Promise<string> {
  if (hash !== undefined) return hash;
  const digest = createHash("sha256");
  for await (const chunk of bytes?.() ?? folder.bytes(entry)) digest.update(chunk);
  return digest.digest("hex");
}
