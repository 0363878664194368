/** Column lists of posts, in the order of the wire's keys (contract 1.6). */
import type { Db } from "../../db/client.ts";

/** The eight keys of a list, from a row named `p`. */
export const listColumns = (sql: Db) => sql`
  p.id, p."user", p.service, p.title, p.substring, iso(p.published) as published, p.file, p.attachments`;

/** The fifteen keys of a whole post or revision, from a row named `p`; jsonb orders keys by length, the wire does not. */
export const fullColumns = (sql: Db) => sql`
  p.id, p."user", p.service, p.title, p.content, p.embed, p.shared_file, iso(p.added) as added,
  iso(p.published) as published, iso(p.edited) as edited, p.file, p.attachments,
  case when p.poll is not null then json_build_object('title', p.poll -> 'title', 'description', p.poll -> 'description',
    'choices', p.poll -> 'choices', 'created_at', p.poll -> 'created_at', 'closes_at', p.poll -> 'closes_at',
    'allow_multiple', p.poll -> 'allow_multiple') end as poll,
  p.captions, p.tags`;
