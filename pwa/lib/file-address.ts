/** URLs of stored files. Separate, because lists need only image URLs. */
import { type DataServer, parseDataServers, serverOf } from "#shared/rules/data-servers.ts";
import { pageMeta } from "./page-meta.ts";

let known: DataServer[] | undefined;

/**
 * File servers listed in the page. Empty in development or if the list is invalid: then files come from this origin.
 */
export function dataServers(): DataServer[] {
  if (known !== undefined) return known;
  try {
    known = parseDataServers(pageMeta("data-servers"));
  } catch {
    known = [];
  }
  return known;
}

/** URL of a file, to be downloaded under its own name. */
export function fileAddress(file: { name: string; path: string }): string {
  const server = serverOf(dataServers(), file.path) ?? "";
  return `${server}/data${file.path}${file.name === "" ? "" : `?f=${encodeURIComponent(file.name)}`}`;
}
