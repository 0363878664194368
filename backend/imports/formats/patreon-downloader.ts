/** PatreonDownloader: files and, if asked, `page_<n>.json`, `description.html` and `embed.txt`. */
import { checkedJson, orReport } from "./lib/checked-json.ts";
import { toUtc } from "./lib/dates.ts";
import { type Entry, type Folder, type Format, type Found, ReadError, type Reading } from "./lib/format.ts";
import { filesOfPost, hasPosts, type PostOnDisk, postsOnDisk, textFile } from "./patreon-downloader-files.ts";
import { ApiPage, type PagePost, postOfPage } from "./patreon-downloader-page.ts";

const PAGE = /^page_(\d+)\.json$/;

interface Creator {
  id: string;
  name: string;
  public_id?: string;
}

export const patreonDownloader: Format = {
  name: "PatreonDownloader",
  async recognize(folder) {
    const isPatreon = (await hasPages(folder)) || (await hasPosts(folder));
    return isPatreon ? { scope: "tree", read: (reading) => readCampaign(folder, reading) } : undefined;
  },
};

async function pagesOf(folder: Folder): Promise<Entry[]> {
  const pages = (await folder.entries()).filter(({ name, isFolder }) => PAGE.test(name) && !isFolder);
  const number = ({ name }: Entry) => Number(PAGE.exec(name)?.[1]);
  return pages.sort((a, b) => number(a) - number(b));
}

async function hasPages(folder: Folder): Promise<boolean> {
  const [page] = await pagesOf(folder);
  const text = page ? await folder.text(page).catch(() => "") : "";
  return ['"data"', '"relationships"', '"post"'].every((key) => text.includes(key)); // also if truncated
}

async function* readCampaign(folder: Folder, reading: Reading): AsyncGenerator<Found> {
  const disk = await postsOnDisk(folder);
  let creator: Creator | undefined;
  for await (const { post, from } of postsOfPages(folder, reading)) {
    const posted = post.creator ?? creator;
    if (posted === undefined) {
      reading.report(from, `post ${post.id} names no creator`);
      continue;
    }
    if (posted.id !== creator?.id) yield await creatorRecord(folder, posted, from);
    creator = posted;
    const onDisk = await disk.get(post.id)?.();
    disk.delete(post.id);
    yield await postRecord(folder, creator, post, onDisk, from, reading);
  }
  const known = creator ?? creatorOfPerson(folder.path, reading);
  if (known === undefined) return;
  for (const [id, read] of disk) {
    if (id === "0") continue; // pictures of the campaign
    const onDisk = await read();
    const from = onDisk.files[0]?.entry.path ?? folder.path;
    if (creator === undefined) yield await creatorRecord(folder, known, from);
    creator = known;
    yield await postRecord(folder, known, undefined, onDisk, from, reading);
  }
}

async function* postsOfPages(
  folder: Folder,
  reading: Reading,
): AsyncGenerator<{ post: PagePost; from: string }> {
  for (const entry of await pagesOf(folder)) {
    reading.uses(entry);
    const page = await orReport(entry, reading, checkedJson(folder, entry, ApiPage));
    for (const value of page?.data ?? []) {
      try {
        if (page) yield { post: postOfPage(value, page), from: entry.path };
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
        reading.report(entry.path, error.message);
      }
    }
  }
}

async function creatorRecord(folder: Folder, creator: Creator, from: string): Promise<Found> {
  const entries = await folder.entries();
  const image = (kind: string) => {
    const entry = entries.find(({ name }) => name.startsWith(`0_${kind}_`) || name.startsWith(`${kind}_`));
    return entry && { entry, name: entry.name };
  };
  const images = { icon: image("avatar"), banner: image("cover") };
  return { entity: "creators", fields: { service: "patreon", ...creator, ...images }, from };
}

async function postRecord(
  folder: Folder,
  creator: Creator,
  page: PagePost | undefined,
  disk: PostOnDisk | undefined,
  from: string,
  reading: Reading,
): Promise<Found> {
  const { file, attachments } = filesOfPost(disk, page);
  const description = await textOf(folder, textFile(disk, "description.html"), reading);
  const embed = await textOf(folder, textFile(disk, "embed.txt"), reading);
  return {
    entity: "posts",
    from,
    fields: {
      service: "patreon",
      id: page?.id ?? disk?.id ?? "",
      user: creator.id,
      title: page?.title ?? disk?.title,
      content: page?.content ?? (description || undefined),
      embed: page?.embed ?? embedOf(embed ?? ""),
      published: publishedAt(page, disk, reading.zone),
      file,
      attachments,
      incomplete_rewards: page && lockedBehind(page),
    },
  };
}

async function textOf(
  folder: Folder,
  entry: Entry | undefined,
  reading: Reading,
): Promise<string | undefined> {
  if (entry === undefined) return undefined;
  reading.uses(entry);
  return orReport(entry, reading, folder.text(entry));
}

function publishedAt(
  page: PagePost | undefined,
  disk: PostOnDisk | undefined,
  zone: string,
): string | undefined {
  if (page?.published !== undefined) return toUtc(page.published, "UTC");
  return disk?.day === undefined ? undefined : toUtc(disk.day, zone);
}

function lockedBehind({ dollars: price, images, attachments }: PagePost) {
  if (price === undefined) return undefined;
  const media_count = images.length + attachments.length;
  return { price, media_count, photo_count: images.length, video_count: 0 };
}

/** `embed.txt`: paragraphs that begin with a field's name. */
function embedOf(text: string) {
  const field = (name: string) => {
    const paragraph = text.split(/(?:\r?\n){2}/).find((one) => one.startsWith(`${name}: `));
    return paragraph?.slice(name.length + 2) || undefined;
  };
  const url = field("Url");
  return url === undefined
    ? undefined
    : { url, subject: field("Subject"), description: field("Description") };
}

function creatorOfPerson(path: string, reading: Reading): Creator | undefined {
  const { service, id, name } = reading.creatorOf(path) ?? {};
  return service === "patreon" && id !== undefined && name !== undefined ? { id, name } : undefined;
}
