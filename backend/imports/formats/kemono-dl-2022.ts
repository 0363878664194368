/** kemono-dl of 2022: `<service>/<name> [<creator>]/[<yyyymmdd>] [<post>] <title>/`, texts in UTF-16, metadata if asked. */
import { z } from "zod";
import { ServiceName } from "#shared/entities/creator.ts";
import { isService } from "#shared/services/index.ts";
import { splitContent } from "./kemono-dl-2022-content.ts";
import { localFiles } from "./kemono-post.ts";
import { checkedJson, orReport } from "./lib/checked-json.ts";
import { toUtc } from "./lib/dates.ts";
import { FilesByContent, type WantedFile } from "./lib/files-by-content.ts";
import type { Entry, Folder, Format, Found, Reading } from "./lib/format.ts";

const POST = /^\[([^\]]*)\] \[([^\]]+)\] ?(.*)$/s;
const INDEX = /^\d+_/;
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
      if (files.some((file) => INDEX.test(file.name) || file.name.startsWith(`[${id}]_`)))
        return { scope: "tree", read: (reading) => readCreator(folder, reading) };
    }
    return undefined;
  },
};

async function* readCreator(folder: Folder, reading: Reading): AsyncGenerator<Found> {
  let creator = creatorOfPath(folder.path) ?? reading.creatorOf(folder.path);
  const images = await imagesOf(folder);
  let isFirst = true;
  for (const { name, isFolder } of await folder.entries()) {
    const below = isFolder && POST.test(name) ? await folder.folder(name) : undefined;
    if (below === undefined) continue;
    const { metadata, entry } = await metadataOf(below, reading);
    const { user_id: id, username, service } = metadata?.post_variables ?? {};
    if (id !== undefined && username !== undefined && service) creator = { service, id, name: username };
    if (creator === undefined || !isService(creator.service)) continue;
    const { service: known } = creator;
    const from = entry?.path ?? below.path;
    if (isFirst) yield { entity: "creators", fields: { ...creator, service: known, ...images }, from };
    isFirst = false;
    yield* readPost(below, { ...creator, service: known }, metadata, from, reading);
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
    const entry = entries.find(({ name }) => new RegExp(`^\\[[^\\]]+\\]_${kind}\\.\\w+$`).test(name));
    return entry && { entry, name: entry.name };
  };
  return { icon: image("icon"), banner: image("banner") };
}

async function metadataOf(folder: Folder, reading: Reading): Promise<{ metadata?: Metadata; entry?: Entry }> {
  const entry = (await folder.entries()).find(({ name }) => /^\[[^\]]+\]_json\.json$/.test(name));
  if (entry === undefined) return {};
  reading.uses(entry);
  const metadata = await orReport(entry, reading, checkedJson(folder, entry, Metadata));
  return metadata ? { metadata, entry } : {};
}

async function* readPost(
  folder: Folder,
  creator: Creator,
  metadata: Metadata | undefined,
  from: string,
  reading: Reading,
): AsyncGenerator<Found> {
  const [, day, id = "", shown] = POST.exec(folder.path.split("/").at(-1) ?? "") ?? [];
  const media: Entry[] = [];
  let html: string | undefined;
  for await (const entry of folder.walk()) {
    const isText = entry.name.startsWith(`[${id}]_`);
    if (isText) reading.uses(entry);
    else media.push(entry);
    if (isText && entry.name.endsWith("_content.html"))
      html = await orReport(entry, reading, folder.text(entry));
  }
  const { content, comments } = splitContent(html ?? "");
  const wanted = metadata ? wantedFiles(metadata) : media.map(wantedOf);
  const files = new FilesByContent(folder, media, reading.uses);
  const { local, missing } = await localFiles(wanted, files, from, reading);
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
    missing: missing.length > 0 ? missing : undefined,
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
