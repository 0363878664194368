/**
 * Devices whose session was ended to lock them out: from another device, with the account, or by an administrator. An archive
 * for members has their browsers delete everything at the next contact (docs/decisions/0070-members-only.md).
 */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { FORGET_DEVICE, NOT_LOGGED_IN } from "#shared/contracts/refusals.ts";
import type { Db, Fragment, Sql } from "../db/client.ts";
import { hashOf } from "../db/tokens.ts";
import { HttpError } from "../http/errors.ts";
import { MAX_DAYS, sessionCookie } from "./sessions.ts";

/** The browser deletes all that the site has stored where the connection is secure, the app elsewhere. */
const CLEAR = { "clear-site-data": '"cache", "cookies", "storage"', [FORGET_DEVICE]: "1" };

/** Ends one session. @returns false if the account has none such */
export async function forgetDevice(db: Db, account: number, session: string): Promise<boolean> {
  return (await forgetSessions(db, db`account = ${account} and id = ${session}`)) > 0;
}

/** Ends all sessions of an account except one. */
export async function forgetDevices(db: Db, account: number, except = ""): Promise<void> {
  await forgetSessions(db, db`account = ${account} and id <> ${except}`);
}

/** Ends the sessions of a condition. Also deletes entries of sessions that would have expired by now. */
export async function forgetSessions(db: Db, sessions: Fragment): Promise<number> {
  const { count } = await db`
    with outdated as (
      delete from forgotten_devices where forgotten_at < now() - ${MAX_DAYS} * interval '1 day'
    ), ended as (
      delete from account_sessions where ${sessions} returning id, secret_hash
    )
    insert into forgotten_devices (session, secret_hash) select id, secret_hash from ended order by id`;
  return count;
}

/** Has a forgotten device delete everything. @throws HttpError 401 with `Clear-Site-Data` */
export type RefuseForgotten = (request: IncomingMessage) => Promise<void>;

export function forgottenCheck(sql: Sql): RefuseForgotten {
  return async (request) => {
    const cookie = sessionCookie(request);
    if (cookie === undefined) return;
    const [found] = await sql<{ secret_hash: Buffer }[]>`
      select secret_hash from forgotten_devices where session = ${cookie.id}`;
    if (found === undefined || !timingSafeEqual(found.secret_hash, hashOf(cookie.secret))) return;
    throw new HttpError(401, NOT_LOGGED_IN, "not_logged_in", CLEAR);
  };
}
