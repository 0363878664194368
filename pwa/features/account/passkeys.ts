/** Creates passkeys and logs in with them; the browser shows its own dialog. */
import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod/mini";
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  logInWithPasskey as logInEndpoint,
} from "#shared/contracts/passkeys.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { credentials } from "../../lib/secure-context/apis.ts";
import { finishLogout } from "../../offline/account/call.ts";
import { browserOf } from "./browser-name.ts";
import { refusalText } from "./messages.ts";
import { adopt, alreadyLoggedIn } from "./session-actions.ts";

const MAX_NAME = 60;

/** False also at an IP address: passkeys belong to a domain name. */
export const canUsePasskeys = (): boolean =>
  "parseCreationOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {}) && // missing over plain HTTP
  !/^[\d.]+$|:/.test(location.hostname);

/** Creates a passkey, named after this browser. @throws the errors of `call`; DOMException of the browser */
export async function makePasskey(): Promise<void> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await call(beginPasskey));
  const credential = toJson<Registration>(await credentials()?.create({ publicKey }));
  const name = browserOf(navigator.userAgent).slice(0, MAX_NAME);
  await call(addPasskey, { body: { name, credential } });
}

/** @throws the errors of `makePasskey` */
export async function logInWithPasskey(client: QueryClient): Promise<void> {
  await finishLogout();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await call(beginPasskeyLogin));
  const body = toJson<Assertion>(await credentials()?.get({ publicKey }));
  await adopt(client, await call(logInEndpoint, { body }).catch(alreadyLoggedIn));
}

type Registration = z.input<typeof addPasskey.body>["credential"];
type Assertion = z.input<typeof logInEndpoint.body>;

/** Browsers write the JSON of these contracts; their types say `string` for the kind of key. */
const toJson = <T>(credential: Credential | null | undefined): T =>
  (credential as PublicKeyCredential).toJSON() as T;

/** Text of an error; undefined if the browser's dialog was cancelled. */
export function passkeyProblem(error: unknown): string | undefined {
  if (error === null || isCanceled(error)) return undefined;
  if (!(error instanceof DOMException)) return refusalText(error);
  return error.name === "InvalidStateError" ? t("account.passkeyExists") : t("account.passkeyFailed");
}

const isCanceled = (error: unknown): boolean =>
  error instanceof Error && ["AbortError", "NotAllowedError"].includes(error.name);
