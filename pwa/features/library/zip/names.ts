/** Portable, unique file names inside a ZIP: any script, no folders, no reserved names. Pure. */

import { extensionOf } from "#shared/rules/files.ts";
import { trimEndOf } from "#shared/text/trim-end.ts";

/** In UTF-8. File systems allow 255 bytes, and paths include folders. */
const MAX_NAME_BYTES = 180;
/** Names of devices on Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])$/i;
/** Separators, wildcards, control characters, and bidirectional controls, which can hide an extension. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/gu;
const HALF_A_CHARACTER = /\p{Surrogate}/gu;

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length;

/** Removes unsafe parts of a name. @param fallback if nothing is left */
export function safeName(name: string, fallback = "file"): string {
  const clean = trimEndOf(
    name
      .replace(HALF_A_CHARACTER, "_")
      .normalize("NFC")
      .replace(FORBIDDEN, "_")
      .replace(/\s+/g, " ")
      .replace(/^[ .]+/, (dots) => "_".repeat(dots.trim().length)),
    /[ .]/,
  );
  const extension = extensionOf(clean);
  const stem = clean.slice(0, clean.length - extension.length).trimEnd();
  if (stem.replaceAll("_", "") === "" && !/_/.test(name)) return `${fallback}${extension}`;
  const [first = ""] = stem.split(".");
  const safe = RESERVED.test(first.trimEnd()) ? `_${stem}` : stem;
  return `${cut(safe, MAX_NAME_BYTES - bytesOf(extension))}${extension}`;
}

/** Cuts at grapheme boundaries. */
function cut(text: string, bytes: number): string {
  if (bytesOf(text) <= bytes) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (bytesOf(kept + segment) > bytes) break;
    kept += segment;
  }
  return trimEndOf(kept, /[ .]/);
}

/** Key of names that some file systems treat as equal. */
const sameName = (name: string) => name.normalize("NFKC").toLowerCase();

export interface Nameable {
  name: string;
  path: string;
  /** SHA-256, 64 hex digits. */
  hash: string;
}

/** A safe name for each file, in order; equal names are numbered. @param taken names already in use */
export function zipNames(files: readonly Nameable[], taken: readonly string[] = []): string[] {
  const used = new Set(taken.map(sameName));
  return files.map((file) => {
    const whole = safeName(withExtension(file), file.hash.slice(0, 16));
    const extension = extensionOf(whole);
    const stem = whole.slice(0, whole.length - extension.length);
    let name = whole;
    for (let number = 2; used.has(sameName(name)); number += 1) name = `${stem} (${number})${extension}`;
    used.add(sameName(name));
    return name;
  });
}

/** Adds the extension of the path; archive files are stored as `.bin`, which is left out. */
function withExtension({ name, path, hash }: Nameable): string {
  const known = extensionOf(path);
  const base = name.trim() === "" ? hash.slice(0, 16) : name;
  return extensionOf(base) === "" && known !== ".bin" ? `${base}${known}` : base;
}
