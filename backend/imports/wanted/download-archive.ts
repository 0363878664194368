/** Reads gallery-dl's database of downloaded files (`--download-archive`), which names posts by their ids. */
import { basename, dirname } from "node:path";
import { ExpectedError } from "#backend/expected-error.ts";
import { readWantedList, type WantedList } from "#shared/rules/wanted-list.ts";
import { Downloads } from "../formats/lib/folder.ts";
import { ReadError } from "../formats/lib/format.ts";
import { DatabaseCopy } from "../formats/lib/sqlite.ts";

/**
 * Formats of entries, which begin with the category (`archive-prefix`). Other services' have numbers of files and not of
 * posts, and messages are no posts.
 */
const OF_SERVICE = /^(patreon|fanbox|fantia)(\d+)_\d+$/;
const OF_ARCHIVE = /^(?:kemonoparty|coomerparty|kemono|coomer|pawchive)([a-z]+)_([^_].*)_([^_]+)_\d+$/;

/** @returns posts; other entries are not read. @throws ExpectedError if it is no such database */
export async function readDownloadArchive(path: string): Promise<WantedList> {
  try {
    const { folder } = await Downloads.open(dirname(path));
    const entry = await folder.find(basename(path));
    if (entry === undefined) throw new ReadError("is not a file");
    const copy = await DatabaseCopy.open(folder, entry);
    try {
      if (!copy.columns("archive").has("entry")) throw new ReadError("is no archive of gallery-dl");
      const posts = Array.from(copy.rows("select entry from archive"), ({ entry: text }) =>
        postOf(String(text)),
      ).filter((post) => post !== undefined);
      return readWantedList(JSON.stringify(posts));
    } finally {
      await copy.close();
    }
  } catch (error) {
    throw error instanceof ReadError ? new ExpectedError(`${path} ${error.message}`) : error;
  }
}

function postOf(entry: string) {
  const [, own, id] = OF_SERVICE.exec(entry) ?? [];
  if (own !== undefined) return { service: own, post: id };
  const [, service, user, post] = OF_ARCHIVE.exec(entry) ?? [];
  return service === undefined || service === "discord" ? undefined : { service, user, post };
}
