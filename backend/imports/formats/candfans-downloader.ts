/**
 * candfans-downloader (miraged3), names only: `<creator>/<post>-<title>/<title>[_2].mp4`. Files that repeat the title
 * distinguish it from other folders that begin with a number; titles are truncated to 100 characters. No dates.
 */
import type { Entry, Format, Found, Reading } from "./lib/format.ts";
import { attachmentsOf, creatorOfFolder, lastName, parentOf } from "./lib/names.ts";

const POST_FOLDER = /^(\d+)-(.+)$/s;
const MEDIA = /^(.*?)\.(?:mp4|jpg)$/s;
const NUMBER = /^_\d+$/;

export const candfansDownloader: Format = {
  name: "candfans-downloader",
  async recognize(folder) {
    const [, id, title] = POST_FOLDER.exec(lastName(folder.path) ?? "") ?? [];
    if (id === undefined || title === undefined) return undefined;
    const files = (await folder.entries()).filter((entry) => !entry.isFolder && repeats(entry.name, title));
    if (files.length === 0) return undefined;
    return { scope: "folder", read: (reading) => readPost(folder.path, { id, title, files }, reading) };
  },
};

function repeats(name: string, title: string): boolean {
  const stem = MEDIA.exec(name)?.[1];
  return stem === title || (stem?.startsWith(title) === true && NUMBER.test(stem.slice(title.length)));
}

async function* readPost(
  path: string,
  { id, title, files }: { id: string; title: string; files: Entry[] },
  reading: Reading,
): AsyncGenerator<Found> {
  const creator = creatorOfFolder("candfans", parentOf(path), reading);
  if (creator === undefined) return;
  yield creator;
  const { service, id: user } = creator.fields;
  const from = files[0]?.path ?? path;
  yield { entity: "posts", from, fields: { service, id, user, title, ...attachmentsOf(files) } };
}
