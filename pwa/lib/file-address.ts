/** URLs of stored files. Separate, because lists need only image URLs. */
import { type DataServer, parseDataServers, serverOf } from "#shared/rules/data-servers.ts";
import { isEntryPath } from "#shared/rules/files.ts";
import { isInlineImage } from "#shared/rules/image-types.ts";
import { thumbnailAddress } from "./addresses.ts";
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

/** URL of a file, or of one inside an archive file (`entryPath`), to be downloaded under its own name. */
export function fileAddress(file: { name: string; path: string }): string {
  const address = isEntryPath(file.path)
    ? file.path
    : `${serverOf(dataServers(), file.path) ?? ""}/data${file.path}`;
  return `${address}${file.name === "" ? "" : `?f=${encodeURIComponent(file.name)}`}`;
}

/** URL of an image as large as a browser can show it: of the file, or for formats of other programs of its largest thumbnail. */
export const imageAddress = (file: { name: string; path: string }): string =>
  isInlineImage(isEntryPath(file.path) ? file.name : file.path)
    ? fileAddress(file)
    : thumbnailAddress(file.path, 1200);
