/** Files of posts by PatreonDownloader: in one folder, with names that begin with the post id, or in a folder per post. */
import type { Entry, Folder, LocalFile } from "./lib/format.ts";
import type { PagePost } from "./patreon-downloader-page.ts";

const POST_FOLDER = /^\[(\d+)\](?: (\d{4}-\d{2}-\d{2}))?(?: (.*))?$/s;
const KIND = "post|attachment|media|external|description\\.html$|embed\\.txt$";
const IN_FOLDER = new RegExp(`^(${KIND})_?(.*)$`, "s");
const FLAT = new RegExp(`^(\\d+)_(${KIND})_?(.*)$`, "s");
/** Names that only this program writes; before release 21 without the id of the file. */
const MARK = /^(?:\d+_)?(?:(?:attachment|media)_.|description\.html$|embed\.txt$)/;

export interface PostOnDisk {
  id: string;
  /** From the folder name, which is truncated to a hundred characters. */
  title?: string;
  /** Day in the zone of the computer. */
  day?: string;
  files: FileOnDisk[];
}
interface FileOnDisk {
  entry: Entry;
  kind: string;
  /** Name without the program's prefix. */
  name: string;
}

/** True if a folder contains downloads of the program, not counting its pages. */
export async function hasPosts(folder: Folder): Promise<boolean> {
  const entries = await folder.entries();
  if (entries.some(({ name, isFolder }) => !isFolder && /^\d+_/.test(name) && MARK.test(name))) return true;
  for (const { name } of entries.filter((one) => one.isFolder && POST_FOLDER.test(one.name)).slice(0, 20)) {
    const files = (await (await folder.folder(name))?.entries()) ?? [];
    if (files.some((file) => MARK.test(file.name))) return true;
  }
  return false;
}

/** Posts by id, with data from their names. */
export async function postsOnDisk(folder: Folder): Promise<Map<string, () => Promise<PostOnDisk>>> {
  const entries = await folder.entries();
  const flat = new Map<string, FileOnDisk[]>();
  for (const entry of entries.filter(({ isFolder }) => !isFolder)) {
    const [, id = "", kind = "", name = ""] = FLAT.exec(entry.name) ?? [];
    if (kind !== "") flat.set(id, [...(flat.get(id) ?? []), { entry, kind, name }]);
  }
  const posts = new Map<string, () => Promise<PostOnDisk>>();
  for (const [id, files] of flat) posts.set(id, async () => ({ id, files }));
  for (const { name } of entries.filter(({ isFolder }) => isFolder)) {
    const [, id, day, title] = POST_FOLDER.exec(name) ?? [];
    if (id === undefined) continue;
    posts.set(id, async () => ({
      id,
      day,
      title: title?.replace(/~$/, "").trim() || undefined,
      files: [...(flat.get(id) ?? []), ...(await filesOf(await folder.folder(name)))],
    }));
  }
  return posts;
}

async function filesOf(folder: Folder | undefined): Promise<FileOnDisk[]> {
  const files: FileOnDisk[] = [];
  for await (const entry of folder?.walk() ?? []) {
    const [, kind = "external", name = entry.name] = IN_FOLDER.exec(entry.name) ?? [];
    files.push({ entry, kind, name });
  }
  return files;
}

export function textFile(
  post: PostOnDisk | undefined,
  name: "description.html" | "embed.txt",
): Entry | undefined {
  return post?.files.find(({ kind }) => kind === name)?.entry;
}

/** Main file of a post, then the others in the order of the page; files not on the page come last. */
export function filesOfPost(
  disk: PostOnDisk | undefined,
  page: Pick<PagePost, "fileName" | "images" | "attachments"> | undefined,
): { file?: LocalFile; attachments?: LocalFile[] } {
  const rest = new Set(disk?.files.filter(({ kind }) => !kind.includes(".")));
  const take = (kind: string, id: string, name: string | undefined): LocalFile | undefined => {
    // Of files with the same name, older versions gave the second its id at the end.
    const numbered = name?.replace(/(\.[^.]*)?$/, `_${id}$1`);
    const ofKind = [...rest].filter((file) => file.kind === kind);
    const found =
      ofKind.find((file) => file.name.startsWith(`${id}_`) || file.name === numbered) ??
      ofKind.find((file) => name !== undefined && file.name === name);
    if (found) rest.delete(found);
    return found && { entry: found.entry, name: name ?? found.name.replace(`${id}_`, "") };
  };
  const main = [...rest].find(({ kind }) => kind === "post");
  if (main) rest.delete(main);
  const images = (page?.images ?? []).map(({ id, name }) => take("media", id, name));
  const attached = (page?.attachments ?? []).map(({ id, name }) => take("attachment", id, name));
  const unlisted = [...rest].map(({ entry, name, kind }) => ({
    entry,
    name: kind === "external" ? name : name.replace(/^\d+_/, ""),
  }));
  const attachments = [...images, ...attached, ...unlisted].filter((one) => one !== undefined);
  const file = main && { entry: main.entry, name: page?.fileName ?? main.name };
  return { file, attachments: attachments.length > 0 ? attachments : undefined };
}
