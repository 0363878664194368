/** Kemono and Coomer Downloader (e43b): `<name>-<service>-<creator>/posts/<post>/`, `files.md` or `files.txt`, lists of posts. */
import { z } from "zod";
import { ServiceName } from "#shared/entities/creator.ts";
import { extensionOf, hashOfPath } from "#shared/rules/files.ts";
import { isService, SERVICES, type Service } from "#shared/services/index.ts";
import { type PostPage, parsePage } from "./kemono-downloader-page.ts";
import { lackingOf, localFiles } from "./kemono-post.ts";
import { checkedJson, orReport } from "./lib/checked-json.ts";
import { FilesByContent, type WantedFile } from "./lib/files-by-content.ts";
import type { Entry, Folder, Format, Found, Reading } from "./lib/format.ts";

const PAGES = ["files.md", "files.txt"];
const LIST = /^posts-.*\.json$/;
const CREATOR = new RegExp(`^(.*)-(${SERVICES.join("|")})-(.+)$`, "s");
const STORED = /\/data(\/[^?]*)/;

const Post = z.object({
  id: z.string(),
  user: z.string(),
  service: ServiceName,
  title: z.string().nullish(),
  files: z.array(z.object({ name: z.string(), url: z.string() })),
});
type Post = z.infer<typeof Post>;
const List = z.object({ total_posts: z.int(), posts: z.array(Post) });

interface Creator {
  service: Service;
  id: string;
  name: string;
}

export const kemonoDownloader: Format = {
  name: "Kemono and Coomer Downloader",
  async recognize(folder) {
    const posts = await folder.folder("posts");
    if (posts === undefined) return undefined;
    const isRecognized = (await listsIn(folder)).length > 0 || (await hasPage(posts));
    return isRecognized
      ? { scope: "tree", read: (reading) => readCreator(folder, posts, reading) }
      : undefined;
  },
};

async function hasPage(posts: Folder): Promise<boolean> {
  for (const { name, isFolder } of (await posts.entries()).slice(0, 20)) {
    const post = isFolder ? await posts.folder(name) : undefined;
    const page = post && (await pageIn(post));
    if (post && page && parsePage(await post.text(page).catch(() => ""))) return true;
  }
  return false;
}

async function pageIn(post: Folder): Promise<Entry | undefined> {
  return (await post.entries()).find(({ name }) => PAGES.includes(name));
}

async function listsIn(folder: Folder): Promise<Entry[]> {
  const named = (await folder.entries()).filter(({ name, isFolder }) => LIST.test(name) && !isFolder);
  const [first] = named;
  const text = first ? await folder.text(first).catch(() => "") : "";
  return ['"total_posts"', '"posts"'].every((key) => text.includes(key)) ? named : [];
}

async function* readCreator(folder: Folder, posts: Folder, reading: Reading): AsyncGenerator<Found> {
  const named = creatorOfPath(folder.path);
  const seen = new Set<string>();
  let known: string | undefined;
  for (const entry of (await listsIn(folder)).reverse()) {
    reading.uses(entry);
    const list = await orReport(entry, reading, checkedJson(folder, entry, List));
    for (const post of list?.posts ?? []) {
      const { service, user } = post;
      const name = named?.service === service && named.id === user ? named.name : user;
      const creator = { service, id: user, name };
      if (known !== user) yield { entity: "creators", fields: creator, from: entry.path };
      known = user;
      if (!seen.has(post.id))
        yield* readPost(await posts.folder(post.id), creator, post, entry.path, reading);
      seen.add(post.id);
    }
  }
  yield* readPages(posts, named ?? creatorOfPerson(folder.path, reading), seen, reading);
}

/** Reads posts missing from all lists. */
async function* readPages(
  posts: Folder,
  creator: Creator | undefined,
  seen: ReadonlySet<string>,
  reading: Reading,
): AsyncGenerator<Found> {
  let isFirst = true;
  for (const { name: id, isFolder } of await posts.entries()) {
    const folder = isFolder && !seen.has(id) ? await posts.folder(id) : undefined;
    const page = folder && (await pageIn(folder));
    if (creator === undefined || page === undefined) continue;
    if (isFirst) yield { entity: "creators", fields: creator, from: page.path };
    isFirst = false;
    yield* readPost(folder, creator, { id }, page.path, reading);
  }
}

function creatorOfPath(path: string): Creator | undefined {
  const [, name = "", service = "", id = ""] = CREATOR.exec(path.split("/").at(-1) ?? "") ?? [];
  return isService(service) ? { service, id, name } : undefined;
}

function creatorOfPerson(path: string, reading: Reading): Creator | undefined {
  const { service = "", id = "", name = "" } = reading.creatorOf(path) ?? {};
  return isService(service) ? { service, id, name } : undefined;
}

async function* readPost(
  folder: Folder | undefined,
  creator: Creator,
  post: Pick<Post, "id"> & Partial<Pick<Post, "title" | "files">>,
  from: string,
  reading: Reading,
): AsyncGenerator<Found> {
  const entry = folder && (await pageIn(folder));
  if (entry) reading.uses(entry);
  const text = folder && entry && (await orReport(entry, reading, folder.text(entry)));
  const page = parsePage(text ?? "");
  const media = ((await folder?.entries()) ?? []).filter((one) => one !== entry && !one.isFolder);
  const wanted = wantedFiles(post.files, page);
  const { local, lacking } = folder
    ? await localFiles(wanted, new FilesByContent(folder, media, reading.uses), from, reading)
    : { local: [], lacking: wanted.length > 0 ? lackingOf(wanted, wanted) : {} };
  const attachments = local.filter((file) => file !== undefined);
  yield {
    entity: "posts",
    from,
    fields: {
      service: creator.service,
      id: post.id,
      user: creator.id,
      title: (post.title ?? page?.title) || undefined,
      content: page?.content || undefined,
      embed: page?.embed,
      attachments: attachments.length > 0 ? attachments : undefined,
    },
    ...lacking,
  };
}

/** File names as numbered by the program: from lists by their names, from pages by their names in ASCII. */
function wantedFiles(listed: Post["files"] = [], page: PostPage | undefined): WantedFile[] {
  const wanted = new Map<string, WantedFile>();
  const add = ({ name, url }: { name: string; url: string }, onDisk: string) => {
    const path = STORED.exec(url)?.[1];
    const before = wanted.get(path ?? url);
    const names = [...(before?.names ?? []), onDisk];
    wanted.set(path ?? url, { name: before?.name ?? name, hash: hashOfPath(path ?? ""), url, names });
  };
  listed.forEach((file, index) => {
    add(file, `${index + 1}-${file.name.replace(/[\\/*?"<>|]/g, "").replaceAll(" ", "_")}`);
  });
  const urls = new Map((page?.files ?? []).map((file) => [file.url, file]));
  [...urls.values()].forEach((file, index) => {
    const ascii = file.name
      .split(".")[0]
      ?.replace(/[^a-zA-Z0-9]/g, "_")
      .slice(0, 50);
    add(file, `${index + 1}-${ascii || index + 1}${extensionOf(STORED.exec(file.url)?.[1] ?? "") || ".bin"}`);
  });
  return [...wanted.values()];
}
