/** Merges an imported backup with the device's data. Pure. */
import { addMark, parseMarks } from "../../reading/seen/marks.ts";
import { type Backup, CHOICES, type Choices, type Muted, type Visit } from "./file.ts";

/** The backup's data, apart from saved posts. */
export interface BackupData {
  choices: Choices;
  /** Newest last. */
  seen: ReadonlySet<string>;
  mutes: Muted | undefined;
  /** Newest first. */
  visits: readonly Visit[];
}

/** `merge` adds what is missing and keeps the device's settings; `replace` overwrites them. */
export type RestoreMode = "merge" | "replace";

/** Counts of imported items. */
export interface ImportCounts {
  choices: number;
  seen: number;
  muted: number;
  visits: number;
}

const MAX_VISITS = 20;

export function dataOf({ choices, seen, mutes, visits }: Backup): BackupData {
  const known = CHOICES.filter((name) => Object.hasOwn(choices, name));
  return {
    choices: Object.fromEntries(known.map((name) => [name, choices[name]])),
    seen: parseMarks(seen.join("\n")),
    mutes,
    visits,
  };
}

export function combine(
  here: BackupData,
  file: BackupData,
  way: RestoreMode,
): { next: BackupData; imported: ImportCounts } {
  const next = way === "replace" ? file : merged(here, file);
  return {
    next,
    imported: {
      choices: CHOICES.filter((name) => next.choices[name] !== here.choices[name]).length,
      seen: [...next.seen].filter((mark) => !here.seen.has(mark)).length,
      muted: namesOf(next.mutes).filter((name) => !namesOf(here.mutes).includes(name)).length,
      visits: next.visits.filter(({ href }) => !here.visits.some((visit) => visit.href === href)).length,
    },
  };
}

function merged(here: BackupData, file: BackupData): BackupData {
  const seen = new Set(file.seen);
  for (const mark of here.seen) addMark(seen, mark); // the device's count as newer
  const known = new Set(here.visits.map(({ href }) => href));
  const added = file.visits.filter(({ href }) => !known.has(href));
  return {
    choices: { ...file.choices, ...here.choices },
    seen,
    mutes:
      here.mutes === undefined || file.mutes === undefined
        ? (here.mutes ?? file.mutes)
        : both(here.mutes, file.mutes),
    visits: [...here.visits, ...added].slice(0, MAX_VISITS),
  };
}

function both(here: Muted, file: Muted): Muted {
  const known = new Set(here.creators.map(({ service, id }) => `${service}/${id}`));
  const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];
  return {
    mode: here.mode,
    creators: [
      ...here.creators,
      ...file.creators.filter(({ service, id }) => !known.has(`${service}/${id}`)),
    ],
    tags: union(here.tags, file.tags),
    words: union(here.words, file.words),
    services: union(here.services, file.services),
  };
}

function namesOf(mutes: Muted | undefined): string[] {
  if (mutes === undefined) return [];
  return [
    ...mutes.creators.map(({ service, id }) => `creator ${service}/${id}`),
    ...mutes.tags.map((tag) => `tag ${tag}`),
    ...mutes.words.map((word) => `word ${word}`),
    ...mutes.services.map((service) => `service ${service}`),
  ];
}
