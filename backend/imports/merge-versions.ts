/**
 * Versions of a record, as sources state it: every field of one is joined by a rule that is commutative, associative and
 * idempotent, and the row and its revisions are a pure function of the versions
 * (docs/decisions/0033-importing-downloads.md).
 */
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { type Entity, RECORDS } from "#backend/imports/bundle/records.ts";
import { columnsOf, TABLES } from "#backend/imports/bundle/tables.ts";
import type { Fields } from "#backend/imports/bundle/validate.ts";
import { type FileRef, hasFile, type MaybeFile } from "#shared/entities/file.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { interleave, isSubsequence } from "./merge-lists.ts";

/** Columns that define a version: a record with other values in them is another version. */
export const TEXT: Partial<Record<Entity, readonly string[]>> = {
  posts: ["title", "content"],
  comments: ["content"],
  discord_messages: ["content"],
};

/** Dates of content, which programs may write in local time or as a day. */
export const DATES = ["published", "added"];
/** Decided by this archive or the same in every version, so no part of one. */
const OF_ROW = new Set(["user", "hidden", "indexed", "updated"]);
const FILES = new Set(["file", "attachments"]);

interface StatedDate {
  at: string;
  /** In a time zone that a person stated. */
  isZoned: boolean;
}

/** Files in their order. */
interface FileList {
  file?: FileRef;
  attachments: FileRef[];
}

/** All that sources state about one text, as the current one or as an older one. */
export interface Version {
  /** Values of the columns in TEXT. */
  text: string[];
  isFormer: boolean;
  /** Latest date of the edit; empty if unknown. */
  edited: string;
  /** When a connector last got this text from the service; empty if never, or if no other text was known. */
  fetched: string;
  dates: Record<string, StatedDate>;
  /** Lists of which none is part of another. */
  tags: string[][];
  files: FileList[];
  /** Hashes of files in their order, with those of files that a source lacks. */
  orders: string[][];
  /** Values of other columns. */
  more: Fields;
}

export interface StatedAs {
  isFormer?: boolean;
  /** A person stated the time zone of local times. */
  isZoned?: boolean;
  /** Time of download by a connector. */
  fetched?: string;
}

/** Converts a record to the version that it states. */
export function versionOf(entity: Entity, record: Fields, stated: StatedAs = {}): Version {
  const { isFormer = false, isZoned = false, fetched = "" } = stated;
  const text = TEXT[entity] ?? [];
  const version: Version = {
    text: text.map((column) => String(record[column] ?? "")),
    ...{ isFormer, fetched, dates: {}, tags: [], files: [], orders: [], more: {} },
    edited: typeof record["edited"] === "string" ? record["edited"] : "",
  };
  const { key } = TABLES[entity];
  for (const column of columnsOf(entity)) {
    const value = record[column];
    if (isEmpty(value) || OF_ROW.has(column) || key.includes(column) || text.includes(column)) continue;
    if (DATES.includes(column)) {
      // A revision has the dates of its post.
      if (!isFormer) version.dates[column] = { at: String(value), isZoned };
    } else if (column === "tags") version.tags = [[...new Set(value as string[])]];
    else if (!FILES.has(column) && column !== "edited") version.more[column] = value;
  }
  const files = filesOf(entity, record);
  if (files.length > 0)
    version.files = [
      { ...(hasMain(record) && { file: files[0] }), attachments: hasMain(record) ? files.slice(1) : files },
    ];
  const orders = !isFormer && Array.isArray(record["order"]) ? [record["order"] as string[]] : [];
  return { ...version, ...joinOrders(version.files, orders) };
}

/** Adds versions to others; those of the same text become one. In a canonical order. */
export function joinVersions(versions: readonly Version[]): Version[] {
  const byText = new Map<string, Version>();
  for (const version of versions) {
    const key = JSON.stringify([version.text, version.isFormer]);
    const same = byText.get(key);
    byText.set(key, same === undefined ? version : joined(same, version));
  }
  const all = [...byText].sort(([one], [other]) => compare(one, other)).map(([, version]) => version);
  return all.filter((version) => !all.some((other) => addsNothing(version, other)));
}

/** A row and the revisions that belong to it. */
export interface MergedRecord {
  row: Fields;
  revisions: Fields[];
}

/**
 * Computes the row and its revisions.
 * @param base values of columns that belong to no version
 * @returns undefined if no source states a current text
 */
export function recordOf(
  entity: Entity,
  versions: readonly Version[],
  base: Fields,
): MergedRecord | undefined {
  const ranked = rankedVersions(versions);
  const isWhole = ({ text }: Version) => !versions.some((other) => isPartOf(text, other.text));
  const current = ranked.filter(({ isFormer }) => !isFormer);
  const best =
    current.find(isWhole) ?? current.find(({ text }) => !current.some((other) => isPartOf(text, other.text)));
  if (best === undefined) return undefined;
  const ordered = [best, ...current.filter((one) => one !== best)];
  const dates = joinAll(
    ordered.map((version) => version.dates),
    joinDates,
  );
  const row = fieldsOf(entity, ordered, base, dates);
  if ("edited" in row) row["edited"] = greatest(ordered.map(({ edited }) => edited)) || null;
  const others = new Map<string, Version[]>();
  for (const version of ranked) {
    if (!isWhole(version) || isDeepStrictEqual(version.text, best.text)) continue;
    const key = JSON.stringify(version.text);
    others.set(key, [...(others.get(key) ?? []), version]);
  }
  const revisions = [...others.values()].map((same) => {
    const revision = fieldsOf(entity, same, base, dates);
    return {
      ...revision,
      ...("edited" in revision && { edited: greatest(same.map(({ edited }) => edited)) || null }),
    };
  });
  return { row, revisions };
}

function joined(one: Version, other: Version): Version {
  return {
    ...{ text: one.text, isFormer: one.isFormer },
    edited: greatest([one.edited, other.edited]),
    fetched: greatest([one.fetched, other.fetched]),
    dates: joinDates(one.dates, other.dates),
    tags: maximal([...one.tags, ...other.tags], isSubsequence),
    ...joinOrders(joinFiles([...one.files, ...other.files]), [...one.orders, ...other.orders]),
    more: joinValues(one.more, other.more),
  };
}

function joinFiles(lists: readonly FileList[]): FileList[] {
  const nameOf = bestNames(lists);
  const named = lists.map(({ file, attachments }) => ({
    ...(file && { file: nameOf(file) }),
    attachments: attachments.map(nameOf),
  }));
  return maximal(named, (one, other) => {
    const hasItsMain = one.file === undefined || (other.file && isSameFile(one.file, other.file)) === true;
    return hasItsMain && isSubsequence(sequenceOf(one).map(hashOf), sequenceOf(other).map(hashOf));
  });
}

/** Keeps the orders that say more than the lists of files. */
function joinOrders(files: FileList[], orders: readonly string[][]): Pick<Version, "files" | "orders"> {
  const lists = files.map((list) => sequenceOf(list).map(hashOf));
  return {
    files,
    orders: maximal(orders, isSubsequence).filter(
      (order) => !lists.some((list) => isSubsequence(order, list)),
    ),
  };
}

/** Names of files by hash: not only digits, then the shortest, then the first in order. */
function bestNames(lists: readonly FileList[]): (file: FileRef) => FileRef {
  const best = new Map<string, FileRef>();
  for (const file of lists.flatMap(sequenceOf)) {
    const known = best.get(hashOf(file));
    if (known === undefined || isBetterName(file.name, known.name)) best.set(hashOf(file), file);
  }
  return (file) => best.get(hashOf(file)) ?? file;
}

function isBetterName(one: string, other: string): boolean {
  const rank = (name: string) => (/^\d+(\.\w+)?$/.test(name) ? 1 : 0);
  return (
    (rank(one) - rank(other) || one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)) < 0
  );
}

const sequenceOf = ({ file, attachments }: FileList): FileRef[] => [...(file ? [file] : []), ...attachments];
const hashOf = ({ path }: FileRef) => hashOfPath(path) ?? path;
const isSameFile = (one: FileRef, other: FileRef) => hashOf(one) === hashOf(other);

/** Keeps those that are part of no other, in a canonical order: the longest first. */
function maximal<T>(items: readonly T[], isPart: (one: T, other: T) => boolean): T[] {
  const distinct = [...new Map(items.map((item) => [canonical(item), item])).entries()]
    .sort(([one], [other]) => other.length - one.length || (one < other ? -1 : 1))
    .map(([, item]) => item);
  return distinct.filter(
    (item, at) =>
      !distinct.some((other, n) => n !== at && isPart(item, other) && !(isPart(other, item) && at < n)),
  );
}

function joinDates(one: Version["dates"], other: Version["dates"]): Version["dates"] {
  const dates = { ...one };
  for (const [column, date] of Object.entries(other)) {
    const known = dates[column];
    if (known === undefined || isBetterDate(date, known)) dates[column] = date;
  }
  return dates;
}

/** A time beats a day, a stated time zone an assumed one, seconds beat minutes, and the earlier one the later. */
function isBetterDate(one: StatedDate, other: StatedDate): boolean {
  const ranks = ({ at, isZoned }: StatedDate) => [
    Number(precisionOf(at) > 0),
    Number(isZoned),
    precisionOf(at),
  ];
  const [own, others] = [ranks(one), ranks(other)];
  for (const [at, rank] of own.entries()) if (rank !== others[at]) return rank > (others[at] ?? 0);
  return one.at < other.at;
}

/** 0: a day. */
const precisionOf = (date: string) =>
  date.endsWith("T00:00:00") ? 0 : /T\d\d:\d\d:00$/.test(date) ? 1 : date.includes(".") ? 3 : 2;

/** Takes the larger value of each column. */
function joinValues(one: Fields, other: Fields): Fields {
  const values = { ...one };
  for (const [column, value] of Object.entries(other)) {
    const [own, next] = [canonical(values[column]), canonical(value)];
    if (!(column in values) || next.length > own.length || (next.length === own.length && next > own))
      values[column] = value;
  }
  return values;
}

const joinAll = <T>(values: readonly T[], join: (one: T, other: T) => T): T =>
  values.slice(1).reduce(join, values[0] as T);

/** True for a version without the whole of a text that another has, with nothing besides that the other lacks. */
export const addsNothing = (version: Version, other: Version): boolean =>
  version.isFormer === other.isFormer &&
  isPartOf(version.text, other.text) &&
  isDeepStrictEqual(joined(other, version), other);

/** True for another text of which each column is empty or the same: a program that did not save a column says nothing. */
export const isPartOf = (one: readonly string[], other: readonly string[]) =>
  one.every((value, at) => value === "" || value === other[at]) &&
  one.some((value, at) => value !== other[at]);

/**
 * Orders versions, the newest first: by the date of the edit, then older texts last, then by download, then by length.
 * A total order.
 */
function rankedVersions(versions: readonly Version[]): Version[] {
  const ranks = new Map(
    versions.map((version) => {
      const { text, fetched } = version;
      const formers = versions.filter(
        (one) => one.isFormer && (isDeepStrictEqual(one.text, text) || isPartOf(text, one.text)),
      );
      const edited = greatest([version.edited, ...formers.map((one) => one.edited)]);
      return [
        version,
        { edited, isFormer: formers.length > 0, fetched, key: JSON.stringify([text, version.isFormer]) },
      ];
    }),
  );
  return [...versions].sort((one, other) => {
    const [a, b] = [ranks.get(one), ranks.get(other)];
    if (a === undefined || b === undefined) return 0;
    const lengths = one.text.map((text, at) => (other.text[at]?.length ?? 0) - text.length).reverse();
    return (
      compare(b.edited, a.edited) ||
      Number(a.isFormer) - Number(b.isFormer) ||
      compare(b.fetched, a.fetched) ||
      lengths.find((length) => length !== 0) ||
      compare(a.key, b.key)
    );
  });
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const greatest = (texts: readonly string[]) => texts.reduce((one, other) => (other > one ? other : one), "");

/** @param versions those that come first give the values */
function fieldsOf(
  entity: Entity,
  versions: readonly Version[],
  base: Fields,
  dates: Version["dates"],
): Fields {
  const text = TEXT[entity] ?? [];
  const { key } = TABLES[entity];
  const files = mergedFiles(
    versions.flatMap((version) => version.files),
    versions.flatMap((version) => version.orders),
  );
  const tags = interleave(
    maximal(
      versions.flatMap((version) => version.tags),
      isSubsequence,
    ),
    String,
  );
  const fields: Fields = {};
  for (const column of columnsOf(entity)) {
    if (key.includes(column) || OF_ROW.has(column)) fields[column] = base[column];
    else if (text.includes(column))
      fields[column] = versions.map((version) => version.text[text.indexOf(column)]).find(Boolean) ?? "";
    else if (column === "file") fields[column] = files.file ?? {};
    else if (column === "attachments" && FILE_ENTITIES.has(entity)) fields[column] = files.attachments;
    else {
      const value =
        column === "tags"
          ? tags
          : (dates[column]?.at ?? versions.find(({ more }) => column in more)?.more[column]);
      fields[column] = isEmpty(value) ? defaultOf(entity, column, base) : value;
    }
  }
  return fields;
}

/** Merges lists of files; the main file is that of the longest list with one. */
function mergedFiles(lists: readonly FileList[], orders: readonly string[][]): FileList {
  const merged = joinFiles(lists);
  const file = merged.find((list) => list.file !== undefined)?.file;
  const files = new Map(merged.flatMap(sequenceOf).map((one) => [hashOf(one), one]));
  const known = maximal([...orders, ...merged.map((list) => sequenceOf(list).map(hashOf))], isSubsequence);
  const all = interleave(known, String).flatMap((hash) => files.get(hash) ?? []);
  return { ...(file && { file }), attachments: file ? all.filter((one) => !isSameFile(one, file)) : all };
}

const FILE_ENTITIES: ReadonlySet<Entity> = new Set(["posts", "dms", "discord_messages"]);

const hasMain = ({ file }: Fields) => hasFile((file ?? {}) as MaybeFile);

/** Files of a record, the main one first, each once. */
function filesOf(entity: Entity, record: Fields): FileRef[] {
  if (!FILE_ENTITIES.has(entity)) return [];
  const all = [
    ...(hasMain(record) ? [record["file"]] : []),
    ...((record["attachments"] ?? []) as unknown[]),
  ] as FileRef[];
  return [...new Map([...all].reverse().map((file) => [hashOf(file), file])).values()].reverse();
}

const DEFAULTS = new Map<Entity, Fields>(
  (Object.keys(RECORDS) as Entity[]).map((entity) => [
    entity,
    Object.fromEntries(
      Object.entries(RECORDS[entity].shape as Record<string, z.ZodType>).flatMap(([column, type]) => {
        const parsed = type.safeParse(undefined);
        return parsed.success ? [[column, parsed.data]] : [];
      }),
    ),
  ]),
);

const defaultOf = (entity: Entity, column: string, base: Fields): unknown =>
  ({ ...base, ...DEFAULTS.get(entity) })[column];

/** JSON with ordered keys: PostgreSQL orders those of jsonb. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => compare(one, other)))
        : inner,
    ) ?? ""
  );
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === 0 ||
  value === false ||
  (typeof value === "object" && Object.keys(value).length === 0);
