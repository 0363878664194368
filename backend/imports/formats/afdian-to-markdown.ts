/**
 * AfdianToMarkdown (PhiFever): `<creator>/motions/2024-05-01_12_00_00_<title>.md`, the same for each album, products in
 * `<creator>/shop/<tag>`; images in `.assets` next to the text. Times are local. Albums contain copies of motions,
 * so the id in its address identifies a post; motions are read first.
 */
import { marked } from "marked";
import { type AfdianPost, type AfdianProduct, commentsOf, parsePost, parseProduct } from "./afdian-text.ts";
import { toUtc } from "./lib/dates.ts";
import {
  type Entry,
  type Folder,
  type Format,
  type Found,
  type MissingFile,
  ReadError,
  type Reading,
} from "./lib/format.ts";
import { attachmentsOf, creatorOfFolder, entriesOf, filesOf } from "./lib/names.ts";

const FILE_NAME = /^(\d{4}-\d\d-\d\d)_(\d\d)_(\d\d)_(\d\d)_.*\.md$/s;
const MOTIONS = /(^|\/)motions$/;

export const afdianToMarkdown: Format = {
  name: "AfdianToMarkdown",
  async recognize(folder) {
    const shop = await folder.folder("shop");
    const folders = [folder, ...(await subfolders(folder)), ...(shop ? await subfolders(shop) : [])];
    for (const one of folders)
      if (await holdsTexts(one))
        return { scope: "tree", read: (reading) => readCreator(folder.path, folders, reading) };
    return undefined;
  },
};

async function subfolders(folder: Folder): Promise<Folder[]> {
  const inner: Folder[] = [];
  for (const { name, isFolder } of await entriesOf(folder)) {
    const one = isFolder ? await folder.folder(name) : undefined;
    if (one !== undefined) inner.push(one);
  }
  return inner.sort((a, b) => Number(MOTIONS.test(b.path)) - Number(MOTIONS.test(a.path)));
}

const isText = (entry: Entry) => !entry.isFolder && FILE_NAME.test(entry.name);

/** True if the first complete text is a post or product. */
async function holdsTexts(folder: Folder): Promise<boolean> {
  for (const entry of (await entriesOf(folder)).filter(isText)) {
    const text = await readText(folder, entry);
    if (!(text instanceof ReadError) && (parsePost(text) ?? parseProduct(text)) !== undefined) return true;
  }
  return false;
}

async function readText(folder: Folder, entry: Entry): Promise<string | ReadError> {
  try {
    return await folder.text(entry);
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
}

async function* readCreator(path: string, folders: Folder[], reading: Reading): AsyncGenerator<Found> {
  const creator = creatorOfFolder("afdian", path, reading);
  if (creator === undefined) return;
  yield creator;
  const seen = new Set<string>(); // bounded by the folder listings
  for (const folder of folders)
    for (const entry of (await entriesOf(folder, reading)).filter(isText))
      yield* readFile(folder, entry, creator.fields.id, seen, reading);
}

async function* readFile(
  folder: Folder,
  entry: Entry,
  user: string,
  seen: Set<string>,
  reading: Reading,
): AsyncGenerator<Found> {
  const text = await readText(folder, entry);
  if (text instanceof ReadError) return reading.report(entry.path, text.message);
  const found = parsePost(text) ?? parseProduct(text);
  if (found === undefined) return reading.report(entry.path, "has no address of a post or product");
  reading.uses(entry);
  const images = await imagesOf(folder, entry, found.images, reading);
  if (seen.has(found.id)) {
    images.found.forEach(reading.uses);
    return;
  }
  seen.add(found.id);
  if ("updated" in found) yield* readProduct(entry, user, found, images.found, reading);
  else yield* readPost(entry, user, found, images, reading);
}

interface Images {
  found: Entry[];
  missing: MissingFile[];
}

async function imagesOf(folder: Folder, text: Entry, paths: string[], reading: Reading): Promise<Images> {
  const images: Images = { found: [], missing: [] };
  for (const path of paths) {
    const image = await folder.find(path);
    if (image !== undefined) images.found.push(image);
    else {
      reading.report(text.path, `${path} is not there`);
      images.missing.push({ name: path.split("/").at(-1) ?? path });
    }
  }
  return images;
}

function* readPost(
  entry: Entry,
  user: string,
  post: AfdianPost,
  images: Images,
  reading: Reading,
): Generator<Found> {
  const [, day, hour, minute, second] = FILE_NAME.exec(entry.name) ?? [];
  const service = "afdian";
  yield {
    entity: "posts",
    from: entry.path,
    fields: {
      service,
      id: post.id,
      user,
      title: post.title || undefined,
      content: marked.parse(post.body, { async: false }) || undefined,
      published: toUtc(`${day} ${hour}:${minute}:${second}`, reading.zone),
      ...attachmentsOf(images.found),
    },
    missing: images.missing.length > 0 ? images.missing : undefined,
  };
  for (const { time, ...comment } of commentsOf(post)) {
    const published = toUtc(time, reading.zone);
    if (published === undefined) reading.report(entry.path, `${time} is no date of a comment`);
    else
      yield {
        entity: "comments",
        from: entry.path,
        fields: { service, post: post.id, ...comment, published },
      };
  }
}

function* readProduct(
  entry: Entry,
  user: string,
  product: AfdianProduct,
  images: Entry[],
  reading: Reading,
): Generator<Found> {
  const added = toUtc(product.updated, reading.zone);
  if (added === undefined) return reading.report(entry.path, `${product.updated} is no date`);
  const description = marked.parse(product.description, { async: false });
  const { id, name } = product;
  yield {
    entity: "shares",
    from: entry.path,
    fields: { id, service: "afdian", user, name, description, added, files: filesOf(images) },
  };
}
