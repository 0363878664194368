/** File names made from a template such as `{date} {title} {n}`. Pure but for the setting. */
import { extensionOf } from "#shared/rules/files.ts";
import { createSetting } from "../../../lib/setting.ts";
import type { Nameable } from "./names.ts";

export const FIELDS = ["name", "n", "title", "creator", "date", "service", "id"] as const;
export type Field = (typeof FIELDS)[number];

/** Each file under the name that it has in the post. */
export const USUAL = "{name}";
const LONGEST = 200;

/** The template that was used last. */
export const fileNames = createSetting<string>(
  "file-names",
  (text) => (text.length <= LONGEST ? text : undefined),
  USUAL,
);

/** Of a post; texts as they are. */
export type PostValues = Record<Exclude<Field, "name" | "n">, string>;

/**
 * What is in braces and no field stays as it is. The extension is that of the file, whatever the template ends with.
 * @returns the files under their new names, not safe yet
 */
export function named<T extends Nameable>(files: readonly T[], template: string, post: PostValues): T[] {
  const digits = String(files.length).length;
  const pattern = template.trim() === "" ? USUAL : template;
  if (pattern === USUAL) return [...files];
  return files.map((file, at) => {
    const known = extensionOf(file.name);
    const stem = file.name.slice(0, file.name.length - known.length) || file.hash.slice(0, 16);
    const values: Record<Field, string> = { ...post, name: stem, n: String(at + 1).padStart(digits, "0") };
    const name = pattern.replace(/\{(\w+)\}/g, (braces, field) => values[field as Field] ?? braces);
    const extension = known === "" && !file.path.endsWith(".bin") ? extensionOf(file.path) : known;
    return { ...file, name: `${name.trim()}${extension}` };
  });
}
