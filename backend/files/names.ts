/** Content type and download name of a file. */
import { type EntryType, entryType } from "#shared/archive-files/entry-type.ts";
import { typeOfExtension } from "#shared/rules/file-types.ts";
import { extensionOf } from "#shared/rules/files.ts";

const BYTES = "application/octet-stream";

/**
 * Neither the bytes nor the uploader's declaration matter.
 * @param path or another name with the extension of the stored file
 * @param name for the download: archive files are stored as `.bin`, so that theirs counts among types that are not shown
 */
export function contentTypeOf(path: string, name = ""): { type: string; inline: boolean } {
  const ext = extensionOf(path);
  const { types: [type] = [BYTES], inline = false } = typeOfExtension(ext) ?? {};
  if (inline) return { type, inline };
  return { type: downloadType(ext === ".bin" ? extensionOf(name) : ext), inline };
}

const downloadType = (ext: string) => typeOfExtension(ext)?.sentAs?.[ext] ?? BYTES;

/** Type of a file inside an archive file, as `entryType`. */
export async function contentTypeOfBytes(head: Uint8Array, name: string): Promise<EntryType> {
  const { fileTypeFromBuffer } = await import("file-type"); // with the first such file: it takes 12 MB of memory
  return await entryType(head, name, fileTypeFromBuffer);
}

/** Bytes of a file name, as file systems count them. */
const MAX_NAME_BYTES = 255;
const MAX_EXTENSION = 16;
/** Controls, halves of surrogate pairs and separators of folders. */
const UNSAFE = /[\p{Cc}\p{Cs}/\\]/gu;
/** Invisible characters, such as those that turn the direction of text; joiners, which emoji and some scripts need, stay. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;

/**
 * Content-Disposition header (RFC 6266): the name in any script, and an ASCII form for old clients. No character of the
 * name can end the header or the quotes.
 */
export function disposition(inline: boolean, name: string | undefined): string {
  const kind = inline ? "inline" : "attachment";
  const clean = shortened((name ?? "").replace(UNSAFE, "_").replace(INVISIBLE, "").trim());
  if (clean === "") return kind;
  const ascii = clean.replace(/[^A-Za-z0-9 ._()[\]-]/gu, "_");
  const encoded = encodeURIComponent(clean).replace(
    /['()*!]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"${ascii === clean ? "" : `; filename*=UTF-8''${encoded}`}`;
}

const graphemes = new Intl.Segmenter();

/** Cuts the stem between two characters as people see them; the extension stays. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && name.length - dot <= MAX_EXTENSION ? name.slice(dot) : "";
  let remaining = MAX_NAME_BYTES - Buffer.byteLength(extension);
  let end = 0;
  for (const { segment, index } of graphemes.segment(name.slice(0, name.length - extension.length))) {
    remaining -= Buffer.byteLength(segment);
    if (remaining < 0) break;
    end = index + segment.length;
  }
  return name.slice(0, end).trimEnd() + extension;
}
