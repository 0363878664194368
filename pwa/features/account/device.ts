/** Data of the account in `localStorage`, and its deletion. */
import type { Role } from "#shared/rules/roles.ts";
import { ROLES } from "#shared/rules/roles.ts";
import { type SessionState, session } from "../../lib/session.ts";
import { createSetting, oneOf } from "../../lib/setting.ts";
import { STORED_KEYS, type StoredKey, writeStored } from "../../lib/storage.ts";

/** Last known role, for display; the server checks every request. */
export const role = createSetting<Role | undefined>("role", oneOf(ROLES), undefined);

/** Set if another account's name differs only in case, so that the name should be changed. */
export const isDuplicate = createSetting<"1" | undefined>("is_duplicate", oneOf(["1"]), undefined);

/** Deletes the account's keys in all tabs, except the state of the session. @param withContent also those that name content */
export function clearAccountKeys(next: SessionState, withContent: boolean): void {
  const keys = (Object.keys(STORED_KEYS) as StoredKey[]).filter(
    (key) => STORED_KEYS[key] === "account" || (withContent && STORED_KEYS[key] === "content"),
  );
  for (const key of keys) {
    if (key !== "logged_in") writeStored(key, undefined);
    // Updates the settings of this tab as a write in another tab would.
    dispatchEvent(new StorageEvent("storage", { key }));
  }
  session.set(next === "no" ? undefined : next);
}
