/** Files of a creator downloaded by fansly-scraper (agnosto), grouped by post, message or story. */
import type { Entry, Folder, Reading } from "./lib/format.ts";
import { byName, entriesOf } from "./lib/names.ts";
import type { DatabaseCopy } from "./lib/sqlite.ts";

const KINDS = ["images", "videos", "audios"];
/** `<post>_<number>_<media>[_preview].jpg`; the last number resolves a name collision. */
const NUMBERED = /^(\d{10,})_(\d{2,4})_\d{10,}(_preview)?(?:_\d+)?\.\w+$/;
const STORY = /^(\d{10,})_\d{10,}(_preview)?(?:_\d+)?\.\w+$/;

export type SectionName = "posts" | "messages" | "stories";
export type FilesById = Map<string, Entry[]>;

/** @returns undefined for folders of purchases and recordings, whose names contain no post id */
export function sectionOf(folder: string): SectionName | undefined {
  if (folder === "timeline" || folder.startsWith("wall_")) return "posts";
  return folder === "messages" || folder === "stories" ? folder : undefined;
}

/** True if the folder belongs to a creator, by the first names with an id. */
export async function holdsNumbered(creator: Folder): Promise<boolean> {
  for (const { name, isFolder } of await entriesOf(creator)) {
    const section = isFolder && sectionOf(name) !== undefined ? await creator.folder(name) : undefined;
    for (const kind of KINDS) {
      const files = await entriesOf(await section?.folder(kind));
      if (files.some((file) => NUMBERED.test(file.name))) return true;
    }
  }
  return false;
}

/**
 * Memory is bounded by the folder listings.
 * @param database maps files named after the text of their post to that post
 */
export async function filesOfCreator(
  creator: Folder,
  database: DatabaseCopy | undefined,
  reading: Reading,
): Promise<Record<SectionName, FilesById>> {
  const found: Record<SectionName, FilesById> = { posts: new Map(), messages: new Map(), stories: new Map() };
  const unnamed = new Map<string, { entry: Entry; files: FilesById }>();
  for (const { name, isFolder } of await entriesOf(creator, reading)) {
    const section = isFolder ? sectionOf(name) : undefined;
    if (section === undefined) continue;
    for (const entry of await mediaOf(await creator.folder(name), reading)) {
      const id = (section === "stories" ? STORY : NUMBERED).exec(entry.name)?.[1];
      if (id === undefined) unnamed.set(endOf(entry.path), { entry, files: found[section] });
      else add(found[section], id, entry);
    }
  }
  if (unnamed.size > 0)
    for (const { path, post_id } of rowsOfFiles(database)) {
      const one = unnamed.get(endOf(String(path)));
      if (one !== undefined && post_id) add(one.files, String(post_id), one.entry);
    }
  for (const files of Object.values(found))
    for (const [id, entries] of files) files.set(id, withoutCopies(entries, reading));
  return found;
}

async function mediaOf(section: Folder | undefined, reading: Reading): Promise<Entry[]> {
  const media: Entry[] = [];
  for (const kind of KINDS) {
    const entries = await entriesOf(await section?.folder(kind), reading);
    media.push(...entries.filter(({ isFolder }) => !isFolder));
  }
  return media;
}

function rowsOfFiles(database: DatabaseCopy | undefined): Iterable<Record<string, unknown>> {
  if (database?.columns("files").has("post_id") !== true) return [];
  return database.rows("select path, post_id from files");
}

/** Path suffix of creator, section, kind and name: paths in the database belong to another machine. */
function endOf(path: string): string {
  return path.replaceAll("\\", "/").split("/").slice(-4).join("/");
}

function add(files: FilesById, id: string, entry: Entry): void {
  const known = files.get(id);
  if (known === undefined) files.set(id, [entry]);
  else known.push(entry);
}

/**
 * Skips previews whose file was downloaded (a preview replaces a locked file), and files of walls, which are
 * in the timeline too.
 */
function withoutCopies(entries: Entry[], reading: Reading): Entry[] {
  const place = ({ name }: Entry) => NUMBERED.exec(name)?.[2];
  const isPreview = ({ name }: Entry) => /_preview(_\d+)?\.\w+$/.test(name);
  const whole = new Set(entries.filter((entry) => !isPreview(entry)).map(place));
  return entries.sort(byName).filter((entry, index) => {
    const isCopy = entry.name === entries[index - 1]?.name;
    if (!isCopy && (!isPreview(entry) || !whole.has(place(entry)))) return true;
    reading.uses(entry);
    return false;
  });
}
