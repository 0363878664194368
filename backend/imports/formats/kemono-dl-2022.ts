/**
 * kemono-dl until 2022: `<service>/<name> [<creator>]/[<yyyymmdd>] [<post>] <title>/`, texts in UTF-16. From October 2021 the text
 * is in `content.html`, from December 2021 the post as the site's API gives it in `<post>.json`; in February and March 2022 both
 * begin with `[0] `; since April 2022 they are `[<post>]_content.html` and, if asked, `[<post>]_json.json`.
 */
import { z } from "zod";
import { ServiceName } from "#shared/entities/creator.ts";
import { isService } from "#shared/services/index.ts";
import { splitContent } from "./kemono-dl-2022-content.ts";
import { KemonoPost, kemonoFields, localFiles } from "./kemono-post.ts";
import { checkedJson, orReport } from "./lib/checked-json.ts";
import { toUtc } from "./lib/dates.ts";
import { FilesByContent, type WantedFile } from "./lib/files-by-content.ts";
import type { Entry, Folder, Format, Found, Reading } from "./lib/format.ts";

const POST = /^\[([^\]]*)\] \[([^\]]+)\] ?(.*)$/s;
const INDEX = /^(?:\d+_|\[\d+\][_ ])/;
/** Texts before April 2022. */
const OLD_TEXT = /^(?:\[0\] )?(?:content|comments|embed|links|post)\.(?:html|txt|json)$/;
const HASH = /[0-9a-f]{64}/;

const Files = z.array(
  z.object({
    file_variables: z.object({
      index: z.string(),
      filename: z.string(),
      ext: z.string(),
      hash: z.string().nullish(),
    }),
  }),
);
const Metadata = z.object({
  post_variables: z.object({
    id: z.string(),
    user_id: z.string(),
    username: z.string(),
    service: ServiceName,
    title: z.string().nullish(),
    added: z.string().nullish(),
    published: z.string().nullish(),
    updated: z.string().nullish(),
  }),
  attachments: Files,
  inline_images: Files,
});
type Metadata = z.infer<typeof Metadata>;
type Creator = Pick<Metadata["post_variables"], "service"> & { id: string; name: string };

export const kemonoDl2022: Format = {
  name: "kemono-dl 2022",
  async recognize(folder) {
    for (const { name } of (await folder.entries()).filter(({ isFolder }) => isFolder).slice(0, 20)) {
      const id = POST.exec(name)?.[2];
      const files = id === undefined ? [] : ((await (await folder.folder(name))?.entries()) ?? []);
      if (files.some(({ name: file }) => INDEX.test(file) || isText(file, id ?? "")))
        return { scope: "tree", read: (reading) => readCreator(folder, reading) };
    }
    return undefined;
  },
};

const isText = (name: string, id: string) =>
  name.startsWith(`[${id}]_`) || name === `${id}.json` || OLD_TEXT.test(name);

async function* readCreator(folder: Folder, reading: Reading): AsyncGenerator<Found> {
  let creator = creatorOfPath(folder.path) ?? reading.creatorOf(folder.path);
  const images = await imagesOf(folder);
  let isFirst = true;
  for (const { name, isFolder } of await folder.entries()) {
    const below = isFolder && POST.test(name) ? await folder.folder(name) : undefined;
    if (below === undefined) continue;
    const { metadata, api, entry } = await metadataOf(below, POST.exec(name)?.[2] ?? "", reading);
    const { user_id: id, username, service } = metadata?.post_variables ?? {};
    if (id !== undefined && username !== undefined && service) creator = { service, id, name: username };
    if (creator === undefined || !isService(creator.service)) continue;
    const { service: known } = creator;
    const from = entry?.path ?? below.path;
    if (isFirst) yield { entity: "creators", fields: { ...creator, service: known, ...images }, from };
    isFirst = false;
    const owner = { ...creator, service: known };
    yield* api === undefined
      ? readPost(below, owner, metadata, from, reading)
      : readApiPost(below, owner, api, from, reading);
  }
}

function creatorOfPath(path: string): Creator | undefined {
  const [service = "", folder = ""] = path.split("/").slice(-2);
  // `<name> [<id>]`; the name may have brackets too.
  const at = folder.lastIndexOf(" [");
  const id = folder.slice(at + 2, -1);
  if (!isService(service) || at < 0 || !folder.endsWith("]") || id === "" || id.includes("]"))
    return undefined;
  return { service, id, name: folder.slice(0, at) };
}

async function imagesOf(folder: Folder) {
  const entries = await folder.entries();
  const image = (kind: string) => {
    const entry = entries.find(({ name }) =>
      new RegExp(`^(?:\\[[^\\]]+\\]|Profile)_${kind}\\.\\w+$`).test(name),
    );
    return entry && { entry, name: entry.name };
  };
  return { icon: image("icon"), banner: image("banner") };
}

/** Metadata as the program writes it, or before 2022-04 as the site's API gave it. */
async function metadataOf(
  folder: Folder,
  id: string,
  reading: Reading,
): Promise<{ metadata?: Metadata; api?: KemonoPost; entry?: Entry }> {
  const entries = await folder.entries();
  const entry = entries.find(({ name }) => /^\[[^\]]+\]_json\.json$/.test(name));
  if (entry !== undefined) {
    reading.uses(entry);
    const metadata = await orReport(entry, reading, checkedJson(folder, entry, Metadata));
    return metadata ? { metadata, entry } : {};
  }
  const old = entries.find(({ name }) => name === `${id}.json` || name === "[0] post.json");
  const api = old && (await orReport(old, reading, checkedJson(folder, old, ApiPost)));
  return api ? { api, entry: old } : {};
}

/** Between February and April 2022, the creator's id had another name. */
const ApiPost = z.preprocess(
  (value) =>
    typeof value === "object" && value !== null && "user_id" in value
      ? { user: value.user_id, ...value }
      : value,
  KemonoPost,
);

async function* readApiPost(
  folder: Folder,
  creator: Creator,
  post: KemonoPost,
  from: string,
  reading: Reading,
): AsyncGenerator<Found> {
  const { media, content, comments } = await partsOf(folder, post.id, reading);
  const files = new FilesByContent(folder, media, reading.uses);
  // The file may be among the attachments as well.
  const attachments = post.attachments?.filter(({ path }) => path !== post.file?.path);
  const { fields, ...lacking } = await kemonoFields({ ...post, attachments }, content, files, from, reading);
  yield {
    entity: "posts",
    from,
    fields: { ...fields, service: creator.service, user: creator.id },
    ...lacking,
  };
  for (const comment of comments)
    yield { entity: "comments", from, fields: { service: creator.service, post: post.id, ...comment } };
}

/** Files and texts of a post's folder. */
async function partsOf(folder: Folder, id: string, reading: Reading) {
  const media: Entry[] = [];
  let content = "";
  const comments: ReturnType<typeof splitContent>["comments"] = [];
  for await (const entry of folder.walk()) {
    if (!isText(entry.name, id)) {
      media.push(entry);
      continue;
    }
    reading.uses(entry);
    if (!/(?:content|comments)\.html$/.test(entry.name)) continue;
    const html = await orReport(entry, reading, folder.text(entry));
    const parts = splitContent(html ?? "");
    comments.push(...parts.comments);
    if (entry.name.endsWith("content.html")) content = parts.content;
  }
  return { media, content, comments };
}

async function* readPost(
  folder: Folder,
  creator: Creator,
  metadata: Metadata | undefined,
  from: string,
  reading: Reading,
): AsyncGenerator<Found> {
  const [, day, id = "", shown] = POST.exec(folder.path.split("/").at(-1) ?? "") ?? [];
  const { media, content, comments } = await partsOf(folder, id, reading);
  const wanted = metadata ? wantedFiles(metadata) : media.map(wantedOf);
  const files = new FilesByContent(folder, media, reading.uses);
  const { local, lacking } = await localFiles(wanted, files, from, reading);
  const attachments = local.filter((one) => one !== undefined);
  const { title, added, published, updated } = metadata?.post_variables ?? {};
  const key = { service: creator.service, id: metadata?.post_variables.id ?? id };
  yield {
    entity: "posts",
    from,
    fields: {
      ...key,
      user: creator.id,
      title: (title ?? shown) || undefined,
      content: content || undefined,
      added: date(added),
      published: date(published ?? day),
      edited: date(updated),
      attachments: attachments.length > 0 ? attachments : undefined,
    },
    ...lacking,
  };
  for (const comment of comments)
    yield { entity: "comments", from, fields: { service: key.service, post: key.id, ...comment } };
}

function wantedFiles({ attachments, inline_images: inline }: Metadata): WantedFile[] {
  return [...attachments, ...inline].map(({ file_variables: { index, filename, ext, hash } }) => {
    const name = `${filename}.${ext}`;
    return {
      name,
      hash: hash ?? undefined,
      names: [`${index}_${name}`, `${index}_${filename}_noserverhash.${ext}`],
    };
  });
}

/** Images in the text are named by their hash. */
function wantedOf({ name }: Entry): WantedFile {
  return { name: name.replace(INDEX, ""), hash: HASH.exec(name)?.[0], names: [name] };
}

/** The program stores only the day. */
function date(day: string | null | undefined): string | undefined {
  return day ? toUtc(day, "UTC") : undefined;
}
