/** Plans a comic or a book of posts: images in reading order, and chapters. */
import type { Comment, PostEnvelope } from "#shared/entities/post.ts";
import { extensionOf } from "#shared/rules/files.ts";
import { t } from "../../../i18n/index.ts";
import { type Chapter, CORE_EXTENSIONS, FOLDER, MIMETYPE, type Part } from "./book.ts";
import { type BookFormat, IMAGE_SIZES, type ImageSize } from "./format.ts";
import { isPage, type PlannedFile } from "./plan.ts";
import type { ZipFile, ZipJob } from "./worker-api.ts";
import { toXhtml } from "./xhtml.ts";
import { xml } from "./xml.ts";

export interface BookPost {
  envelope: PostEnvelope;
  creator: string;
  /** Address of the post's page. */
  address: string;
  /** Its files; only pages are used. */
  files: readonly PlannedFile[];
  /** Empty if not wanted. */
  comments: readonly Comment[];
}

export interface BookOptions {
  format: BookFormat;
  size: ImageSize;
  title: string;
  /** Address of the post or list. */
  source: string;
  /** BCP 47 tag of the words. */
  language: string;
  words: { contents: string; comments: string; untitled: string };
}

type Plan = Omit<ZipJob, "output" | "servers">;

/** @param posts in reading order */
export function bookOfPosts(posts: readonly BookPost[], options: BookOptions): Plan {
  const { format, title, source, language, words } = options;
  const files: ZipFile[] = [];
  const chapters: Chapter[] = [];
  for (const post of posts) {
    const from = files.length;
    const images = post.files.filter(isPage);
    for (const image of images) files.push(imageFile(image, files.length, post.envelope, options));
    chapters.push({
      title: post.envelope.post.title.trim() || words.untitled,
      creator: post.creator,
      address: post.address,
      date: post.envelope.post.published ?? post.envelope.post.added ?? "",
      from,
      count: images.length,
      parts: format === "EPUB" ? partsOf(post, images, from, words) : [],
    });
  }
  const modified = Date.now();
  return {
    files,
    first: format === "EPUB" ? [{ ...MIMETYPE, modified }] : [],
    texts: [],
    metadata: [],
    book: { format, id: newId(), title, source, madeAt: modified, language, words, chapters },
  };
}

function imageFile(
  image: PlannedFile,
  at: number,
  { post }: PostEnvelope,
  { format, size }: BookOptions,
): ZipFile {
  const maxSide = IMAGE_SIZES[size];
  const ext = extensionOf(image.path);
  const isKept = maxSide === undefined ? format === "CBZ" || CORE_EXTENSIONS.includes(ext) : ext === ".gif"; // may be animated
  const number = String(at + 1).padStart(4, "0");
  const published = Date.parse(`${post.published ?? post.added ?? ""}Z`);
  return {
    ...image,
    zipName: `${format === "EPUB" ? `${FOLDER}/images/` : ""}${number}${isKept ? ext : ".jpg"}`,
    modified: Number.isNaN(published) ? Date.now() : published,
    isSkipped: false,
    ...(!isKept && { jpeg: { maxSide } }),
  };
}

/** Text, images that it does not contain, comments. */
function partsOf(
  { envelope: { post }, comments }: BookPost,
  images: readonly PlannedFile[],
  from: number,
  words: BookOptions["words"],
): Part[] {
  const places = new Map(images.map(({ path }, at) => [path, from + at]));
  const text = toXhtml(post.content, places, location.origin);
  const inText = new Set(text.map((part) => (typeof part === "string" ? -1 : part.image)));
  const others = [...places.values()].filter((image) => !inText.has(image));
  return [
    ...text,
    ...others.flatMap((image): Part[] => ['<div class="page">', { image, alt: "" }, "</div>"]),
    ...(comments.length === 0 ? [] : [xml`<h2>${words.comments}</h2>`]),
    ...comments.flatMap(({ commenter, commenter_name, published, content }): Part[] => [
      xml`<p class="facts">${commenter_name ?? commenter}, ${published.slice(0, 10)}</p>`,
      ...toXhtml(content, new Map(), location.origin),
    ]),
  ];
}

/** Words of a book in the language of the app. */
export const bookWords = (): Pick<BookOptions, "language" | "words"> => ({
  language: document.documentElement.lang,
  words: { contents: t("zip.contents"), comments: t("zip.commentsHeading"), untitled: t("post.untitled") },
});

/** `crypto.randomUUID` needs https. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(18, 20)}-${hex.slice(20)}`;
}
