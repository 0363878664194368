/** Login state as known to this device: only the server can read the session cookie. */
import { createSetting, oneOf } from "./setting.ts";

/**
 * `leaving`: logged out offline, the server still has the session. `ended`: ended by the server; stored account data
 * stays until the next login.
 */
const STATES = ["yes", "leaving", "ended"] as const;
export type SessionState = (typeof STATES)[number] | "no";

/** Server rendering always assumes a logged-out visitor; the device's state applies after hydration. */
export const session = createSetting<SessionState>("logged_in", oneOf(STATES), "no");

export const useLoggedIn = (): boolean => session.use() === "yes";
export const isLoggedIn = (): boolean => session.get() === "yes";
