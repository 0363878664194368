/** Names inside a ZIP that every system can write: any script, no folders, nothing reserved, none twice. Pure. */
import { extensionOf } from "#shared/rules/files.ts";

/** In UTF-8; file systems take 255, and a path has its folders besides. */
const MOST_BYTES = 180;
/** `COM1` and its like are devices for Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])$/i;
/** Separators and wildcards, control characters, and marks that turn the reading direction (they hide extensions). */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/gu;
const HALF_A_CHARACTER = /\p{Surrogate}/gu;

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length;

/** A name as it is, as far as that is safe. @param fallback stands in where nothing is left of it */
export function safeName(name: string, fallback = "file"): string {
  const clean = name
    .replace(HALF_A_CHARACTER, "_")
    .normalize("NFC")
    .replace(FORBIDDEN, "_")
    .replace(/\s+/g, " ")
    .replace(/^[ .]+/, (dots) => "_".repeat(dots.trim().length))
    .replace(/[ .]+$/, "");
  const extension = extensionOf(clean);
  const stem = clean.slice(0, clean.length - extension.length).trimEnd();
  if (stem.replaceAll("_", "") === "" && !/_/.test(name)) return `${fallback}${extension}`;
  const [first = ""] = stem.split(".");
  const safe = RESERVED.test(first.trimEnd()) ? `_${stem}` : stem;
  return `${cut(safe, MOST_BYTES - bytesOf(extension))}${extension}`;
}

/** Whole characters, as readers see them. */
function cut(text: string, bytes: number): string {
  if (bytesOf(text) <= bytes) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (bytesOf(kept + segment) > bytes) break;
    kept += segment;
  }
  return kept.replace(/[ .]+$/, "");
}

/** What some file systems take for the same name. */
const sameName = (name: string) => name.normalize("NFKC").toLowerCase();

export interface Nameable {
  name: string;
  path: string;
  /** SHA-256, 64 hex digits. */
  hash: string;
}

/** A safe name for each, in their order; equal ones are numbered. @param taken names that are used already */
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

/** Archives are stored as `.bin`, which says nothing; of others the path has the extension. */
function withExtension({ name, path, hash }: Nameable): string {
  const known = extensionOf(path);
  const base = name.trim() === "" ? hash.slice(0, 16) : name;
  return extensionOf(base) === "" && known !== ".bin" ? `${base}${known}` : base;
}
