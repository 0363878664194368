/** Output of an import: a preview before it, a summary after it. */
import { ENTITIES } from "#backend/imports/bundle/source.ts";
import type { DownloadContradiction } from "#shared/entities/download-import.ts";
import type { Contradiction, ImportSummary } from "./import.ts";
import type { Preview } from "./preview.ts";
import type { LeftOut } from "./wanted/only-wanted.ts";

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];
const count = (n: number) => n.toLocaleString("en");
const counted = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** Formats bytes in decimal units: `41 GB`. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  for (; value >= 999.5 && unit < UNITS.length - 1; unit++) value /= 1000;
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}

export interface Looked {
  /** Folders in which each program was recognized. */
  programs: ReadonlyMap<string, readonly string[]>;
  /** Examples of files without metadata. */
  unknown: readonly string[];
  withoutMetadata: number;
  problems: number;
}

const SHOWN_FOLDERS = 5;

/** `12 creators, 1,904 posts, 8,212 files, 41 GB; 37 posts already here; 5 files without metadata` and where they are. */
export function describePreview(preview: Preview, looked: Looked): string {
  const lines: string[] = [];
  for (const [program, paths] of looked.programs) {
    lines.push(`${program}: ${counted(paths.length, "folder")}`);
    for (const path of paths.slice(0, SHOWN_FOLDERS)) lines.push(`  ${path === "" ? "." : path}`);
    if (paths.length > SHOWN_FOLDERS) lines.push(`  and ${count(paths.length - SHOWN_FOLDERS)} more`);
  }
  if (looked.programs.size === 0)
    lines.push("Nothing here was left by a program that this import recognizes.");
  lines.push(
    `${contents(preview)}; ${counted(preview.present, "post")} already here; ${counted(looked.withoutMetadata, "file")} without metadata`,
  );
  for (const path of looked.unknown) lines.push(`  ${path}`);
  if (looked.withoutMetadata > looked.unknown.length && looked.unknown.length > 0)
    lines.push(`  and ${count(looked.withoutMetadata - looked.unknown.length)} more`);
  if (looked.withoutMetadata > 0)
    lines.push(
      "Files without metadata are imported as well, a post for each folder, if you state whose they are: --creator patreon/12345=Ann",
    );
  if (looked.problems > 0) lines.push(`${counted(looked.problems, "fault")}, each skipped and named`);
  return `${lines.join("\n")}\n`;
}

function contents({ counts, bytes }: Preview): string {
  const {
    creators = 0,
    posts = 0,
    files = 0,
    comments = 0,
    dms = 0,
    discord_messages: messages = 0,
  } = counts;
  const parts: [number, string][] = [
    [messages, "message"],
    [dms, "direct message"],
    [comments, "comment"],
    [counts.announcements ?? 0, "announcement"],
    [counts.shares ?? 0, "upload"],
  ];
  return [
    counted(creators, "creator"),
    counted(posts, "post"),
    ...parts.filter(([n]) => n > 0).map(([n, name]) => counted(n, name)),
    counted(files, "file"),
    bytesText(bytes),
  ].join(", ");
}

/** `Left out, as it fills no gap: 1,200 posts, 8,000 files, 41 GB` */
export function describeLeftOut({ posts, records, files, bytes }: LeftOut): string {
  const others = records === 0 ? [] : [counted(records, "other record")];
  const parts = [counted(posts, "post"), ...others, counted(files, "file"), bytesText(bytes)];
  return `Left out, as it fills no gap: ${parts.join(", ")}\n`;
}

/** Formats a table of read, new and changed records. */
export function describeSummary(summary: ImportSummary, problems: number, time: string): string {
  const cell = (n: number | undefined) => count(n ?? 0).padStart(11);
  const rows = ENTITIES.filter((entity) => summary.read[entity] !== undefined).map(
    (entity) =>
      `${entity.padEnd(26)}${cell(summary.read[entity])}${cell(summary.added[entity])}${cell(summary.changed[entity])}`,
  );
  return [
    `${"".padEnd(26)}${"read".padStart(11)}${"new".padStart(11)}${"changed".padStart(11)}`,
    ...rows,
    `${counted(summary.filesStored, "file")} stored in ${time}.`,
    ...(summary.contradictions === 0
      ? []
      : [`${counted(summary.contradictions, "contradiction")} between sources, each named above.`]),
    ...(problems === 0 ? [] : [`${counted(problems, "fault")}, each named above; the rest is imported.`]),
    "",
  ].join("\n");
}

/** @param missing number of files that posts of the archive lack, also those of earlier imports */
export function describeMissing(missing: number): string {
  const files = missing === 1 ? "1 file of a post is" : `${count(missing)} files of posts are`;
  return `${files} missing; "roost wanted" lists them.\n`;
}

/** Describes a contradiction for the result of an import. */
export function contradictionOf(contradiction: Contradiction): DownloadContradiction {
  if (contradiction.kind === "name") {
    const { kind, service, name, ids } = contradiction;
    return { kind, path: `${service}/${name}`, of: [...ids] };
  }
  const { kind, path, fields } = contradiction;
  const parts = [fields["service"] ?? "discord", fields["post"], fields["id"]];
  return { kind, path, of: [parts.filter((part) => part !== undefined).join("/")] };
}

/** One line: `Ann/10.json: patreon/10 has another text in another source, …`. */
export function describeContradiction(contradiction: Contradiction): string {
  const { kind, path, of } = contradictionOf(contradiction);
  return kind === "name"
    ? `${path}: several creators have this name (${of.join(", ")}), so its posts stay apart`
    : `${path}: ${of.join()} has another text in another source, and no date says which is newer; the fullest is shown, the others are revisions`;
}
