/** Column lists of posts, in wire key order. */
import type { Db } from "./client.ts";

/** The eight keys of a list, from a row named `p`; optionally with tags. */
export const listColumns = (sql: Db, withTags = false) => sql`
  p.id, p."user", p.service, p.title, p.substring, iso(p.published) as published, p.file, p.attachments
  ${withTags ? sql`, p.tags` : sql``}`;

/**
 * The fifteen keys of a full post or revision, as text, from a row named `p` or the given one; not jsonb, which orders
 * keys by length.
 * @param content replaces the row's own
 */
export const fullColumns = (row = "p", content = `${row}.content`) => `
  ${row}.id, ${row}."user", ${row}.service, ${row}.title, ${content} as content, ${row}.embed, ${row}.shared_file, iso(${row}.added) as added,
  iso(${row}.published) as published, iso(${row}.edited) as edited, ${row}.file, ${row}.attachments,
  case when ${row}.poll is not null then json_build_object('title', ${row}.poll -> 'title', 'description', ${row}.poll -> 'description',
    'choices', ${row}.poll -> 'choices', 'created_at', ${row}.poll -> 'created_at', 'closes_at', ${row}.poll -> 'closes_at',
    'allow_multiple', ${row}.poll -> 'allow_multiple') end as poll,
  ${row}.captions, ${row}.tags`;
