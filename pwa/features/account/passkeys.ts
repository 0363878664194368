/** Creates passkeys and logs in with them; the browser shows its own dialog. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type { QueryClient } from "@tanstack/react-query";
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  logInWithPasskey as logInEndpoint,
} from "#shared/contracts/passkeys.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { finishLogout } from "../../offline/account/call.ts";
import { browserOf } from "./browser-name.ts";
import { refusalText } from "./messages.ts";
import { adopt, alreadyLoggedIn } from "./session-actions.ts";

const MAX_NAME = 60;

/** False also at an IP address: passkeys belong to a domain name. */
export const canUsePasskeys = (): boolean =>
  browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname);

/** Creates a passkey, named after this browser. @throws the errors of `call`; WebAuthnError */
export async function makePasskey(): Promise<void> {
  const credential = await startRegistration({ optionsJSON: await call(beginPasskey) });
  const name = browserOf(navigator.userAgent).slice(0, MAX_NAME);
  await call(addPasskey, { body: { name, credential } });
}

/** @throws the errors of `makePasskey` */
export async function logInWithPasskey(client: QueryClient): Promise<void> {
  await finishLogout();
  const body = await startAuthentication({ optionsJSON: await call(beginPasskeyLogin) });
  await adopt(client, await call(logInEndpoint, { body }).catch(alreadyLoggedIn));
}

/** Text of an error; undefined if the browser's dialog was cancelled. */
export function passkeyProblem(error: unknown): string | undefined {
  if (error === null) return undefined;
  if (!(error instanceof WebAuthnError)) return isCanceled(error) ? undefined : refusalText(error);
  if (error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") return t("account.passkeyExists");
  return isCanceled(error) ? undefined : t("account.passkeyFailed");
}

const isCanceled = (error: unknown): boolean =>
  error instanceof Error && ["AbortError", "NotAllowedError"].includes(error.name);
