/**
 * The list of saved posts in `localStorage`, one line per post, readable without opening the database. It survives if
 * the browser evicts the database, so that missing posts can be found.
 */
import { createSetting } from "../../lib/setting.ts";

export interface SavedMark {
  state: "saving" | "partial" | "whole" | "listed" | "gone";
  /** Complete files, of `total`. */
  whole: number;
  total: number;
  title: string;
}

const LETTERS = { s: "saving", p: "partial", w: "whole", l: "listed", g: "gone" } as const;
const TITLE = 80;
const NONE: ReadonlyMap<string, SavedMark> = new Map();

/** `letter TAB key TAB whole TAB total TAB title`; other lines are ignored. */
export function parseSavedMarks(text: string): ReadonlyMap<string, SavedMark> {
  const marks = new Map<string, SavedMark>();
  for (const line of text.split("\n")) {
    const [letter = "", key = "", whole = "", total = "", title = ""] = line.split("\t");
    if (key === "" || !Object.hasOwn(LETTERS, letter)) continue;
    const state = LETTERS[letter as keyof typeof LETTERS];
    marks.set(key, { state, whole: Number(whole) || 0, total: Number(total) || 0, title });
  }
  return marks;
}

export function printSavedMarks(marks: ReadonlyMap<string, SavedMark>): string {
  const lines: string[] = [];
  for (const [key, { state, whole, total, title }] of marks) {
    const words = [...title.replace(/\s+/g, " ").trim()].slice(0, TITLE).join("");
    lines.push(`${state[0]}\t${key}\t${whole}\t${total}\t${words}`);
  }
  return lines.join("\n");
}

const setting = createSetting("saved", parseSavedMarks, NONE, { print: printSavedMarks });

/** Marks by post key (`postKey`); the same object until it changes. Updated from other tabs. */
export const useSavedMarks = setting.use;
export const savedMarks = setting.get;
export const subscribeSavedMarks = setting.subscribe;

/** Adds and changes marks; `undefined` removes one. */
export function changeSavedMarks(changes: Iterable<readonly [string, SavedMark | undefined]>): void {
  const next = new Map(setting.get());
  for (const [key, mark] of changes) {
    if (mark === undefined) next.delete(key);
    else next.set(key, mark);
  }
  setting.set(next.size === 0 ? undefined : next);
}
