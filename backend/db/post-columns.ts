/** Column lists of posts, in wire key order. */
import { FullPost, Poll } from "#shared/entities/post.ts";
import { isDateField } from "#shared/rules/dates.ts";
import type { Db } from "./client.ts";

/** The eight keys of a list, from a row named `p`; optionally with its tags. */
export const listColumns = (sql: Db, withTags = false) => sql`
  p.id, p."user", p.service, p.title, p.substring, iso(p.published) as published, p.file, p.attachments
  ${withTags ? sql`, p.tags` : sql``}`;

const FIELDS = Object.entries(FullPost.shape);

/**
 * The keys of a whole post or revision, as SQL, from a row named `p` or as given.
 * @param content in place of the row's own
 */
export const fullColumns = (row = "p", content = `${row}.content`) =>
  FIELDS.map(([name, type]) => {
    const column = `${row}."${name}"`;
    const value = name === "content" ? content : isDateField(type) ? `iso(${column})` : column;
    return `${name === "poll" ? pollOf(column) : value} as "${name}"`;
  }).join(", ");

/** jsonb sorts keys by length, the wire does not. */
const pollOf = (column: string) => {
  const pairs = Object.keys(Poll.shape).map((key) => `'${key}', ${column} -> '${key}'`);
  return `case when ${column} is not null then json_build_object(${pairs.join(", ")}) end`;
};
