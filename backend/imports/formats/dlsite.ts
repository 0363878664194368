/**
 * Works of DLsite, identified by the product code in names: a folder `[RJ123456] <title>` is a work
 * with everything below, and files such as `RJ123456.part1.rar` are one. The circle is the nearest code such as
 * `RG12345` in the path; without one, the person is asked.
 */
import { trimEndOf } from "#shared/text/trim-end.ts";
import type { Entry, Folder, Format, Found, Reading } from "./lib/format.ts";
import { askedCreator, attachmentsOf, type FoundCreator, lastName } from "./lib/names.ts";

const WORK = /(?<![A-Za-z0-9])[RBV]J(?:\d{8}|\d{6})(?!\d)/i;
const CIRCLE = /(?<![A-Za-z0-9])RG\d{5,8}(?!\d)/i;
const EMPTY_BRACKETS = /\[\s*\]|\(\s*\)|【\s*】|（\s*）/g;
const EDGE = /[\s_-]/;
const ENDING = /(?:\.part\d+)?\.\w+$/i;

export const dlsite: Format = {
  name: "DLsite",
  async recognize(folder) {
    const entries = await folder.entries();
    const code = workOf(lastName(folder.path) ?? "");
    if (code !== undefined) {
      // A folder with several works is named after one of them.
      const isSeries = entries.some(({ name, isFolder }) => isFolder && (workOf(name) ?? code) !== code);
      if (!isSeries) return { scope: "tree", read: (reading) => readFolder(folder, code, reading) };
    }
    const files = entries.filter(({ name, isFolder }) => !isFolder && workOf(name) !== undefined);
    if (files.length === 0) return undefined;
    return { scope: "folder", read: (reading) => readFiles(folder.path, files, reading) };
  },
};

function workOf(name: string): string | undefined {
  return WORK.exec(name)?.[0].toUpperCase();
}

function titleOf(name: string): string | undefined {
  const title = name.replace(WORK, "").replace(CIRCLE, "").replaceAll(EMPTY_BRACKETS, "");
  return trimEndOf(title.replace(/^[\s_-]+/, ""), EDGE) || undefined;
}

function circleOf(path: string, reading: Reading): FoundCreator | undefined {
  for (const part of path.split("/").reverse()) {
    const id = CIRCLE.exec(part)?.[0].toUpperCase();
    if (id === undefined) continue;
    const name = (WORK.test(part) ? undefined : titleOf(part)) ?? id;
    return { entity: "creators", from: path, fields: { service: "dlsite", id, name } };
  }
  return askedCreator("dlsite", path, reading);
}

async function* readFolder(folder: Folder, code: string, reading: Reading): AsyncGenerator<Found> {
  const circle = circleOf(folder.path, reading);
  if (circle === undefined) return;
  yield circle;
  const files: Entry[] = []; // of one work
  for await (const file of folder.walk()) files.push(file);
  yield postOf(circle, code, titleOf(lastName(folder.path) ?? ""), files);
}

async function* readFiles(path: string, files: Entry[], reading: Reading): AsyncGenerator<Found> {
  const circle = circleOf(path, reading);
  if (circle === undefined) return;
  yield circle;
  const works = new Map<string, Entry[]>();
  for (const file of files) {
    const code = workOf(file.name) ?? "";
    works.set(code, [...(works.get(code) ?? []), file]);
  }
  for (const [code, ofWork] of works)
    yield postOf(circle, code, titleOf((ofWork[0]?.name ?? "").replace(ENDING, "")), ofWork);
}

function postOf(circle: FoundCreator, id: string, title: string | undefined, files: Entry[]): Found {
  const { service, id: user } = circle.fields;
  return {
    entity: "posts",
    from: circle.from,
    fields: { service, id, user, title, ...attachmentsOf(files) },
  };
}
