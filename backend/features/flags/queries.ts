import type { FlagReason } from "#shared/rules/flags.ts";
import type { Db } from "../../db/client.ts";

export interface PostKey {
  service: string;
  id: string;
  post: string;
}

export interface Flagging {
  /** False if the archive has no such post. */
  found: boolean;
  /** False if it already had a flag. */
  flagged: boolean;
}

export async function flagPost(
  db: Db,
  account: number,
  { service, id, post }: PostKey,
  reason: FlagReason,
): Promise<Flagging> {
  const [row] = await db<[Flagging]>`
    with target as (
      select p.service, p.id, json_build_object('title', p.title, 'content', p.content, 'file', p.file,
        'attachments', p.attachments, 'published', iso(p.published), 'edited', iso(p.edited)) as content
      from posts p join creators c on c.service = p.service and c.id = p."user" and not c.hidden
      where p.service = ${service} and p.id = ${post} and p."user" = ${id} and not p.hidden
    ), flagged as (
      insert into post_flags (service, id, account, reason, content)
      select service, id, ${account}::integer, ${reason}, content from target
      on conflict (service, id) where state = 'open' do nothing returning 1
    )
    select exists (select from target) as found, exists (select from flagged) as flagged`;
  return row;
}

export async function flagOf(db: Db, { service, id, post }: PostKey): Promise<FlagReason | undefined> {
  const [row] = await db<{ reason: FlagReason }[]>`
    select f.reason from post_flags f join posts p using (service, id)
    join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    where f.state = 'open' and f.service = ${service} and f.id = ${post} and p."user" = ${id} and not p.hidden`;
  return row?.reason;
}
