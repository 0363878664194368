/** Exports all stored data of an account, for its owner. */
import { type AccountData, downloadData } from "#shared/contracts/own-account.ts";
import { requireConfirmed } from "../../accounts/sessions.ts";
import type { Db } from "../../db/client.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { ownAccount, storedAccount } from "./own-account.ts";
import { accountSessions } from "./queries.ts";
import { accountTokens } from "./token-queries.ts";

export function personalDataRoute(): Mounted {
  return mount(downloadData, async ({ sql, principal }) => {
    await requireConfirmed(sql, principal);
    const stored = await storedData(sql, principal.id);
    const access_tokens = await accountTokens(sql, principal.id);
    const sessions = await accountSessions(sql, principal.id, principal.session);
    return { account: ownAccount(await storedAccount(sql, principal)), ...stored, access_tokens, sessions };
  });
}

type Stored = Omit<AccountData, "account" | "access_tokens" | "sessions">;

/** Data of an account in separate tables. */
async function storedData(db: Db, account: number): Promise<Stored> {
  const [row] = await db<[Stored]>`
    select (
      select coalesce(json_agg(json_build_object('service', f.service, 'id', f.id, 'name', c.name, 'faved_seq', f.faved_seq)
        order by f.faved_seq), '[]')
      from favorite_creators f join creators c using (service, id) where f.account = ${account}
    ) as favorite_creators, (
      select coalesce(json_agg(json_build_object('service', f.service, 'user', p."user", 'id', f.id, 'title', p.title,
        'faved_seq', f.faved_seq) order by f.faved_seq), '[]')
      from favorite_posts f join posts p using (service, id) where f.account = ${account}
    ) as favorite_posts, (
      select coalesce(json_agg(json_build_object('service', f.service, 'user', p."user", 'post', f.id, 'reason', f.reason,
        'created_at', iso(f.created_at)) order by f.created_at), '[]')
      from post_flags f join posts p using (service, id) where f.account = ${account}
    ) as flags, (
      select coalesce(json_agg(json_build_object('id', n.id, 'type', n.type, 'extra_info', n.extra_info, 'isSeen', n.seen,
        'created_at', iso(n.created_at)) order by n.id), '[]')
      from notifications n where n.account = ${account}
    ) as notifications, (
      select coalesce(json_agg(json_build_object('name', p.name, 'created_at', iso(p.created_at), 'used_at', iso(p.used_at))
        order by p.created_at), '[]')
      from passkeys p where p.account = ${account}
    ) as passkeys, (
      select coalesce(json_agg(json_build_object('issuer', i.issuer, 'subject', i.subject, 'name', i.name,
        'created_at', iso(i.created_at), 'used_at', iso(i.used_at)) order by i.id), '[]')
      from account_identities i where i.account = ${account}
    ) as identities, (
      select json_build_object('key_id', y.key_id, 'segments', (
        select coalesce(json_agg(json_build_object('device', g.device, 'pushed_at', iso(g.pushed_at),
          'bytes', translate(encode(g.bytes, 'base64'), chr(10), '')) order by g.seq), '[]')
        from sync_segments g where g.account = y.account
      ))
      from sync_accounts y where y.account = ${account}
    ) as sync, (
      select coalesce(json_agg(json_build_object('id', u.id, 'service', u.service, 'user', u."user", 'creator', c.name,
        'name', u.name, 'size', u.size, 'sha256', u.claimed, 'received', u.received, 'state', u.state, 'reason', u.reason, 'mime', u.mime,
        'share', u.share, 'created_at', iso(u.created_at), 'title', u.title, 'hash', u.hash) order by u.created_at, u.id), '[]')
      from uploads u join creators c on c.service = u.service and c.id = u."user" where u.account = ${account}
    ) as uploads`;
  return row;
}
