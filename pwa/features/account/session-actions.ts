/** Logging in and out, and what that changes on the device. */
import type { QueryClient } from "@tanstack/react-query";
import { logIn as logInEndpoint } from "#shared/contracts/accounts.ts";
import { getAccount } from "#shared/contracts/own-account.ts";
import type { OwnAccount } from "#shared/entities/account.ts";
import { call } from "../../api/call.ts";
import { HttpError } from "../../api/errors.ts";
import { setBadge } from "../../lib/app-badge.ts";
import { session } from "../../lib/session.ts";
import { ACCOUNT_KEY, finishLogout } from "../../offline/account/call.ts";
import { storeResponses } from "../../offline/cache/cached.ts";
import { hasOfflineData } from "../../offline/db/has-data.ts";
import { noteAccount } from "./api.ts";
import { clearAccountKeys } from "./device.ts";
import { stopPush } from "./push/push.ts";

export interface Credentials {
  username: string;
  password: string;
}

/** @throws as `call` does; somebody who is logged in already stays so */
export async function logIn(client: QueryClient, { username, password }: Credentials): Promise<void> {
  await finishLogout();
  const account = await call(logInEndpoint, { body: { username, password } }).catch(alreadyLoggedIn);
  await adopt(client, account);
}

/** For refused logins: whose session it is. @throws the error, where it is another one */
export async function alreadyLoggedIn(error: unknown): Promise<OwnAccount> {
  if (!(error instanceof HttpError && error.status === 409)) throw error;
  return (await call(getAccount)).props.account;
}

/**
 * The device is this account's from now on. What it had of another one is deleted; favorites of a visitor without an
 * account are added.
 */
export async function adopt(client: QueryClient, account: OwnAccount): Promise<void> {
  const { deviceFavorites, mergeFavorites, syncFavorites } = await import("../favorites/sync.ts");
  const found = deviceFavorites();
  if ((await storedAccountId()) !== account.id) await clearDevice(client);
  await mergeFavorites(client, found);
  session.set("yes");
  noteAccount(account);
  await client.invalidateQueries({ queryKey: [ACCOUNT_KEY] });
  void syncFavorites(client);
  if (hasOfflineData()) await (await import("../../offline/queue/queue.ts")).retryUnauthorized();
}

async function storedAccountId(): Promise<number | undefined> {
  if (!hasOfflineData()) return undefined;
  const { ownAccountId } = await import("../../offline/account/own-account.ts");
  return await ownAccountId().catch(() => undefined);
}

/**
 * Deletes everything of the account from the device, then ends the session; without a connection the session is ended
 * once there is one.
 */
export async function logOut(client: QueryClient): Promise<void> {
  session.set("leaving"); // from now on nothing of the account is stored
  await clearDevice(client);
  await finishLogout().catch(() => undefined); // app/start/offline-tasks.ts repeats it
}

/** After the account was deleted. */
export async function forgetAccount(client: QueryClient): Promise<void> {
  session.set(undefined);
  await clearDevice(client);
}

async function clearDevice(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: [ACCOUNT_KEY] });
  if (hasOfflineData()) {
    await storeResponses();
    await (await import("../../offline/account/tables.ts")).clearAccountTables();
  }
  await stopPush().catch(() => undefined); // the server deletes the subscription with the session
  clearAccountKeys(session.get());
  setBadge("favorites", 0);
  client.removeQueries({ queryKey: [ACCOUNT_KEY] });
}
