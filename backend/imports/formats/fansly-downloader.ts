/**
 * fansly-downloader and fansly-downloader-ng (Avnsx, prof79), names only: `<creator>_fansly/{Timeline,Messages}/
 * {Pictures,Videos,Audio}/[Previews/]2024-05-01_at_12-30[-PM]_[preview_]id_<media id>[_hash2_…].jpg`. The minute is
 * local time of the upload; post ids are not stored, so the files of one minute form a post or message.
 */
import { toUtc } from "./lib/dates.ts";
import type { Entry, Folder, Format, Found, Reading } from "./lib/format.ts";
import {
  askedCreator,
  attachmentsOf,
  creatorOfFolder,
  entriesOf,
  lastName,
  messageFilesOf,
  parentOf,
  stableId,
} from "./lib/names.ts";

const FILE_NAME =
  /^(\d{4}-\d\d-\d\d)_at_(\d\d)-(\d\d)(?:-([AP])M)?_(?:preview_)?id_\d+(?:_hash[12]?_\w+)?\.\w+$/;
const SECTIONS = ["Timeline", "Messages"];
const KINDS = ["Pictures", "Videos", "Audio", "Previews"];
const SUFFIX = /_fansly$/;
/** Purchases from all creators. */
const COLLECTIONS = /(^|\/)Collections$/;

interface Section {
  name: string;
  files: Entry[];
}

export const fanslyDownloader: Format = {
  name: "fansly-downloader",
  async recognize(folder) {
    const sections: Section[] = [{ name: lastName(folder.path) ?? "", files: await filesBelow(folder) }];
    for (const name of SECTIONS) {
      const inner = await folder.folder(name);
      if (inner !== undefined) sections.push({ name, files: await filesBelow(inner) });
    }
    if (sections.every(({ files }) => files.length === 0)) return undefined;
    return { scope: "tree", read: (reading) => readSections(folder.path, sections, reading) };
  },
};

/** Files in this folder and in the program's folders for kinds of media. */
async function filesBelow(folder: Folder): Promise<Entry[]> {
  const files = (await entriesOf(folder)).filter(({ name, isFolder }) => !isFolder && FILE_NAME.test(name));
  for (const kind of KINDS) {
    const inner = await folder.folder(kind);
    if (inner !== undefined) files.push(...(await filesBelow(inner)));
  }
  return files;
}

async function* readSections(path: string, sections: Section[], reading: Reading): AsyncGenerator<Found> {
  const isSection = SECTIONS.includes(lastName(path) ?? "");
  const named = (isSection ? parentOf(path) : path).replace(SUFFIX, "");
  const creator = COLLECTIONS.test(path)
    ? askedCreator("fansly", path, reading)
    : creatorOfFolder("fansly", named, reading, (name) => name.toLowerCase());
  if (creator === undefined) return;
  yield creator;
  for (const { name, files } of sections)
    for (const [minute, ofMinute] of byMinute(files)) {
      const from = ofMinute[0]?.path ?? path;
      const published = toUtc(minute, reading.zone);
      const found = { user: creator.fields.id, from, minute, published, files: ofMinute };
      if (published === undefined) reading.report(from, `${minute} is no date`);
      else yield name === "Messages" ? messageOf({ ...found, published }) : postOf({ ...found, published });
    }
}

function byMinute(files: Entry[]): Map<string, Entry[]> {
  const minutes = new Map<string, Entry[]>(); // bounded by the folder listings
  for (const file of files) {
    const minute = minuteOf(file.name);
    minutes.set(minute, [...(minutes.get(minute) ?? []), file]);
  }
  return minutes;
}

function minuteOf(name: string): string {
  const [, day, hour = "", minute, half] = FILE_NAME.exec(name) ?? [];
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "P" ? 12 : 0);
  return `${day} ${String(hours).padStart(2, "0")}:${minute}`;
}

interface Upload {
  user: string;
  from: string;
  minute: string;
  published: string;
  files: Entry[];
}

function postOf({ user, from, minute, published, files }: Upload): Found {
  const id = stableId("fansly", user, minute);
  return {
    entity: "posts",
    from,
    fields: { service: "fansly", id, user, published, ...attachmentsOf(files) },
  };
}

function messageOf({ user, from, minute, published, files }: Upload): Found {
  const hash = stableId("fansly", user, "message", minute);
  const fields = { hash, service: "fansly", user, content: "", published, added: published } as const;
  return { entity: "dms", from, fields: { ...fields, ...messageFilesOf(files) } };
}
