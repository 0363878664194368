/** The one table of file types: how a file is stored, recognized, sent and shown. All other lists derive from it. */
import { extensionOf } from "./files.ts";
import {
  type FileKind,
  type FileReaderName,
  type FileType,
  IMAGE_TYPES,
  type SubtitleFormat,
} from "./image-types.ts";

export const FILE_TYPES: readonly FileType[] = [
  ...IMAGE_TYPES,
  { kind: "video", extensions: [".mp4", ".m4v"], types: ["video/mp4", "video/x-m4v"], inline: true },
  { kind: "video", extensions: [".webm"], types: ["video/webm"], inline: true },
  { kind: "video", extensions: [".mov"], types: ["video/quicktime"], inline: true },
  { kind: "video", extensions: [".mkv"], types: ["video/x-matroska", "video/matroska"], inline: true },
  { kind: "video", extensions: [".ogv"], types: ["video/ogg"], inline: true },
  { kind: "audio", extensions: [".mp3"], types: ["audio/mpeg"], inline: true },
  { kind: "audio", extensions: [".flac"], types: ["audio/flac", "audio/x-flac"], inline: true },
  { kind: "audio", extensions: [".wav"], types: ["audio/wav", "audio/x-wav"], inline: true },
  {
    kind: "audio",
    extensions: [".ogg", ".opus", ".oga"],
    types: ["audio/ogg", "audio/ogg; codecs=opus"],
    inline: true,
  },
  { kind: "audio", extensions: [".m4a"], types: ["audio/mp4", "audio/x-m4a"], inline: true },
  {
    kind: "archive",
    extensions: [".zip", ".cbz"],
    types: ["application/zip"],
    sentAs: { ".zip": "application/zip", ".cbz": "application/vnd.comicbook+zip" },
    listed: true,
    signatures: ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"], // with entries, without any, the first of several parts
  },
  {
    kind: "archive",
    extensions: [".rar", ".cbr"],
    types: ["application/vnd.rar", "application/x-rar-compressed"],
    sentAs: { ".cbr": "application/vnd.comicbook-rar" },
    listed: true,
    signatures: ["Rar!\x1a\x07\x00", "Rar!\x1a\x07\x01\x00"],
  },
  {
    kind: "archive",
    extensions: [".7z", ".cb7"],
    types: ["application/x-7z-compressed"],
    listed: true,
    signatures: ["7z\xbc\xaf\x27\x1c"],
  },
  { kind: "archive", extensions: [".tar"], types: ["application/x-tar"] },
  {
    kind: "document",
    extensions: [".pdf"],
    types: ["application/pdf"],
    sentAs: { ".pdf": "application/pdf" },
    reader: "pdf",
  },
  {
    kind: "document",
    extensions: [".txt"],
    types: ["text/plain"],
    sentAs: { ".txt": "text/plain; charset=utf-8" },
  },
  { kind: "document", extensions: [".srt"], types: ["application/x-subrip"], subtitles: "srt" },
  { kind: "document", extensions: [".vtt"], types: ["text/vtt"], subtitles: "vtt" },
  { kind: "document", extensions: [".ass", ".ssa"], types: ["text/x-ssa"], subtitles: "ass" },
  { kind: "document", extensions: [".doc"], types: ["application/msword"] },
  {
    kind: "document",
    extensions: [".docx"],
    types: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  },
  {
    kind: "document",
    extensions: [".epub"],
    types: ["application/epub+zip"],
    sentAs: { ".epub": "application/epub+zip" },
    reader: "epub",
  },
];

const BY_EXTENSION = new Map(
  FILE_TYPES.flatMap((type) => type.extensions.map((ext) => [ext, type] as const)),
);
const BY_MEDIA_TYPE = new Map(FILE_TYPES.flatMap((type) => type.types.map((name) => [name, type] as const)));

/** @param ext lower-case with its dot, or empty */
export const typeOfExtension = (ext: string): FileType | undefined => BY_EXTENSION.get(ext);

export const typeOfMedia = (mediaType: string): FileType | undefined => BY_MEDIA_TYPE.get(mediaType);

/** @param head first bytes, one character each (latin1) */
export function typeOfBytes(head: string): FileType | undefined {
  return FILE_TYPES.find(({ signatures = [] }) =>
    signatures.some((signature) => startsWith(head, signature)),
  );
}

/** Bytes that `typeOfBytes` needs. */
export const SIGNATURE_BYTES = Math.max(
  ...FILE_TYPES.flatMap(({ signatures = [] }) => signatures.map(({ length }) => length)),
);

function startsWith(head: string, signature: string): boolean {
  return [...signature].every((byte, at) => byte === "?" || byte === head[at]);
}

/**
 * Extension a file is stored with. Media are shown by what they are, so a name with another type's extension, or with an
 * unknown one, does not count. Other types are containers, which the name describes better.
 * @param ext of the name; empty if it has none
 * @param found by the content
 */
export function storedExtension(ext: string, found: { ext: string; mime: string }): string {
  const type = typeOfMedia(found.mime);
  if (ext === "") return type?.extensions[0] ?? `.${found.ext}`;
  if (type?.inline !== true || type.extensions.includes(ext)) return ext;
  const named = typeOfExtension(ext);
  return named === undefined || named.inline === true ? type.extensions[0] : ext;
}

/** Extensions of a kind, with their dots; empty for an unknown kind. */
export function extensionsOfKind(kind: string): string[] {
  return FILE_TYPES.filter((type) => type.kind === kind).flatMap(({ extensions }) => extensions);
}

/** Kind of file by extension alone. */
export function kindOf(ext: string): FileKind | undefined {
  return typeOfExtension(ext)?.kind;
}

/** Kind of a stored file. Archive files are stored as `.bin`, so only their name has the extension. */
export function fileKind(file: { name: string; path: string }): FileKind | undefined {
  return kindOf(extensionOf(file.path)) ?? kindOf(extensionOf(file.name));
}

/** Format of a stored file with subtitles, by its name. */
export const subtitleFormat = (file: { name: string }): SubtitleFormat | undefined =>
  typeOfExtension(extensionOf(file.name))?.subtitles;

/** Reader of a stored file, by its name or by the extension it is stored with. */
export function readerOf(file: { name: string; path: string }): FileReaderName | undefined {
  const typeBy = (text: string) => typeOfExtension(extensionOf(text));
  return typeBy(file.name)?.reader ?? typeBy(file.path)?.reader;
}
