/** Merges a record with the archive's version of it (docs/decisions/0033-importing-downloads.md). */
import { isDeepStrictEqual } from "node:util";
import type { Entity } from "#backend/imports/bundle/records.ts";
import { columnsOf, TABLES } from "#backend/imports/bundle/tables.ts";
import type { Fields } from "#backend/imports/bundle/validate.ts";
import { type FileRef, hasFile, type MaybeFile } from "#shared/entities/file.ts";
import { hashOfPath } from "#shared/rules/files.ts";

/** Columns that define a version: a record with other values in them is another version. */
export const TEXT: Partial<Record<Entity, readonly string[]>> = {
  posts: ["title", "content"],
  comments: ["content"],
  discord_messages: ["content"],
};

/** Columns that keep their first value: facts that programs may state differently, and decisions of this archive. */
const FIRST_VALUE_COLUMNS: ReadonlySet<string> = new Set(["user", "added", "published", "indexed", "hidden"]);

/** Dates of content, which programs may write in local time. */
const DATES = ["published", "added"] as const;
const QUARTER_HOUR_MS = 15 * 60_000;
/** Between the zones that are farthest apart. */
const MAX_OFFSET_MS = 26 * 3_600_000;

export interface MergeOptions {
  /**
   * A person stated the time zone of local times, so dates that differ only by a zone's offset replace those of an
   * earlier import.
   */
  correctsDates: boolean;
}

export interface State {
  /** Row in the archive; undefined if there is none. */
  row: Fields | undefined;
  /** Texts of older versions. */
  former: readonly Fields[];
  /** New revisions: replaced rows and incoming records. */
  revisions: Fields[];
}

/**
 * Merges a record: absent fields keep their values, files and tags are added. A different text
 * becomes the current one if it is newer, otherwise a revision, unless that exists.
 */
export function mergeRecord(
  entity: Entity,
  state: State,
  incoming: Fields,
  { correctsDates }: MergeOptions,
): void {
  const { row } = state;
  if (row === undefined) {
    state.row = incoming;
    return;
  }
  const text = TEXT[entity] ?? [];
  const isCurrent = isSame(text, incoming, row);
  const isKnown =
    isCurrent || [...state.former, ...state.revisions].some((version) => isSame(text, incoming, version));
  const isLater = isEditedLater(incoming, row);
  const replaces = isLater ? !isCurrent : !isKnown && isEmpty(incoming["edited"]) && isEmpty(row["edited"]);
  if (replaces) state.revisions.push(row);
  else if (!isKnown) state.revisions.push({ ...incoming, ...missing(text, incoming, row) });
  const merged: Fields = {};
  for (const column of columnsOf(entity)) {
    const isNewer = text.includes(column) ? replaces : isLater && !FIRST_VALUE_COLUMNS.has(column);
    const takes = !isEmpty(incoming[column]) && (isEmpty(row[column]) || isNewer);
    merged[column] = takes ? incoming[column] : row[column];
  }
  if (correctsDates)
    for (const date of DATES) if (differByOffset(row[date], incoming[date])) merged[date] = incoming[date];
  Object.assign(merged, united(entity, row, incoming));
  if (!isDeepStrictEqual(merged, row)) state.row = merged;
}

/** Converts a row to a row of its revision table. */
export function asRevision(entity: Entity, row: Fields, now: string): Fields {
  if (entity === "comments")
    return {
      service: row["service"],
      post: row["post"],
      comment: row["id"],
      content: row["content"],
      added: now,
    };
  if (entity === "discord_messages")
    return { message: row["id"], content: row["content"], edited: row["edited"] ?? row["published"] };
  return Object.fromEntries(
    Object.keys(TABLES[entity].revisions?.from ?? {}).map((column) => [column, row[column]]),
  );
}

/** Compares texts; an empty text was not saved by the program and equals any other. */
export function isSame(text: readonly string[], one: Fields, other: Fields): boolean {
  return text.every(
    (column) => isEmpty(one[column]) || isEmpty(other[column]) || one[column] === other[column],
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === 0 ||
  value === false ||
  (typeof value === "object" && Object.keys(value).length === 0);

function differByOffset(one: unknown, other: unknown): boolean {
  if (typeof one !== "string" || typeof other !== "string") return false;
  const difference = Math.abs(Date.parse(`${one}Z`) - Date.parse(`${other}Z`));
  return difference > 0 && difference <= MAX_OFFSET_MS && difference % QUARTER_HOUR_MS === 0;
}

/** True if edited later; a record without an edit date is never later than one with a date. */
function isEditedLater({ edited }: Fields, row: Fields): boolean {
  if (typeof edited !== "string") return false;
  return typeof row["edited"] !== "string" || edited > row["edited"];
}

const missing = (columns: readonly string[], incoming: Fields, row: Fields): Fields =>
  Object.fromEntries(columns.filter((name) => isEmpty(incoming[name])).map((name) => [name, row[name]]));

/** Merges columns that combine both values. */
function united(entity: Entity, row: Fields, incoming: Fields): Fields {
  switch (entity) {
    case "posts":
      return { ...unitedFiles(row, incoming), tags: unitedTags(row["tags"], incoming["tags"]) };
    case "dms":
      return unitedFiles(row, incoming);
    case "discord_messages":
      return { attachments: unitedFiles(row, incoming).attachments };
    case "creators": {
      // Some programs save only the id.
      const isPlaceholder = row["name"] === row["id"] || row["name"] === row["public_id"];
      const name = isPlaceholder && incoming["name"] !== incoming["id"] ? incoming["name"] : row["name"];
      return { name, updated: later(row["updated"], incoming["updated"]) };
    }
    default:
      return {};
  }
}

/** Merges files by hash; the first main file stays. */
function unitedFiles(row: Fields, incoming: Fields): { file: MaybeFile; attachments: FileRef[] } {
  const [own, other] = [fileOf(row), fileOf(incoming)];
  const file = hasFile(own) ? own : other;
  const isMain = (one: FileRef) => hasFile(file) && hashOfPath(one.path) === hashOfPath(file.path);
  const present = hasFile(own) ? attachmentsOf(row) : attachmentsOf(row).filter((one) => !isMain(one));
  const known = new Set([...(hasFile(file) ? [file] : []), ...present].map(({ path }) => hashOfPath(path)));
  const added: FileRef[] = [];
  for (const one of [...(hasFile(other) ? [other] : []), ...attachmentsOf(incoming)]) {
    const hash = hashOfPath(one.path);
    if (!known.has(hash)) added.push(one);
    known.add(hash);
  }
  return { file, attachments: [...present, ...added] };
}

const fileOf = ({ file }: Fields) => (file ?? {}) as MaybeFile;
const attachmentsOf = ({ attachments }: Fields) => (attachments ?? []) as FileRef[];

function unitedTags(present: unknown, incoming: unknown): unknown {
  if (!Array.isArray(present) || !Array.isArray(incoming)) return present ?? incoming;
  return [...new Set([...present, ...incoming])];
}

const later = (one: unknown, other: unknown) => (String(other) > String(one) ? other : one);
