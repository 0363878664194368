/** Addresses of stored files and images (contract 1.7). */
import type { FileRef } from "#shared/entities/file.ts";
import { type DataServer, parseDataServers, serverOf } from "#shared/rules/mirror.ts";

let known: DataServer[] | undefined;

/** Named by the page; none in development, or where the list cannot be read: then files come from our own origin. */
function dataServers(): DataServer[] {
  if (known !== undefined) return known;
  const text = document.querySelector<HTMLMetaElement>('meta[name="data-servers"]')?.content ?? "";
  try {
    known = parseDataServers(text);
  } catch {
    known = [];
  }
  return known;
}

/** The file itself, offered under its own name. */
export function fileAddress(file: { name: string; path: string }): string {
  const server = serverOf(dataServers(), file.path) ?? "";
  return `${server}/data${file.path}${file.name === "" ? "" : `?f=${encodeURIComponent(file.name)}`}`;
}

export function thumbnailAddress(path: string, width: 360 | 800): string {
  return width === 800 ? `/thumbnail/data${path}` : `/thumbnail/data${path}?w=${width}`;
}

export function iconAddress(service: string, id: string): string {
  return `/icons/${service}/${encodeURIComponent(id)}`;
}

export function bannerAddress(service: string, id: string): string {
  return `/banners/${service}/${encodeURIComponent(id)}`;
}

const CARD_IMAGE = /\.(gif|jpeg|jpg|jpe|png|webp)$/i;
const FIRST_ATTACHMENT = new Set(["fansly", "candfans", "boosty", "gumroad"]);

/** The file a card shows: the main one when it is an image, for four services else the first image attachment (spec section 9). */
export function cardImage(post: {
  service: string;
  file: FileRef | object;
  attachments: FileRef[];
}): FileRef | undefined {
  const main = "path" in post.file ? post.file : undefined;
  if (main !== undefined && CARD_IMAGE.test(main.path)) return main;
  return FIRST_ATTACHMENT.has(post.service)
    ? post.attachments.find((file) => CARD_IMAGE.test(file.path))
    : undefined;
}
