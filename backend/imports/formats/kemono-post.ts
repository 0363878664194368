/** Posts in the format of the Kemono and Coomer API: keys of our records, files by their SHA-256. */
import { z } from "zod";
import { ServiceName } from "#shared/entities/creator.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { toUtc, utcOfMailDate } from "./lib/dates.ts";
import type { FilesByContent, WantedFile } from "./lib/files-by-content.ts";
import type { Found, FoundRecord, LocalFile, MissingFile, Reading } from "./lib/format.ts";

const Id = z.union([z.string(), z.int()]).transform(String);
const FileOfPost = z.object({ name: z.string().nullish(), path: z.string().nullish() });
const Text = z.string().nullish();

export const KemonoPost = z.object({
  id: Id,
  user: Id,
  service: ServiceName,
  title: Text,
  content: Text,
  embed: z.record(z.string(), z.unknown()).nullish(),
  shared_file: z.boolean().nullish(),
  added: Text,
  published: Text,
  edited: Text,
  file: FileOfPost.nullish(),
  attachments: z.array(FileOfPost).nullish(),
  tags: z.array(z.string()).nullish(),
  next: Id.nullish().catch(undefined),
  prev: Id.nullish().catch(undefined),
});
export type KemonoPost = z.infer<typeof KemonoPost>;

type PostFields = Extract<FoundRecord, { entity: "posts" }>["fields"];

/** A file of the API, with the names programs give it on disk. */
function wantedFile(file: z.infer<typeof FileOfPost>, id: string): WantedFile | undefined {
  const base = file.path?.split("/").at(-1);
  const name = file.name || base;
  if (!name) return undefined;
  const names = [name, base ?? name].flatMap((one) => [one, `${id}_${one}`]);
  return { name, hash: hashOfPath(file.path ?? ""), names };
}

/**
 * @param content HTML from a separate file
 * @param from the metadata file, for reports of missing files
 */
export async function kemonoFields(
  post: KemonoPost,
  content: string | undefined,
  files: FilesByContent,
  from: string,
  reading: Reading,
): Promise<{ fields: PostFields } & Lacking & Pick<Found, "neighbors">> {
  const wanted = [post.file ?? {}, ...(post.attachments ?? [])].map((file) => wantedFile(file, post.id));
  const { local, lacking } = await localFiles(wanted, files, from, reading);
  const [file, ...others] = local;
  const attachments = others.filter((one) => one !== undefined);
  const fields = {
    service: post.service,
    id: post.id,
    user: post.user,
    title: post.title || undefined,
    content: post.content || content || undefined,
    embed: embedOf(post.embed),
    shared_file: post.shared_file ?? undefined,
    added: utc(post.added),
    published: utc(post.published),
    edited: utc(post.edited),
    file,
    attachments: attachments.length > 0 ? attachments : undefined,
    tags: post.tags ?? undefined,
  };
  const neighbors = [post.next, post.prev].filter((id) => typeof id === "string");
  return { fields, ...lacking, ...(neighbors.length > 0 && { neighbors }) };
}

/** Files that a post lacks, and their place among the others; empty if it lacks none. */
export type Lacking = Pick<Found, "missing" | "order">;

/** Finds the files on disk, in order; reports missing ones. */
export async function localFiles(
  wanted: readonly (WantedFile | undefined)[],
  files: FilesByContent,
  from: string,
  reading: Reading,
): Promise<{ local: (LocalFile | undefined)[]; lacking: Lacking }> {
  const named = wanted.filter((file) => file !== undefined);
  const found = await files.find(named);
  const local = new Map(named.map((file, index) => [file, found[index]]));
  const missing = named.filter((file) => local.get(file) === undefined);
  for (const { name } of missing) reading.report(from, `${name} is missing or damaged`);
  const lacking = missing.length === 0 ? {} : lackingOf(missing, named);
  return { local: wanted.map((file) => file && local.get(file)), lacking };
}

export function lackingOf(missing: readonly WantedFile[], all: readonly WantedFile[]): Lacking {
  return {
    missing: missing.map(({ name, hash, url }): MissingFile => ({ name, hash, url })),
    order: all.flatMap(({ hash }) => hash ?? []),
  };
}

/** Creator of a post; the id replaces a missing name. */
export function creatorOf(
  post: Pick<KemonoPost, "service" | "user">,
  name: string | undefined,
  from: string,
): Found {
  return {
    entity: "creators",
    from,
    fields: { service: post.service, id: post.user, name: name || post.user },
  };
}

function embedOf(embed: KemonoPost["embed"]): PostFields["embed"] {
  const texts = ["url", "subject", "description"].flatMap((key) => {
    const value = embed?.[key];
    return typeof value === "string" && value !== "" ? [[key, value]] : [];
  });
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

/** Dates are UTC without a zone; until 2022 the API gave them as mail does. */
function utc(text: string | null | undefined): string | undefined {
  return text ? (toUtc(text, "UTC") ?? utcOfMailDate(text)) : undefined;
}
