/** File names made from a template such as `{date} {title} {n}`. Pure but for the setting. */
import { extensionOf } from "#shared/rules/files.ts";
import { createSetting } from "../../../lib/setting.ts";
import type { Nameable } from "./names.ts";

export const FIELDS = ["name", "n", "title", "creator", "date", "service", "id"] as const;
export type Field = (typeof FIELDS)[number];

/** Default template: the name in the post. */
export const DEFAULT_TEMPLATE = "{name}";
const MAX_TEMPLATE_LENGTH = 200;

/** Last used template. */
export const fileNames = createSetting<string>(
  "file-names",
  (text) => (text.length <= MAX_TEMPLATE_LENGTH ? text : undefined),
  DEFAULT_TEMPLATE,
);

/** Values of a post, not escaped. */
export type PostValues = Record<Exclude<Field, "name" | "n">, string>;

/**
 * Renames files by the template. Unknown fields in braces stay as they are; the extension is always that of the file.
 * @returns the renamed files; names are not safe yet
 */
export function named<T extends Nameable>(files: readonly T[], template: string, post: PostValues): T[] {
  const digits = String(files.length).length;
  const pattern = template.trim() === "" ? DEFAULT_TEMPLATE : template;
  if (pattern === DEFAULT_TEMPLATE) return [...files];
  return files.map((file, at) => {
    const known = extensionOf(file.name);
    const stem = file.name.slice(0, file.name.length - known.length) || file.hash.slice(0, 16);
    const values: Record<Field, string> = { ...post, name: stem, n: String(at + 1).padStart(digits, "0") };
    const name = pattern.replace(/\{(\w+)\}/g, (braces, field) => values[field as Field] ?? braces);
    const extension = known === "" && !file.path.endsWith(".bin") ? extensionOf(file.path) : known;
    return { ...file, name: `${name.trim()}${extension}` };
  });
}
