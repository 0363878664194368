/** Merges what an import states with the archive's version of a record (docs/decisions/0033-importing-downloads.md). */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Entity } from "#backend/imports/bundle/records.ts";
import { TABLES } from "#backend/imports/bundle/tables.ts";
import type { Fields } from "#backend/imports/bundle/validate.ts";
import {
  addsNothing,
  canonical,
  DATES,
  isEmpty,
  isPartOf,
  joinVersions,
  type MergedRecord,
  recordOf,
  type StatedAs,
  TEXT,
  type Version,
  versionOf,
} from "./merge-versions.ts";

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

/** True if the text of a record is neither that of the row nor a part of it. */
export function saysOtherText(entity: Entity, fields: Fields, row: Fields): boolean {
  return (TEXT[entity] ?? []).some((column) => !isEmpty(fields[column]) && fields[column] !== row[column]);
}

/** True if no date, nor a source that knows both, says which of two texts is newer: only their lengths decide. */
function isContradiction(one: Version, other: Version): boolean {
  const isOpen = ({ isFormer, fetched }: Version) => !isFormer && fetched === "";
  return (
    isOpen(one) &&
    isOpen(other) &&
    one.edited === other.edited &&
    !isPartOf(one.text, other.text) &&
    !isPartOf(other.text, one.text)
  );
}

/** A revision in the archive. */
export interface FormerRow {
  id: number;
  /** Made here, so an import may replace it. */
  isLocal: boolean;
  fields: Fields;
}

/** A record in the archive. */
export interface Present {
  row: Fields | undefined;
  /** Versions, where they are more than the row and the revisions. */
  evidence: StoredVersion[] | null;
  former: readonly FormerRow[];
}

export interface Stated {
  fields: Fields;
  as: StatedAs;
}

export interface Merged {
  row: Fields;
  evidence: StoredVersion[] | null;
  /** New revisions, in the columns of the record. */
  added: Fields[];
  /** Revisions that are the current text by now, or replaced by one in `added`. */
  removed: FormerRow[];
  /** Incoming records whose text contradicts another. */
  contradicting: Stated[];
}

/** @returns undefined if the records state nothing new */
export function merge(entity: Entity, present: Present, incoming: readonly Stated[]): Merged | undefined {
  const { row, former } = present;
  const [first] = incoming;
  // Most records are new or known, which needs no merging.
  if (first !== undefined && incoming.length === 1 && !first.as.isFormer && !first.as.isZoned) {
    if (row === undefined && former.length === 0 && !("order" in first.fields))
      return { row: first.fields, ...NOTHING_MORE };
    if (row !== undefined && present.evidence === null && isPartOfRow(first.fields, row)) return undefined;
  }
  const before = joinVersions(presentVersions(entity, present));
  const stated = incoming.map(({ fields, as }) => {
    // A download says nothing about the age of a text where no other is known.
    const isOther = row !== undefined && saysOtherText(entity, fields, row);
    return versionOf(entity, fields, isOther ? as : { ...as, fetched: "" });
  });
  const isNews = (version: Version) => !before.some((one) => addsNothing(version, one));
  const after = joinVersions([...before, ...stated.filter(isNews)]);
  const base = baseOf(row, incoming);
  if (row !== undefined && isDeepStrictEqual(before, after) && isDeepStrictEqual(base, row)) return undefined;
  const result = recordOf(entity, after, base);
  if (result === undefined) return undefined;
  const { added, removed } = revisionsToWrite(entity, before, result, former, row ?? base);
  const merged = TABLES[entity].evidence ? result.row : withFirstDates(result.row, row, incoming);
  const kept = former.filter((one) => !removed.includes(one)).map(({ fields }) => fields);
  const evidence = evidenceOf(entity, after, merged, [...kept, ...added]);
  const isKept =
    canonical(evidence) === canonical(present.evidence) && row !== undefined && isSameRow(merged, row);
  if (isKept && added.length + removed.length === 0) return undefined;
  return {
    ...{ row: merged, evidence, added, removed },
    contradicting: incoming.filter((_, at) => {
      const version = stated[at] as Version;
      const earlier = [...before, ...stated.slice(0, at)];
      const isKnown = earlier.some(({ text }) => isDeepStrictEqual(text, version.text));
      return !isKnown && earlier.some((one) => isContradiction(one, version));
    }),
  };
}

const NOTHING_MORE = { evidence: null, added: [], removed: [], contradicting: [] };

/** True if the record states nothing that the row does not. */
const isPartOfRow = (record: Fields, row: Fields) =>
  Object.entries(record).every(
    ([column, value]) =>
      value === row[column] || isEmpty(value) || canonical(value) === canonical(row[column]),
  );

/** Versions of the archive: as kept, unless something else has replaced the row. */
function presentVersions(entity: Entity, { row, evidence, former }: Present): Version[] {
  const kept = evidence === null ? [] : restored(evidence, entity, row, former);
  const isKept = (text: string[]) => kept.some((version) => isDeepStrictEqual(version.text, text));
  const formers = former
    .map(({ fields }) => versionOf(entity, fields, { isFormer: true }))
    .filter(({ text }) => !isKept(text));
  if (row === undefined) return formers;
  const isUpToDate = kept.length > 0 && isSameRow(recordOf(entity, [...kept, ...formers], row)?.row, row);
  return [...(isUpToDate ? kept : [versionOf(entity, row)]), ...formers];
}

const isSameRow = (one: Fields | undefined, row: Fields) =>
  one !== undefined &&
  Object.entries(one).every(([column, value]) => canonical(value) === canonical(row[column]));

/** Values that belong to no version. Where sources differ about the creator, the order of names decides. */
function baseOf(row: Fields | undefined, incoming: readonly Stated[]): Fields {
  const base = row ?? incoming[0]?.fields ?? {};
  const users = [base, ...incoming.map(({ fields }) => fields)].map(({ user }) => user);
  const user = users.filter((one) => typeof one === "string").sort()[0];
  return user === undefined || user === base["user"] ? base : { ...base, user };
}

function revisionsToWrite(
  entity: Entity,
  before: readonly Version[],
  { row, revisions }: MergedRecord,
  former: readonly FormerRow[],
  base: Fields,
): Pick<Merged, "added" | "removed"> {
  const text = TEXT[entity] ?? [];
  const isSameText = (one: Fields, other: Fields) => text.every((column) => one[column] === other[column]);
  const earlier = recordOf(entity, before, base)?.revisions ?? [];
  const added: Fields[] = [];
  const removed = former.filter(
    ({ isLocal, fields }) =>
      isLocal &&
      earlier.some((one) => isSameText(one, fields)) &&
      !revisions.some((one) => isSameText(one, fields)),
  );
  for (const revision of revisions) {
    const [same, ...others] = former.filter(({ fields }) => isSameText(fields, revision));
    if (same === undefined) added.push(revision);
    else if (
      same.isLocal &&
      others.length === 0 &&
      !isSameRow(ownColumns(same.fields, revision), same.fields)
    ) {
      removed.push(same);
      added.push(revision);
    }
  }
  return { added, removed: row === undefined ? [] : removed };
}

/** The columns that a revision has. */
const ownColumns = (former: Fields, revision: Fields): Fields =>
  Object.fromEntries(
    Object.keys(former)
      .filter((column) => column in revision)
      .map((column) => [column, revision[column]]),
  );

/** Keeps the dates of records whose evidence is not kept, unless a person stated the zone of local times. */
function withFirstDates(merged: Fields, row: Fields | undefined, incoming: readonly Stated[]): Fields {
  if (row === undefined) return merged;
  const dated = { ...merged };
  for (const date of DATES) {
    if (!(date in merged) || isEmpty(row[date])) continue;
    const corrected = incoming.find(
      ({ fields, as }) => as.isZoned && differByOffset(row[date], fields[date]),
    );
    dated[date] = corrected?.fields[date] ?? row[date];
  }
  return dated;
}

/** A version as it is stored: its last text, which the row or a revision has, by its hash. */
export type StoredVersion = Partial<Omit<Version, "text">> & { text: string[] };

function evidenceOf(
  entity: Entity,
  versions: readonly Version[],
  row: Fields,
  revisions: readonly Fields[],
): StoredVersion[] | null {
  if (!TABLES[entity].evidence) return null;
  const formers = revisions.map((fields) => versionOf(entity, fields, { isFormer: true }));
  // A text that was only ever stated as an older one is whole in its revision.
  const kept = versions.filter(
    (version) =>
      !formers.some((one) => isDeepStrictEqual(one, version)) ||
      versions.some((other) => other !== version && isDeepStrictEqual(other.text, version.text)),
  );
  if (kept.length === 1 && isDeepStrictEqual(kept[0], versionOf(entity, row))) return null;
  return kept.map(({ text, ...version }) => ({
    text: text.map((value, at) => (at === text.length - 1 && value !== "" ? digest(value) : value)),
    ...Object.fromEntries(Object.entries(version).filter(([, value]) => !isEmpty(value))),
  }));
}

function restored(
  evidence: readonly StoredVersion[],
  entity: Entity,
  row: Fields | undefined,
  former: readonly FormerRow[],
): Version[] {
  const column = TEXT[entity]?.at(-1);
  const texts = new Map<string, string>([["", ""]]);
  if (column !== undefined)
    for (const fields of [row ?? {}, ...former.map((one) => one.fields)]) {
      const text = String(fields[column] ?? "");
      if (text !== "") texts.set(digest(text), text);
    }
  return evidence.flatMap(({ text, ...version }) => {
    const last = column === undefined ? "" : texts.get(text.at(-1) ?? "");
    if (last === undefined) return [];
    const own = column === undefined ? text : [...text.slice(0, -1), last];
    return [{ ...EMPTY_VERSION, ...version, text: own }];
  });
}

const EMPTY_VERSION: Omit<Version, "text"> = {
  ...{ isFormer: false, edited: "", fetched: "" },
  ...{ dates: {}, tags: [], files: [], orders: [], more: {} },
};

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

const QUARTER_HOUR_MS = 15 * 60_000;
/** Between the zones that are farthest apart. */
const MAX_OFFSET_MS = 26 * 3_600_000;

function differByOffset(one: unknown, other: unknown): boolean {
  if (typeof one !== "string" || typeof other !== "string") return false;
  const difference = Math.abs(Date.parse(`${one}Z`) - Date.parse(`${other}Z`));
  return difference > 0 && difference <= MAX_OFFSET_MS && difference % QUARTER_HOUR_MS === 0;
}
