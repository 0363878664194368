/** Rows of the table of file types (file-types.ts) that have a picture: cards of posts need only these. */
import { extensionOf } from "./files.ts";

export type FileKind = "image" | "video" | "audio" | "archive" | "document";

export type FileReaderName = "pdf" | "epub";

export type SubtitleFormat = "ass" | "srt" | "vtt";

export interface FileType {
  kind: FileKind;
  /** Lower-case, with their dots; the first is given to files whose name has another type's. */
  extensions: readonly [string, ...string[]];
  /** Media types: the first is sent; the others are names that browsers and libraries use for the same. */
  types: readonly [string, ...string[]];
  /** Shown in the browser; all others are only downloaded. SVG, HTML, XML and PDF can run code: never. */
  inline?: true;
  /** Types, by extension, sent with files that are only downloaded; all others are sent as bytes. */
  sentAs?: Readonly<Record<string, string>>;
  /** Its picture can be read, so it is shown in lists, in the gallery and in the viewer: by a thumbnail, unless `inline`. */
  thumbnail?: true;
  /** Its list of files can be read. */
  listed?: true;
  /** Opens in a reader of the app, which shows what the file contains and runs none of it. */
  reader?: FileReaderName;
  /** Texts of a video, in a format that the app shows in the browser's player. */
  subtitles?: SubtitleFormat;
  /** First bytes, `?` being any byte; for types that a parser of ours reads. */
  signatures?: readonly string[];
}

export const IMAGE_TYPES: readonly FileType[] = [
  {
    kind: "image",
    extensions: [".jpg", ".jpeg", ".jpe", ".jfif"],
    types: ["image/jpeg", "image/pjpeg"],
    inline: true,
    thumbnail: true,
    signatures: ["\xff\xd8\xff"],
  },
  {
    // An animated PNG is a PNG to everything that shows one.
    kind: "image",
    extensions: [".png", ".apng"],
    types: ["image/png", "image/apng"],
    inline: true,
    thumbnail: true,
    signatures: ["\x89PNG\r\n\x1a\n"],
  },
  {
    kind: "image",
    extensions: [".gif"],
    types: ["image/gif"],
    inline: true,
    thumbnail: true,
    signatures: ["GIF8"],
  },
  {
    kind: "image",
    extensions: [".webp"],
    types: ["image/webp"],
    inline: true,
    thumbnail: true,
    signatures: ["RIFF????WEBP"],
  },
  {
    kind: "image",
    extensions: [".avif"],
    types: ["image/avif"],
    inline: true,
    thumbnail: true,
    signatures: ["????ftypavi", "????ftypmif1"],
  },
  { kind: "image", extensions: [".bmp"], types: ["image/bmp", "image/x-ms-bmp"], inline: true },
  {
    kind: "image",
    extensions: [".heic", ".heif"],
    types: ["image/heic", "image/heif"],
    thumbnail: true,
    signatures: ["????ftyphei", "????ftyphev"],
  },
  {
    kind: "image",
    extensions: [".jxl"],
    types: ["image/jxl"],
    thumbnail: true,
    signatures: ["\xff\x0a", "\x00\x00\x00\x0cJXL \x0d\x0a\x87\x0a"],
  },
  {
    kind: "image",
    extensions: [".tif", ".tiff"],
    types: ["image/tiff"],
    thumbnail: true,
    signatures: ["II*\x00", "MM\x00*"],
  },
  {
    kind: "document",
    extensions: [".psd", ".psb"],
    types: ["image/vnd.adobe.photoshop"],
    thumbnail: true,
    signatures: ["8BPS"],
  },
  {
    kind: "document",
    extensions: [".clip"],
    types: ["application/x-clip-studio"],
    thumbnail: true,
    signatures: ["CSFCHUNK"],
  },
];

/** With their dots. */
export const THUMBNAIL_EXTENSIONS: readonly string[] = IMAGE_TYPES.filter(
  ({ thumbnail }) => thumbnail,
).flatMap(({ extensions }) => extensions);

const imageTypeOf = (path: string): FileType | undefined => {
  const ext = extensionOf(path);
  return IMAGE_TYPES.find(({ extensions }) => extensions.includes(ext));
};

/** True for files with a picture that lists, the gallery and the viewer show. */
export const hasThumbnail = (path: string): boolean => imageTypeOf(path)?.thumbnail === true;

/** True for those that browsers show as they are; of the others they show a thumbnail. */
export const isInlineImage = (path: string): boolean =>
  hasThumbnail(path) && imageTypeOf(path)?.inline === true;
