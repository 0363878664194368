/**
 * PixivFanboxDownloader (xuejianxianzun), names only: `fanbox/<creator>/2024-05-01-<title>/<number or file name>`, 0 for the cover, and,
 * if a post has links or text, `links-<post id>.txt` next to them. Without that file the post id is derived from creator,
 * day and title, and the parent folder `fanbox` distinguishes it from folders that a person named by date.
 */
import { toUtc } from "./lib/dates.ts";
import { type Entry, type Folder, type Format, type Found, ReadError, type Reading } from "./lib/format.ts";
import { attachmentsOf, creatorOfFolder, lastName, parentOf, stableId } from "./lib/names.ts";
import { htmlOfText } from "./lib/text.ts";

const POST_FOLDER = /^(\d{4}-\d\d-\d\d)-(.*)$/s;
const COVER = /^0+\.\w+$/;
const LINKS = /^links-(\d+)\.txt$/;

export const pixivFanboxDownloader: Format = {
  name: "PixivFanboxDownloader",
  async recognize(folder) {
    const files = (await folder.entries()).filter(({ isFolder }) => !isFolder);
    if (files.length === 0 || !POST_FOLDER.test(lastName(folder.path) ?? "")) return undefined;
    const inFanbox = lastName(parentOf(parentOf(folder.path)))?.toLowerCase() === "fanbox";
    const links = files.find(({ name }) => LINKS.test(name));
    if (links === undefined && !inFanbox) return undefined;
    return { scope: "folder", read: (reading) => readPost(folder, files, links, reading) };
  },
};

async function* readPost(
  folder: Folder,
  files: Entry[],
  links: Entry | undefined,
  reading: Reading,
): AsyncGenerator<Found> {
  const creator = creatorOfFolder("fanbox", parentOf(folder.path), reading);
  if (creator === undefined) return;
  yield creator;
  const { service, id: user } = creator.fields;
  const [, day = "", title = ""] = POST_FOLDER.exec(lastName(folder.path) ?? "") ?? [];
  const cover = files.find(({ name }) => COVER.test(name));
  yield {
    entity: "posts",
    from: links?.path ?? folder.path,
    fields: {
      service,
      id: LINKS.exec(links?.name ?? "")?.[1] ?? stableId(service, user, day, title),
      user,
      title: title || undefined,
      content: links && (await contentOf(folder, links, reading)),
      published: toUtc(day, reading.zone),
      ...(cover && { file: { entry: cover, name: cover.name } }),
      ...attachmentsOf(files.filter((file) => file !== links && file !== cover)),
    },
  };
}

async function contentOf(folder: Folder, links: Entry, reading: Reading): Promise<string | undefined> {
  try {
    const text = await folder.text(links);
    reading.uses(links);
    return htmlOfText(text.trim()) || undefined;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    reading.report(links.path, error.message);
    return undefined;
  }
}
