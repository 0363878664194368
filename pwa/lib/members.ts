/** An archive for members: without a session, only the login and the operator's texts are shown (decision 0070). */
import { isLoggedIn, useLoggedIn } from "./session.ts";
import { site } from "./site.ts";
import { readStored } from "./storage.ts";

export const isForMembers = (): boolean => site().access === "members";

/** True for visitors of an archive for members. The server refuses them anyway. */
export const isLockedOut = (): boolean => isForMembers() && !isLoggedIn();

/** True if what the device stores may be encrypted, so that the start has to open it (decision 0075). */
export const mayHaveDeviceKey = (): boolean =>
  readStored("device-key") !== undefined || (isForMembers() && isLoggedIn());

/** Hook version of `isLockedOut`. */
export function useLockedOut(): boolean {
  const isIn = useLoggedIn();
  return isForMembers() && !isIn;
}
