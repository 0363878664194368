/** Merges what sources state about a creator: of several names, the one with the newest content is the current one. */
import { isDeepStrictEqual } from "node:util";
import type { Fields } from "#backend/imports/bundle/validate.ts";
import type { Present } from "./merge.ts";

/** A name and what came with it. */
export interface NamedCreator {
  name: string;
  public_id: string | null;
  icon: string | null;
  banner: string | null;
  /** Date of the newest content that came under this name; empty if unknown. */
  as_of: string;
}

const MAX_FORMER_NAMES = 20;

/** @returns undefined if the records state nothing new */
export function mergeCreator(
  { row, evidence }: Pick<Present, "row" | "evidence">,
  incoming: readonly Fields[],
): Fields | undefined {
  const names = joinNames([...namesOf(row, evidence), ...incoming.map((fields) => namedBy(fields, ""))]);
  const base = row ?? incoming[0];
  if (base === undefined) return undefined;
  const merged = { ...base, ...creatorOf(base, names), evidence: names.length > 1 ? names : null };
  return row !== undefined && isDeepStrictEqual(merged, { ...row, evidence }) ? undefined : merged;
}

/** Names of a creator in the archive. While there is one, its date is that of the creator's content. */
export function namesOf(row: Fields | undefined, evidence: unknown): NamedCreator[] {
  if (row === undefined) return [];
  // Without dated content, `updated` is the time of import.
  const own = namedBy(row, row["updated"] === row["indexed"] ? "" : String(row["updated"]));
  const kept = (evidence ?? []) as NamedCreator[];
  // A bundle may have replaced the row.
  return kept.some(({ name }) => name === own.name) ? kept : [...kept, own];
}

const namedBy = ({ name, public_id, icon, banner }: Fields, asOf: string): NamedCreator => ({
  name: String(name),
  public_id: (public_id ?? null) as string | null,
  icon: (icon ?? null) as string | null,
  banner: (banner ?? null) as string | null,
  as_of: asOf,
});

/** Joins what is stated of each name. In a canonical order: the current one first. */
export function joinNames(all: readonly NamedCreator[]): NamedCreator[] {
  const byName = new Map<string, NamedCreator>();
  for (const one of all) {
    const known = byName.get(one.name);
    byName.set(one.name, {
      name: one.name,
      public_id: greatest(known?.public_id, one.public_id),
      icon: greatest(known?.icon, one.icon),
      banner: greatest(known?.banner, one.banner),
      as_of: greatest(known?.as_of, one.as_of) ?? "",
    });
  }
  return [...byName.values()].sort(
    (one, other) => compare(other.as_of, one.as_of) || compare(one.name, other.name),
  );
}

/** Columns of the creator. */
export function creatorOf({ id }: { id?: unknown }, names: readonly NamedCreator[]) {
  // Some programs save only the id.
  const isPlaceholder = ({ name, public_id }: NamedCreator) => name === id || name === public_id;
  const ordered = [...names.filter((one) => !isPlaceholder(one)), ...names.filter(isPlaceholder)];
  const first = <K extends keyof NamedCreator>(column: K) =>
    ordered.map((one) => one[column]).find((value) => value !== null) ?? null;
  // The id in place of a public id says that the program did not know one of them.
  const publicIds = ordered.map(({ public_id }) => public_id).filter((value) => value !== null);
  return {
    name: ordered[0]?.name ?? "",
    public_id: publicIds.find((value) => value !== id) ?? publicIds[0] ?? null,
    icon: first("icon"),
    banner: first("banner"),
  };
}

/** The other names, oldest first; those that no import gave come before. */
export function formerNames(
  id: string,
  current: string,
  names: readonly NamedCreator[],
  kept: readonly string[],
): string[] {
  const others = names
    .map(({ name }) => name)
    .filter((name) => name !== id && name !== current)
    .reverse();
  return [...kept.filter((name) => name !== current && !others.includes(name)), ...others].slice(
    -MAX_FORMER_NAMES,
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const greatest = (one: string | null | undefined, other: string | null) =>
  one === undefined || one === null || (other !== null && other > one) ? other : one;
