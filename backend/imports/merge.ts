/** What an import makes of a record that the archive has already (docs/decisions/0033-importing-downloads.md). */
import { isDeepStrictEqual } from "node:util";
import type { Entity } from "#backend/imports/bundle/records.ts";
import { columnsOf, TABLES } from "#backend/imports/bundle/tables.ts";
import type { Fields } from "#backend/imports/bundle/validate.ts";
import { type FileRef, hasFile, type MaybeFile } from "#shared/entities/file.ts";
import { hashOfPath } from "#shared/rules/files.ts";

/** The columns that make a version: a record that has others is another version of the same thing. */
export const TEXT: Partial<Record<Entity, readonly string[]>> = {
  posts: ["title", "content"],
  comments: ["content"],
  discord_messages: ["content"],
};

/** Facts that two programs may state differently, and decisions of this archive: the first word stays. */
const KEPT: ReadonlySet<string> = new Set(["user", "added", "published", "indexed", "hidden"]);

export interface State {
  /** What the archive has; undefined while it has none. */
  row: Fields | undefined;
  /** The texts of its former versions. */
  former: readonly Fields[];
  /** Versions that become revisions: rows as they were, and records as they came. */
  revisions: Fields[];
}

/**
 * Takes a record in. What it lacks is kept, its files and tags are added to those that are there. A text that differs
 * becomes the current one where it is newer, else a revision, unless it is one already.
 */
export function takeIn(entity: Entity, state: State, incoming: Fields): void {
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
    const isNewer = text.includes(column) ? replaces : isLater && !KEPT.has(column);
    const takes = !isEmpty(incoming[column]) && (isEmpty(row[column]) || isNewer);
    merged[column] = takes ? incoming[column] : row[column];
  }
  Object.assign(merged, united(entity, row, incoming));
  if (!isDeepStrictEqual(merged, row)) state.row = merged;
}

/** A row as its table of revisions holds it. */
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

/** An empty text is a part that a program did not save, not another version. */
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

/** A record without a date of its last edit is never later than one that has such a date. */
function isEditedLater({ edited }: Fields, row: Fields): boolean {
  if (typeof edited !== "string") return false;
  return typeof row["edited"] !== "string" || edited > row["edited"];
}

const missing = (columns: readonly string[], incoming: Fields, row: Fields): Fields =>
  Object.fromEntries(columns.filter((name) => isEmpty(incoming[name])).map((name) => [name, row[name]]));

/** Columns that take from both sides. */
function united(entity: Entity, row: Fields, incoming: Fields): Fields {
  switch (entity) {
    case "posts":
      return { ...unitedFiles(row, incoming), tags: unitedTags(row["tags"], incoming["tags"]) };
    case "dms":
      return unitedFiles(row, incoming);
    case "discord_messages":
      return { attachments: unitedFiles(row, incoming).attachments };
    case "creators": {
      // Some programs save nothing but the id.
      const isPlaceholder = row["name"] === row["id"] || row["name"] === row["public_id"];
      const name = isPlaceholder && incoming["name"] !== incoming["id"] ? incoming["name"] : row["name"];
      return { name, updated: later(row["updated"], incoming["updated"]) };
    }
    default:
      return {};
  }
}

/** By hash. The first main file stays the main one. */
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
