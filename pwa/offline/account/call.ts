/** Account requests: answered by the server, or offline from the stored account data. */
import type { z } from "zod/mini";
import { logOut } from "#shared/contracts/accounts.ts";
import type { JsonEndpoint } from "#shared/contracts/endpoint.ts";
import { type CallInput, call } from "../../api/call.ts";
import { HttpError } from "../../api/errors.ts";
import { isLoggedIn, session } from "../../lib/session.ts";
import { type Context, cachedCall } from "../cache/cached.ts";

/** Prefix of every account query key; logging out removes all queries under it. */
export const ACCOUNT_KEY = "account";

/** `cachedCall` that detects a session ended by the server. @throws as `call` does */
export async function accountCall<E extends JsonEndpoint>(
  endpoint: E,
  input: Omit<CallInput<E>, "signal">,
  context: Context,
): Promise<z.output<E["response"]>> {
  try {
    await finishLogout();
    return await cachedCall(endpoint, input, context);
  } catch (error) {
    noteEndedSession(error);
    throw error;
  }
}

/**
 * Ends the session of an account that was logged out while offline; until then the server would still return its data.
 * @throws as `call` does
 */
export async function finishLogout(): Promise<void> {
  if (session.get() !== "leaving") return;
  await call(logOut);
  session.set(undefined);
}

export function noteEndedSession(error: unknown): void {
  if (error instanceof HttpError && error.status === 401 && isLoggedIn()) session.set("ended");
}
