import { getAccount } from "#shared/contracts/own-account.ts";
import { offlineDb } from "../db/db.ts";

/** Id of the account whose data is in the database; undefined if there is none. */
export async function ownAccountId(): Promise<number | undefined> {
  const row = await offlineDb().account.get(`/api${getAccount.path}`);
  const body = row?.body as { props?: { account?: { id?: number } } } | undefined;
  return body?.props?.account?.id;
}
