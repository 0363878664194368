/** Addresses of stored files; lists only need those of images. */
import { type DataServer, parseDataServers, serverOf } from "#shared/rules/mirror.ts";
import { pageMeta } from "./page-meta.ts";

let known: DataServer[] | undefined;

/** Named by the page; none in development, or where the list cannot be read: then files come from our own origin. */
export function dataServers(): DataServer[] {
  if (known !== undefined) return known;
  try {
    known = parseDataServers(pageMeta("data-servers"));
  } catch {
    known = [];
  }
  return known;
}

/** The file itself, offered under its own name. */
export function fileAddress(file: { name: string; path: string }): string {
  const server = serverOf(dataServers(), file.path) ?? "";
  return `${server}/data${file.path}${file.name === "" ? "" : `?f=${encodeURIComponent(file.name)}`}`;
}
