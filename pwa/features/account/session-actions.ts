/** Logs in and out, and updates the device's data. */
import type { QueryClient } from "@tanstack/react-query";
import { logIn as logInEndpoint } from "#shared/contracts/accounts.ts";
import { getAccount } from "#shared/contracts/own-account.ts";
import type { OwnAccount } from "#shared/entities/account.ts";
import { call } from "../../api/call.ts";
import { HttpError } from "../../api/errors.ts";
import { t } from "../../i18n/index.ts";
import { setBadge } from "../../lib/app-badge.ts";
import { isForMembers } from "../../lib/members.ts";
import { session } from "../../lib/session.ts";
import { flash } from "../../lib/toast.ts";
import { ACCOUNT_KEY, finishLogout } from "../../offline/account/call.ts";
import { storeResponses } from "../../offline/cache/cached.ts";
import { hasOfflineData } from "../../offline/db/has-data.ts";
import { changeDeviceFavorites, deviceFavorites } from "../favorites/marks.ts";
import { noteAccount } from "./api.ts";
import { clearAccountKeys } from "./device.ts";
import { stopPush } from "./push/push.ts";

export interface Credentials {
  username: string;
  password: string;
}

/** Logs in; keeps an existing session. @throws the errors of `call` */
export async function logIn(client: QueryClient, { username, password }: Credentials): Promise<void> {
  await finishLogout();
  const account = await call(logInEndpoint, { body: { username, password } }).catch(alreadyLoggedIn);
  await adopt(client, account);
}

/** Returns the account of an existing session after a 409. @throws other errors */
export async function alreadyLoggedIn(error: unknown): Promise<OwnAccount> {
  if (!(error instanceof HttpError && error.status === 409)) throw error;
  return (await call(getAccount)).props.account;
}

/**
 * Binds the device to an account: deletes data of another account, and adds the favorites of a visitor without an
 * account.
 */
export async function adopt(client: QueryClient, account: OwnAccount): Promise<void> {
  const { mergeFavorites, syncFavorites } = await import("../favorites/sync.ts");
  const found = deviceFavorites();
  const before = await storedAccountId();
  // Without another account, what the device has is the visitor's own.
  if (before !== account.id) await clearDevice(client, { withContent: before !== undefined });
  try {
    await mergeFavorites(client, found);
  } catch (error) {
    changeDeviceFavorites(found, true); // nothing is lost: the next login adds them
    throw error;
  }
  if (found.length > 0) flash({ text: t("favorites.merged", { count: found.length }) });
  const isRestart = isForMembers() && (await setUpDevice());
  session.set("yes");
  if (isRestart) location.reload();
  noteAccount(account);
  await client.invalidateQueries({ queryKey: [ACCOUNT_KEY] });
  void syncFavorites(client);
  if (hasOfflineData()) await (await import("../../offline/queue/queue.ts")).retryUnauthorized();
}

/** @returns true if the app has to start again. @throws the errors of `call` */
async function setUpDevice(): Promise<boolean> {
  const { encryptStored, setUpDevice: setUp } = await import("../../offline/device-key/set-up.ts");
  const isRestart = await setUp();
  await encryptStored();
  return isRestart;
}

async function storedAccountId(): Promise<number | undefined> {
  if (!hasOfflineData()) return undefined;
  const { ownAccountId } = await import("../../offline/account/own-account.ts");
  return await ownAccountId().catch(() => undefined);
}

/**
 * Deletes the account's data from the device, then ends the session; offline, the session is ended when the connection
 * is back.
 */
export async function logOut(client: QueryClient): Promise<void> {
  session.set("leaving"); // stops storing data of the account
  await clearDevice(client, { withContent: true });
  await finishLogout().catch(() => undefined); // app/start/offline-tasks.ts retries
}

/** Clears the device after the account was deleted. */
export async function forgetAccount(client: QueryClient): Promise<void> {
  session.set(undefined);
  await clearDevice(client, { withContent: true });
}

/** @param withContent of an archive for members, deletes all content too; of others it stays on the device */
async function clearDevice(client: QueryClient, { withContent }: { withContent: boolean }): Promise<void> {
  const deletesContent = withContent && isForMembers();
  await client.cancelQueries(deletesContent ? {} : { queryKey: [ACCOUNT_KEY] });
  if (deletesContent) {
    await (await import("../../offline/account/content.ts")).deleteContent();
  } else if (hasOfflineData()) {
    await storeResponses();
    await (await import("../../offline/account/tables.ts")).clearAccountTables();
  }
  await stopPush().catch(() => undefined); // the server deletes the subscription with the session
  clearAccountKeys(session.get(), deletesContent);
  setBadge("favorites", 0);
  client.removeQueries(deletesContent ? {} : { queryKey: [ACCOUNT_KEY] });
}
