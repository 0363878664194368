import { basename } from "node:path";

const files = new Map<string, string>();

/**
 * The class of a CSS module: `PostCard-title`. A hash would be random to a compressor, and the first load names a hundred
 * classes.
 *
 * @throws Error when two modules have the same name
 */
export function className(local: string, file: string): string {
  const name = basename(file, ".module.css");
  const other = files.get(name) ?? file;
  if (other !== file) throw new Error(`${file} and ${other} would share their classes: rename one.`);
  files.set(name, file);
  return `${name}-${local}`;
}
