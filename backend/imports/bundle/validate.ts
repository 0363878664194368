/** Parses one line of a bundle, validates it by its schema and cleans it, or returns the reason of a failure. */
import type { z } from "zod";
import { hasFile, type MaybeFile } from "#shared/entities/file.ts";
import { type HtmlSource, htmlSource } from "./html-sources.ts";
import { type Entity, RECORDS } from "./records.ts";
import { sanitizeWithLoss } from "./sanitize.ts";
import { identifiersOf, TABLES } from "./tables.ts";
import { parseClean } from "./text.ts";

export type ProblemKind =
  | "broken line"
  | "invalid record"
  | "missing file"
  | "hash mismatch"
  | "size mismatch"
  | "unknown reference"
  | "taken down"
  | "refused by the database"
  | "unknown entity";

export interface Problem {
  kind: ProblemKind;
  file: string;
  line: number;
  reason: string;
}

export type Fields = Record<string, unknown>;
export type RowProblem = Pick<Problem, "kind" | "reason">;
export type Checked = { fields: Fields; source?: HtmlSource } | RowProblem;

/** A valid record and its origin. */
export interface Row {
  line: number;
  fields: Fields;
  /** Set if a batch has rows of several files. */
  file?: string;
  /** Set if the sanitizer removed more than markup. */
  source?: HtmlSource | undefined;
}

/** @returns the record to store, or the problem */
export function checkLine(entity: Entity, text: string): Checked {
  let value: unknown;
  try {
    value = parseClean(text, identifiersOf(entity));
  } catch (error) {
    return { kind: "broken line", reason: `not JSON: ${error instanceof Error ? error.message : error}` };
  }
  const schema: z.ZodType<Fields> = RECORDS[entity];
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const reasons = parsed.error.issues
      .slice(0, 3)
      .map((issue) => `${issue.path.join(".") || "record"}: ${issue.message}`);
    return { kind: "invalid record", reason: reasons.join("; ") };
  }
  const fields = parsed.data;
  const html = TABLES[entity].html;
  if (html === undefined) return { fields };
  const raw = String(fields[html]);
  const { clean, isLossy } = sanitizeWithLoss(raw);
  fields[html] = clean;
  return isLossy && clean !== "" ? { fields, source: htmlSource(raw, clean) } : { fields };
}

/** Paths of the files a record refers to; all must be in the archive. */
export function pathsOf(entity: Entity, fields: Fields): string[] {
  const paths: string[] = [];
  for (const column of ["icon", "banner"]) {
    const path = fields[column];
    if (entity === "creators" && typeof path === "string") paths.push(path);
  }
  const file = fields["file"] as MaybeFile | undefined;
  if (file !== undefined && hasFile(file)) paths.push(file.path);
  if (entity === "community_messages") return paths; // attachments stay as sent by the service
  for (const attachment of (fields["attachments"] as MaybeFile[] | undefined) ?? []) {
    if (hasFile(attachment)) paths.push(attachment.path);
  }
  return paths;
}
