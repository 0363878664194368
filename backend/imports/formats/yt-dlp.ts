/** yt-dlp with `--write-info-json`, for services supported by both: `<any name>.info.json` next to the video. */
import { z } from "zod";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import type { Service } from "#shared/services/index.ts";
import { checked, orReport } from "./lib/checked-json.ts";
import { utcOfSeconds } from "./lib/dates.ts";
import type { Entry, Folder, Format, Found, Reading } from "./lib/format.ts";
import { htmlOfText } from "./lib/text.ts";

const SUFFIX = ".info.json";
const SERVICES: Record<string, Service> = { Patreon: "patreon", Boosty: "boosty" };
/** Sidecars that only repeat metadata. */
const TEXTS = /\.(description|annotations\.xml)$/;

const Text = z.string().nullish();
const Seconds = z.number().nullish();
const Info = z.object({
  id: z.string(),
  extractor_key: z.string(),
  webpage_url: z.url(),
  title: Text,
  description: Text,
  timestamp: Seconds,
  release_timestamp: Seconds,
  modified_timestamp: Seconds,
  uploader: Text,
  uploader_id: Text,
  channel: Text,
  tags: z.array(z.string()).nullish(),
  comments: z
    .array(
      z.object({
        id: z.string(),
        parent: Text,
        text: Text,
        timestamp: Seconds,
        author: Text,
        author_id: Text,
      }),
    )
    .nullish(),
});
type Info = z.infer<typeof Info>;

export const ytDlp: Format = {
  name: "yt-dlp",
  async recognize(folder) {
    const infos = await infosOf(folder);
    for (const entry of infos.slice(0, 5)) {
      const text = await folder.text(entry).catch(() => "");
      const key = Object.keys(SERVICES).find((one) => text.includes(`"${one}"`));
      if (key !== undefined && text.includes('"extractor_key"'))
        return { scope: "folder", read: (reading) => readFolder(folder, infos, reading) };
    }
    return undefined;
  },
};

async function infosOf(folder: Folder): Promise<Entry[]> {
  return (await folder.entries()).filter(({ name, isFolder }) => name.endsWith(SUFFIX) && !isFolder);
}

async function* readFolder(folder: Folder, infos: readonly Entry[], reading: Reading): AsyncGenerator<Found> {
  const entries = (await folder.entries()).filter(({ isFolder }) => !isFolder);
  let known: string | undefined;
  for (const entry of infos) {
    const read = folder.json(entry).then((json) => checked(json, Info));
    const info = await orReport(entry, reading, read);
    const key = info && keyOf(info);
    if (info === undefined) reading.uses(entry);
    if (info === undefined || key === undefined) continue; // of another service
    reading.uses(entry);
    const { service, id, user, name } = key;
    const creator = `${service}/${user}`;
    if (creator !== known)
      yield { entity: "creators", fields: { service, id: user, name }, from: entry.path };
    known = creator;
    const files = filesBeside(entry, entries, reading);
    yield { entity: "posts", fields: { service, id, user, ...fieldsOf(info), ...files }, from: entry.path };
    yield* commentsOf(info, service, id, entry.path);
  }
}

/** Reads the post id from the URL: the video id may be the post id plus an index, or unrelated. */
function keyOf(info: Info): { service: Service; id: string; user: string; name: string } | undefined {
  const service = SERVICES[info.extractor_key];
  const parts = new URL(info.webpage_url).pathname.split("/").filter((part) => part !== "");
  const last = parts.at(-1) ?? "";
  if (service === "patreon") {
    const id = /(?:^|\D)(\d{1,20})$/.exec(last)?.[1] ?? info.id.replace(/-\d+$/, "");
    const user = info.uploader_id;
    return user ? { service, id, user, name: info.uploader || user } : undefined;
  }
  const [blog, posts] = parts;
  if (service !== "boosty" || blog === undefined || posts !== "posts" || last === posts) return undefined;
  return { service, id: last, user: blog, name: info.channel || blog };
}

function fieldsOf(info: Info) {
  const {
    title,
    description,
    tags,
    timestamp,
    release_timestamp: released,
    modified_timestamp: modified,
  } = info;
  const seconds = released ?? timestamp;
  return {
    title: title || undefined,
    content: description ? htmlOfText(description) : undefined,
    published: seconds == null ? undefined : utcOfSeconds(seconds),
    edited: modified == null ? undefined : utcOfSeconds(modified),
    tags: tags && tags.length > 0 ? tags : undefined,
  };
}

/** Files with the same name except the extension: the video, subtitles, and a cover picture. */
function filesBeside(info: Entry, entries: readonly Entry[], reading: Reading) {
  const stem = info.name.slice(0, -SUFFIX.length + 1);
  const beside = entries.filter((entry) => entry.name.startsWith(stem) && !entry.name.endsWith(SUFFIX));
  for (const entry of beside.filter(({ name }) => TEXTS.test(name))) reading.uses(entry);
  const files = beside.filter(({ name }) => !TEXTS.test(name)).map((entry) => ({ entry, name: entry.name }));
  const file = files.find(({ name }) => hasThumbnail(name));
  const attachments = files.filter((one) => one !== file);
  return { file, attachments: attachments.length > 0 ? attachments : undefined };
}

function* commentsOf(info: Info, service: Service, post: string, from: string): Generator<Found> {
  for (const { id, parent, text, timestamp, author, author_id: commenter } of info.comments ?? []) {
    const published = timestamp == null ? undefined : utcOfSeconds(timestamp);
    if (published === undefined) continue;
    const fields = {
      service,
      post,
      id,
      parent_id: parent && parent !== "root" ? parent : undefined,
      commenter: commenter ?? author ?? "",
      commenter_name: author ?? undefined,
      content: htmlOfText(text ?? ""),
      published,
    };
    yield { entity: "comments", fields, from };
  }
}
