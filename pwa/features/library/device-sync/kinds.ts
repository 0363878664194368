/** All synced kinds of data. */
import { addListed, listSaved, removeListed } from "../../../offline/library/saved-list.ts";
import { savedMarks, subscribeSavedMarks } from "../../../offline/library/saved-marks.ts";
import {
  listSavedSearches,
  replaceSavedSearches,
  watchSavedSearches,
} from "../../../offline/searches/searches.ts";
import { type ReadingEntry, reading } from "../../reading/history/store.ts";
import type { Mutes } from "../../reading/mutes/rules.ts";
import { mutes } from "../../reading/mutes/store.ts";
import { MAX_MARKS } from "../../reading/seen/marks.ts";
import { replaceSeen, seenMarks, subscribeSeen } from "../../reading/seen/store.ts";
import type { Kind } from "./kind.ts";
import type { Value } from "./records.ts";

/** Ids: `service/user:id`, as stored. */
const seen: Kind = {
  name: "seen",
  max: MAX_MARKS,
  read: () => new Map([...seenMarks()].map((mark) => [mark, 1])),
  write: (values) => replaceSeen([...values.keys()]),
  subscribe: subscribeSeen,
};

const LISTS = { tag: "tags", word: "words", service: "services" } as const;
const KINDS = ["tag", "word", "service"] as const;

/** Ids: `creator/service/id`, `tag/text`, `word/text`, `service/name`. The display of muted content is not synced. */
const mute: Kind = {
  name: "mute",
  read() {
    const now = mutes.get();
    const values = new Map<string, Value>();
    for (const creator of now.creators) values.set(`creator/${creator.service}/${creator.id}`, creator);
    for (const kind of KINDS) for (const text of now[LISTS[kind]]) values.set(`${kind}/${text}`, text);
    return values;
  },
  write(values) {
    const of = <T>(kind: string) =>
      [...values].flatMap(([id, value]) => (id.startsWith(`${kind}/`) ? [value as T] : []));
    const next: Mutes = {
      mode: mutes.get().mode,
      creators: of("creator"),
      tags: of("tag"),
      words: of("word"),
      services: of("service"),
    };
    if (JSON.stringify(next) !== JSON.stringify(mutes.get())) mutes.set(next); // checked as it is read
  },
  subscribe: mutes.subscribe,
};

const LATEST = "latest";

/** Reading position: the post, and the image in it. */
const place: Kind = {
  name: "place",
  read() {
    const entry = reading.get();
    return entry === undefined ? new Map() : new Map([[LATEST, entry]]);
  },
  write(values) {
    const next = values.get(LATEST) as ReadingEntry | undefined;
    if (JSON.stringify(next) !== JSON.stringify(reading.get())) reading.set(next); // checked as it is read
  },
  subscribe: reading.subscribe,
  at: (value) => (value as ReadingEntry).at,
};

type Listed = Awaited<ReturnType<typeof listSaved>>[number];

/** Saved posts by key. Texts and files are not synced: other devices list the post and can download it. */
const saved: Kind = {
  name: "saved",
  async read() {
    const rows = savedMarks().size === 0 ? [] : await listSaved();
    return new Map(rows.map(({ key, ...row }) => [key, row]));
  },
  async write(values) {
    const rows = [...values].map(([key, value]) => ({ ...(value as Omit<Listed, "key">), key }));
    const here = await this.read();
    const isNew = rows.filter((row) => !here.has(row.key) && isListed(row));
    if (isNew.length > 0) await addListed(isNew);
    const removed = [...here.keys()].filter((key) => !values.has(key));
    if (removed.length > 0) await removeListed(removed);
  },
  subscribe: subscribeSavedMarks,
};

function isListed({ key, title, creatorName, savedAt, kinds }: Listed): boolean {
  return (
    key.split("/").length === 3 &&
    typeof title === "string" &&
    typeof creatorName === "string" &&
    Number.isFinite(savedAt) &&
    Array.isArray(kinds)
  );
}

type Search = Awaited<ReturnType<typeof listSavedSearches>>[number];

/** Saved searches, by random id. */
const search: Kind = {
  name: "search",
  async read() {
    return new Map((await listSavedSearches()).map(({ id, ...row }) => [id, row]));
  },
  async write(values) {
    const rows = [...values].map(([id, value]) => ({ ...(value as Omit<Search, "id">), id }));
    await replaceSavedSearches(rows.filter(isSearch));
  },
  subscribe: watchSavedSearches,
};

function isSearch({ q, created, seen }: Search): boolean {
  return typeof q === "string" && Number.isFinite(created) && Number.isFinite(seen);
}

export const KINDS_SYNCED: readonly Kind[] = [seen, mute, place, saved, search];
