/** `roost wanted`: lists what the archive lacks, and reads lists of what it should have. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { readConfig } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { withDatabase } from "#backend/supervisor/engines.ts";
import { readWantedList, type Unread } from "#shared/rules/wanted-list.ts";
import { MAGIC } from "../formats/lib/sqlite.ts";
import { forgetList } from "./compare.ts";
import { readDownloadArchive } from "./download-archive.ts";
import { gapsAsCsv, gapsAsJson } from "./formats.ts";
import { type GapFilter, type GapRow, gapRows } from "./gaps.ts";
import { compareCommand } from "./have-command.ts";
import { addWanted, removeWanted } from "./lists.ts";

export interface WantedOptions extends GapFilter {
  json?: boolean;
  csv?: boolean;
  /** Lists to read. */
  add: string[];
  remove: string[];
  /** A have list to compare. */
  have?: string;
  reverse?: boolean;
  /** Name of a have list. */
  forget?: string;
}

/** @returns exit code: 1 if a list has lines that were not read */
export async function wantedCommand(options: WantedOptions): Promise<number> {
  const settings = { statementTimeout: 0, name: "roost-wanted" };
  return await withDatabase(readConfig(), settings, async (sql) => {
    const { add, remove, have, reverse = false, forget, json = false, csv = false, ...filter } = options;
    if (add.length + remove.length > 0) return await changeLists(sql, add, remove);
    if (forget !== undefined) return await forgetCommand(sql, forget);
    if (have !== undefined) await compareCommand(sql, have, reverse);
    if (reverse) return 0;
    const format = json ? gapsAsJson : csv ? gapsAsCsv : asText;
    for await (const text of format(gapRows(sql, filter)))
      if (!process.stdout.write(text)) await once(process.stdout, "drain");
    return 0;
  });
}

async function forgetCommand(sql: Sql, name: string): Promise<number> {
  if (!(await forgetList(sql, name))) throw new ExpectedError(`There is no have list ${name}.`);
  process.stdout.write(`${name} is forgotten.\n`);
  return 0;
}

async function changeLists(sql: Sql, add: string[], remove: string[]): Promise<number> {
  let unread = 0;
  for (const path of add) {
    const list = await readList(path);
    const { added, known, here, taken_down: down } = await transaction(sql, (tx) => addWanted(tx, list));
    const others = [
      ...(known === 0 ? [] : [`${count(known)} already wanted`]),
      ...(here === 0 ? [] : [`${count(here)} already here`]),
      ...(down === 0 ? [] : [`${count(down)} taken down or hidden`]),
    ];
    process.stdout.write(`${path}: ${[`${count(added)} wanted`, ...others].join(", ")}\n`);
    unread += report(path, list.unread);
  }
  for (const path of remove) {
    const list = await readList(path);
    const removed = await transaction(sql, (tx) => removeWanted(tx, list));
    process.stdout.write(`${path}: ${count(removed)} not wanted any more\n`);
    unread += report(path, list.unread);
  }
  return unread === 0 ? 0 : 1;
}

async function readList(path: string) {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new ExpectedError(`${path} cannot be read (${error.code ?? error.message})`);
  });
  if (bytes.subarray(0, MAGIC.length).toString("latin1") === MAGIC) return await readDownloadArchive(path);
  const mark = bytes.subarray(0, 2).toString("hex");
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  return readWantedList(new TextDecoder(encoding).decode(bytes));
}

const REASONS = {
  unknown: "names no creator or post",
  service: "is of an unknown service",
  invalid: "has an ID or name that is too long",
} as const;

function report(path: string, unread: readonly Unread[]): number {
  for (const { at, text, reason } of unread)
    process.stderr.write(`${path}:${at}: ${REASONS[reason]}: ${text}\n`);
  return unread.length;
}

const SOURCES = {
  list: "post, from a list",
  neighbor: "post, the next or previous of another",
  revision: "post, of which there is a revision",
  link: "post, linked in a text",
  metadata: "post",
} as const;

async function* asText(rows: AsyncIterable<GapRow>): AsyncGenerator<string> {
  let creator = "";
  let post = "";
  const counts = { creators: 0, posts: 0, files: 0 };
  const lacking = { creators: new Set<string>(), posts: 0 };
  const held = (names: string[]) => (names.length === 0 ? "" : `  [${names.join(", ")}]`);
  for await (const row of rows) {
    const key = `${row.service}/${row.creator ?? "?"}`;
    const title = `${key} ${row.creator_name}`.trimEnd();
    if (row.missing === "creator") {
      counts.creators += 1;
      yield `${title} (creator)\n`;
    } else if (title !== creator) yield `${title}\n`;
    creator = title;
    if (row.missing === "post") {
      counts.posts += 1;
      yield `  ${`${row.post} ${row.title}`.trimEnd()} (${SOURCES[row.source]})${held(row.held_by)}\n`;
    }
    if (row.missing !== "file") continue;
    if (post !== `${key}/${row.post}`) {
      lacking.posts += 1;
      yield `  ${row.post} ${row.title}\n`;
    }
    post = `${key}/${row.post}`;
    lacking.creators.add(key);
    counts.files += 1;
    const parts = [row.name, row.sha256, row.url].filter((part) => part !== null);
    yield `    ${parts.join("  ")}${held(row.held_by)}\n`;
  }
  const files = `${counted(counts.files, "file")} of ${counted(lacking.posts, "post")} of ${counted(lacking.creators.size, "creator")}`;
  const missing = [
    ...(counts.creators === 0 ? [] : [counted(counts.creators, "creator")]),
    ...(counts.posts === 0 ? [] : [counted(counts.posts, "post")]),
    ...(counts.files === 0 ? [] : [files]),
  ];
  yield missing.length === 0
    ? "Nothing is missing that lists, texts or imports name.\n"
    : `Missing: ${missing.join("; ")}.\n`;
}

const count = (n: number) => n.toLocaleString("en");
const counted = (n: number, name: string) => `${count(n)} ${name}${n === 1 ? "" : "s"}`;
