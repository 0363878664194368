/** Whether somebody is logged in, as far as this device is aware: the session's cookie can only be read by the server. */
import { createSetting, oneOf } from "./setting.ts";

/**
 * `leaving`: logged out without a connection, the server still has the session. `ended`: the server has ended it; what is
 * stored of the account stays until the next login.
 */
const STATES = ["yes", "leaving", "ended"] as const;
export type SessionState = (typeof STATES)[number] | "no";

/** The server renders every page as for somebody who is not logged in; the device's state follows hydration. */
export const session = createSetting<SessionState>("logged_in", oneOf(STATES), "no");

export const useLoggedIn = (): boolean => session.use() === "yes";
export const isLoggedIn = (): boolean => session.get() === "yes";
